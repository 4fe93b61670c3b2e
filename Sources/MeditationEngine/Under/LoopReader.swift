import SystemPackage

/// Reads a file as stereo floats at the output's sample rate, once or in a loop.
///
/// Created, used and released on the thread of its lane, which may block on the disk.
final class LoopReader {
  /// The longest crossfade from the end of a looped file to its beginning.
  private static let longestOverlap = Duration.seconds(2)
  private static let blockFrameCount = 4_096
  /// Passes of a looped file up to this length are kept: for a file of a few frames, a seek for
  /// each pass would take longer than playing it.
  private static let longestKept = Duration.seconds(1)

  private let sampleRate: Int
  private let decoder: ConvertedDecoder
  private let loops: Bool
  private var recovery = DamageRecovery()
  /// The next frame of the file, counted at the output's rate.
  private var frame = 0
  private var bytes: [UInt8]
  /// The first frames of a looped file, into which the last ones are faded.
  private var head: [Float] = []
  /// Frames of a looped file that may be part of its end.
  private var held: [Float] = []
  /// The length of a looped file's crossfade in frames.
  private var overlap = 0
  /// The frame at which the present pass of a looped file began.
  private var begin = 0
  /// The sound of that pass so far; `nil` when it is too long to be kept.
  private var pass: [Float]? = []
  /// The kept passes, each from one seam to the next, by the frames at which they begin, and where
  /// the next one begins. There are few: only the first can begin anywhere but at the file's
  /// beginning or after its crossfade.
  private var kept: [Int: (samples: [Float], next: Int)] = [:]

  /// Opens the file at `path`, from `start` on, which counts frames at `sampleRate`. A looped file
  /// starts about where it would be by then.
  init(
    _ path: FilePath, decoders: any DecoderOpener, converters: any RateConverterMaker,
    sampleRate: Int, start: Int, loops: Bool
  ) throws(SongDecodingError) {
    let format = StreamFormat(sampleRate: sampleRate, channelCount: 2, sample: .float32)
    self.sampleRate = sampleRate
    self.loops = loops
    decoder = try ConvertedDecoder(decoders.openPlayable(path), to: format, converters)
    bytes = [UInt8](repeating: 0, count: Self.blockFrameCount * format.frameByteCount)
    let count = decoder.frameCount
    guard loops else {
      try seek(to: min(start, count ?? start))
      return
    }
    overlap = Self.longestOverlap.frameCount(at: sampleRate)
    if let count { overlap = min(overlap, count / 2) }
    while head.count < 2 * max(overlap, 1), try readBlock(into: &head) {}
    // A short file of unknown length: at most half of it.
    if head.count < 2 * overlap { overlap = head.count / 4 }
    head = Array(head.prefix(2 * max(overlap, 1)))
    let period = count.map { max($0 - overlap, 1) }
    try beginPass(at: period.map { start % $0 } ?? 0)
  }

  /// Appends the next frames to `samples`, limited to ±1, full scale; true if there may be more.
  func read(into samples: inout [Float]) throws(SongDecodingError) -> Bool {
    guard loops else { return try readBlock(into: &samples) }
    let first = samples.count
    while let known = kept[begin], samples.count - first < 2 * Self.blockFrameCount {
      samples += known.samples
      try beginPass(at: known.next)
    }
    if samples.count > first { return true }
    if try readBlock(into: &held) {
      let count = max(held.count - 2 * overlap, 0)
      samples += held.prefix(count)
      held.removeFirst(count)
      record(samples[first...])
      return true
    }
    guard !head.isEmpty || !held.isEmpty else { throw .noSound }
    let overlap = endFitsBeginning ? 0 : min(self.overlap, held.count / 2)
    appendEnd(overlap, to: &samples)
    held.removeAll(keepingCapacity: true)
    record(samples[first...])
    // An empty one would be repeated for ever.
    if let pass, !pass.isEmpty { kept[begin] = (pass, overlap) }
    try beginPass(at: overlap)
    return true
  }

  private func seek(to frame: Int) throws(SongDecodingError) {
    if self.frame != frame { try decoder.seek(to: frame) }
    self.frame = frame
    recovery = DamageRecovery()
  }

  /// Reads a block of the file, past damage; true if there may be more.
  private func readBlock(into samples: inout [Float]) throws(SongDecodingError) -> Bool {
    let start = samples.count
    while true {
      do throws(SongDecodingError) {
        let count = try decoder.readFloats(into: &samples, through: &bytes)
        frame += count
        for index in start..<samples.count { samples[index] = min(max(samples[index], -1), 1) }
        return count > 0
      } catch {
        frame = try recovery.resume(decoder, after: frame)
      }
    }
  }

  // MARK: Loops

  /// Continues at `frame` after a seam. The file is not read where the next pass is kept.
  private func beginPass(at frame: Int) throws(SongDecodingError) {
    begin = frame
    pass = []
    if kept[frame] == nil { try seek(to: frame) }
  }

  /// Adds `samples` to the present pass, unless that is too long.
  private func record(_ samples: ArraySlice<Float>) {
    let limit = 2 * Self.longestKept.frameCount(at: sampleRate)
    if let count = pass?.count, count + samples.count <= limit {
      pass?.append(contentsOf: samples)
    } else {
      pass = nil
    }
  }

  /// Appends the end of the file, whose last `overlap` frames fade into the first ones.
  private func appendEnd(_ overlap: Int, to samples: inout [Float]) {
    samples += held.dropLast(2 * overlap)
    let end = held.suffix(2 * overlap)
    for (index, (last, first)) in zip(end, head).enumerated() {
      // Unrelated sounds keep their loudness with equal power.
      let rise = RaisedCosine.rise(Double(index / 2 + 1) / Double(overlap + 1))
      let sum = last * Float((1 - rise).squareRoot()) + first * Float(rise.squareRoot())
      samples.append(min(max(sum, -1), 1))
    }
  }

  /// True if the file was made to be looped: from its last frame to its first, the sound changes no
  /// more than around them, and both sides are about equally lively.
  private var endFitsBeginning: Bool {
    let count = min(sampleRate / 100, held.count / 2, head.count / 2)
    guard count > 2 else { return false }
    return (0..<2).allSatisfy { channel in
      func channelSteps(_ samples: ArraySlice<Float>) -> [Float] {
        let own = samples.enumerated().filter { $0.offset % 2 == channel }.map(\.element)
        return zip(own, own.dropFirst()).map { abs($0 - $1) }
      }
      let before = channelSteps(held.suffix(2 * count))
      let after = channelSteps(head.prefix(2 * count))
      let joint = abs(held[held.count - 2 + channel] - head[channel])
      let means = [before, after].map { $0.reduce(0, +) / Float($0.count) }
      return joint <= max(before.max() ?? 0, after.max() ?? 0)
        && 2 * min(means[0], means[1]) >= max(means[0], means[1])
    }
  }
}
