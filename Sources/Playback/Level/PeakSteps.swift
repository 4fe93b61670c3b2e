/// Collects the peaks of a stream in equal steps, whatever its length, which need not be known.
///
/// When there are too many steps, two neighbours become one. The memory is bounded.
public struct PeakSteps: Sendable {
  /// The most steps that are collected.
  private static let capacity = 4096

  private var peaks: [UInt8] = []
  /// Blocks in a step.
  private var width = 1
  /// Blocks in the last step.
  private var filled = 0

  /// No steps.
  public init() {}

  /// Adds a block, all of which have about the same length. `peak` is 0 to 1.
  public mutating func add(_ peak: Double) {
    let level = UInt8(min(max(peak, 0), 1) * 255)
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

  /// Adds `count` blocks of silence for what could not be decoded, so that what follows keeps its
  /// place. A damaged position may be far off; a day is enough.
  public mutating func addSilence(_ count: Int) {
    for _ in 0..<min(max(count, 0), 1 << 22) { add(0) }
  }

  /// The peaks of `count` equal steps; empty if nothing was added.
  public func steps(_ count: Int) -> [UInt8] {
    guard !peaks.isEmpty else { return [] }
    return (0..<count).map { step in
      let start = step * peaks.count / count
      let end = max((step + 1) * peaks.count / count, start + 1)
      return peaks[start..<end].max() ?? 0
    }
  }
}
