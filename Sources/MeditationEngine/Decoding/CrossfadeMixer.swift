/// Holds back a song's end while it is decoded; mixes its beginning with the end of the one before.
///
/// The gains of both songs are halves of a cosine that sum to 1. Two songs at full scale can then
/// never clip, and a repeating drone keeps its level. Songs that have nothing in common are 3 dB
/// softer in the middle, like a breath; equal power would keep their level, but clip.
///
/// A pure value, owned by a prefetcher.
struct CrossfadeMixer {
  /// The end of a song, which is mixed with the next song, or played as it is.
  struct Tail {
    let segmentIndex: Int
    let format: StreamFormat
    /// The position of the first frame in its song.
    private(set) var firstFrame: Int
    private(set) var samples: ArraySlice<Float>
    let gain: SongGain

    var frameCount: Int { samples.count / format.channelCount }

    /// Moves at most `count` frames from its beginning to `storage`, as many as fit.
    mutating func take(_ count: Int, into storage: inout [UInt8]) -> Int {
      let taken = storage.withUnsafeMutableBytes { samples.moveFrames(count, format, to: $0) }
      firstFrame += taken
      return taken
    }

    mutating func keep(last count: Int) {
      let dropped = max(frameCount - count, 0)
      samples.removeFirst(dropped * format.channelCount)
      firstFrame += dropped
    }
  }

  /// Songs of a lower sample rate are converted for mixing, so that those after them lose nothing.
  private static let leastSampleRate = 44_100

  /// The format in which a song of `format` is mixed with later ones.
  static func format(for format: StreamFormat) -> StreamFormat {
    StreamFormat(
      sampleRate: max(format.sampleRate, leastSampleRate),
      channelCount: max(format.channelCount, 2),
      sample: .float32)
  }

  let format: StreamFormat
  /// How many frames are held at most.
  private let limit: Int
  /// Frames before this position are not held; 0 if the length is unknown.
  private let bodyEnd: Int
  /// Where decoding began.
  private let start: Int
  /// The frames not delivered yet.
  private var held: ArraySlice<Float> = []
  /// The position of the first of these frames.
  private(set) var firstFrame: Int
  /// The song before, its scale, and how many of its frames are mixed in already.
  private var before: (samples: [Float], scale: Float, mixedCount: Int)
  /// Why no further frames can be decoded.
  var stop: Chunk.Ending?

  /// Begins with the song that `source` decodes from `start` on, after `tail`, the end of the song
  /// before; `length` is that of the crossfade.
  ///
  /// At most half of what is played of a song is faded in, and at most half of it faded out, so
  /// that each song is heard alone.
  init(_ source: SegmentSource, from start: Int, length: Duration, after tail: Tail?) {
    format = source.decoder.format
    let wanted = length.frameCount(at: format.sampleRate)
    let count = source.decoder.frameCount
    let limit = count.map { min(wanted, max($0 - start, 0) / 2) } ?? wanted
    self.limit = limit
    bodyEnd = count.map { $0 - limit } ?? 0
    self.start = start
    firstFrame = start
    before = (
      tail.map { Array($0.samples) } ?? [], (tail?.gain.factor ?? 1) / source.gain.factor, 0
    )
  }

  /// How many frames of the song before can be mixed with the song of `decoder`.
  static func overlap(of tail: Tail, with decoder: any SongDecoder) -> Int {
    min(tail.frameCount, decoder.frameCount.map { $0 / 2 } ?? .max)
  }

  var isDelivered: Bool { stop != nil && deliverableCount == 0 }

  /// The end of the song, once it is decoded and all before it is delivered; `nil` if it has none.
  func tail(of segmentIndex: Int, _ gain: SongGain) -> Tail? {
    if held.isEmpty { return nil }
    return Tail(
      segmentIndex: segmentIndex, format: format, firstFrame: firstFrame, samples: held, gain: gain)
  }

  mutating func append(_ frames: UnsafeRawBufferPointer) {
    let samples = frames.bindMemory(to: Float.self)
    guard before.mixedCount < before.samples.count / format.channelCount else {
      held.append(contentsOf: samples)
      return
    }
    mix(samples.count / format.channelCount) { samples[$0] }
  }

  /// The song has ended before the song before it has faded out.
  mutating func finishMix() {
    mix(before.samples.count / format.channelCount - before.mixedCount) { _ in 0 }
  }

  /// Moves the frames that are not held back to `storage`, as many as fit.
  mutating func take(into storage: inout [UInt8]) -> Int {
    let count = deliverableCount
    let taken = storage.withUnsafeMutableBytes { held.moveFrames(count, format, to: $0) }
    firstFrame += taken
    return taken
  }

  /// Continues at `frame`, behind damage.
  mutating func resume(at frame: Int) {
    firstFrame = frame
    stop = nil
  }

  private var deliverableCount: Int {
    let count = held.count / format.channelCount
    switch stop {
    case nil: return max(count - limit, min(count, bodyEnd - firstFrame), 0)
    case .endOfFile: return max(count - min(limit, (firstFrame + count - start) / 2), 0)
    case .damage: return count
    }
  }

  private mutating func mix(_ count: Int, _ sample: (Int) -> Float) {
    let channelCount = format.channelCount
    let length = before.samples.count / channelCount
    for frame in 0..<count {
      let place = before.mixedCount + frame
      guard place < length else {
        for channel in 0..<channelCount { held.append(sample(frame * channelCount + channel)) }
        continue
      }
      let gain = Float(RaisedCosine.rise((Double(place) + 0.5) / Double(length)))
      for channel in 0..<channelCount {
        held.append(
          sample(frame * channelCount + channel) * gain
            + before.samples[place * channelCount + channel] * (1 - gain) * before.scale)
      }
    }
    before.mixedCount = min(before.mixedCount + count, length)
    if before.mixedCount == length { before = ([], 1, 0) }
  }
}

extension ArraySlice<Float> {
  /// Moves up to `count` frames of `format` from the beginning to `room`; returns how many.
  mutating func moveFrames(
    _ count: Int, _ format: StreamFormat, to room: UnsafeMutableRawBufferPointer
  ) -> Int {
    let taken = Swift.min(count, room.count / format.frameByteCount)
    let sampleCount = taken * format.channelCount
    withUnsafeBytes {
      room.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: $0[..<(sampleCount * MemoryLayout<Float>.size)]))
    }
    removeFirst(sampleCount)
    return taken
  }
}
