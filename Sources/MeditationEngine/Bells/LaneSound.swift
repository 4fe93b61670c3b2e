import MeditationPlan

/// A sound beside the music, as a function of the time since it began.
///
/// A frame depends on its number alone, to the last bit, and not on the chunk in which it is
/// computed: chunks depend on the decoder and on how busy the machine is. So a sound can be held
/// during a pause, resume at the exact frame, and change its sample rate while it rings.
protocol LaneSound: Sendable {
  /// Silence follows.
  var length: Duration { get }

  /// How long the music gives way to it in full.
  var hold: Duration { get }

  /// An upper bound of its samples at `time`, in seconds since it began; continuous in time.
  func level(at time: Double) -> Float

  /// Adds frames to `frames`, which are interleaved stereo.
  ///
  /// - Parameters:
  ///   - first: The number of the first frame. The sound begins at frame 0; there are no frames
  ///     before.
  ///   - sampleRate: In hertz.
  ///   - gain: Scales what is added.
  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float)
}

extension LaneSound {
  /// Longer than any session; its frames fit in an Int.
  var length: Duration { .seconds(1_000_000_000) }

  /// The music comes back while the sound dies away.
  var hold: Duration { .zero }

  /// The numbers of the frames with sound, in a chunk of `count` frames from `first` on.
  func soundingFrames(of count: Int, from first: Int, sampleRate: Int) -> Range<Int> {
    let end = Int((length.inSeconds * Double(sampleRate)).rounded(.up))
    return (0..<end).clamped(to: first..<(first + count))
  }
}

/// Supplies the sounds of the lanes. Called on the playing thread; none of these functions blocks.
package struct LaneSounds: Sendable {
  var bell: @Sendable (Bell.Sound) -> any LaneSound
  /// The tone of a breath, from session time 0.
  var breath: @Sendable (Breath) -> any LaneSound
  var layer: @Sendable (Layer.Sound) -> any LaneSound
  /// The speech in the file at this path.
  var speech: @Sendable (String) -> any LaneSound
}

extension LaneSounds {
  /// The sounds of `bells`, the breath's tone, and files. `waits`: see `StreamedSound.Source`.
  init(_ bells: BellSounds, waits: Bool) {
    let files = StreamedSound.Source(
      decoders: bells.decoders, converters: bells.converters, waits: waits)
    self.init(
      bell: { bells.sound(for: $0) }, breath: { BreathTone($0) },
      layer: { $0.makeSound(from: files) },
      speech: { StreamedSound($0, loops: false, from: files) })
  }
}
