import MeditationPlan

/// A sound beside the music, as a function of the time since it began.
///
/// It keeps no state, so that it can be held at a pause, go on at the very frame, and change its
/// sample rate while it rings.
protocol LaneSound: Sendable {
  /// How long it sounds; silence follows.
  var length: Duration { get }

  /// How long the music gives way to it in full, before it comes back.
  var hold: Duration { get }

  /// A bound of its samples' magnitude at `time`, in seconds since it began; continuous in time.
  func level(at time: Double) -> Float

  /// Adds frames to `frames`, which are interleaved stereo.
  ///
  /// - Parameters:
  ///   - time: Of the first frame, in seconds since the sound began.
  ///   - sampleRate: In hertz.
  ///   - gain: Scales what is added.
  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from time: Double, sampleRate: Int, gain: Float)
}

extension LaneSound {
  /// Longer than any session, and its frames fit in an Int.
  var length: Duration { .seconds(1_000_000_000) }

  /// The music comes back while the sound dies away.
  var hold: Duration { .zero }

  /// The frames of a chunk of `count` in which this sounds: from its beginning to its length.
  ///
  /// - Parameter time: Of the chunk's first frame, in seconds since the sound began.
  func soundingFrames(of count: Int, from time: Double, sampleRate: Int) -> Range<Int> {
    let first = Self.frame(at: -time, sampleRate: sampleRate, limit: count)
    let end = Self.frame(at: length / .seconds(1) - time, sampleRate: sampleRate, limit: count)
    return first..<max(first, end)
  }

  /// The first frame at `time` or after it, from 0 to `limit`.
  private static func frame(at time: Double, sampleRate: Int, limit: Int) -> Int {
    Int(min(max((time * Double(sampleRate)).rounded(.up), 0), Double(limit)))
  }
}

/// Where the lanes get their sounds. None of these functions blocks; on the playing thread.
package struct LaneSounds: Sendable {
  var bell: @Sendable (Bell.Sound) -> any LaneSound
  /// The tone to breathe with, from session time 0.
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
