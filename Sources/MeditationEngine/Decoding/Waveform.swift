import SystemPackage

/// The peaks of a song in a few steps, for a picture.
package enum Waveform {
  /// Frames decoded in each step: enough to show a breath, and fast for a long song.
  private static let window = 4096

  /// The peaks of `stepCount` equal steps of the song at `path`, each 0 to 255 of full scale.
  ///
  /// Only a window of each step is decoded. Blocks on the disk: do not call it on the main actor.
  /// `isCancelled` is asked at each step; `true` cancels.
  ///
  /// - Returns: `nil` if the length is unknown, the file cannot be read, or it was cancelled.
  package static func peaks(
    of path: FilePath, stepCount: Int, decoders: any DecoderOpener, isCancelled: () -> Bool
  ) -> [UInt8]? {
    guard let decoder = try? decoders.openPlayable(path), let frameCount = decoder.frameCount,
      frameCount >= stepCount
    else { return nil }
    let format = decoder.format
    var buffer = [UInt8](repeating: 0, count: window * format.frameByteCount)
    var peaks: [UInt8] = []
    for step in 0..<stepCount {
      guard !isCancelled() else { return nil }
      do {
        let (start, next) = (frameCount / stepCount * step, frameCount / stepCount * (step + 1))
        try decoder.seek(to: start + max(0, (next - start - window) / 2))
        let size = try decoder.readFinite(into: &buffer) * format.frameByteCount
        let loudest = buffer.withUnsafeBytes { format.sample.peak(.init(rebasing: $0[..<size])) }
        peaks.append(byte(of: loudest))
      } catch {
        return nil
      }
    }
    return peaks
  }
}

/// A peak, 1 for full scale, as 0 to 255.
private func byte(of peak: Double) -> UInt8 { UInt8(min(max(peak, 0), 1) * 255) }

/// Collects the peaks of a stream of unknown length in equal steps.
///
/// When there are too many steps, neighbours are merged, so that the memory is bounded.
package struct PeakSteps: Sendable {
  /// The most steps that are collected.
  private static let capacity = 4096

  private var peaks: [UInt8] = []
  /// Blocks in a step.
  private var width = 1
  /// Blocks in the last step.
  private var filled = 0

  package init() {}

  /// Adds a block with this `peak`, 0 to 1. All blocks have about the same length.
  package mutating func add(_ peak: Double) {
    let level = byte(of: peak)
    if filled > 0, filled < width {
      peaks[peaks.count - 1] = max(peaks[peaks.count - 1], level)
      filled += 1
      return
    }
    if peaks.count == Self.capacity {
      peaks = stride(from: 0, to: peaks.count, by: 2).map { max(peaks[$0], peaks[$0 + 1]) }
      width *= 2
    }
    peaks.append(level)
    filled = 1
  }

  /// Adds `count` silent blocks for what could not be decoded, so that the rest keeps its place. A
  /// damaged position may be far off; a day is the limit.
  package mutating func addSilence(_ count: Int) {
    for _ in 0..<min(max(count, 0), 1 << 22) { add(0) }
  }

  /// The peaks of `count` equal steps; empty if nothing was added.
  package func steps(_ count: Int) -> [UInt8] {
    guard !peaks.isEmpty else { return [] }
    return (0..<count).map { step in
      let start = step * peaks.count / count
      let end = max((step + 1) * peaks.count / count, start + 1)
      return peaks[start..<end].max() ?? 0
    }
  }
}
