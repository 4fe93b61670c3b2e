/// Skips damaged frames. The effort is bounded, even where damage follows damage.
package struct DamageRecovery {
  /// The first distance to try, in frames behind the damage: 6 ms at 44.1 kHz.
  private static let firstStep = 256
  /// Damage sooner than this many frames after the last doubles the step. So does damage after a
  /// run that is no longer than what was lost before it.
  private static let leastRun = 2048

  private var step = firstStep
  /// Where decoding went on after the last damage.
  private var resumed: Int?
  /// The frames lost to the last damage.
  private var lost = 0

  package init() {}

  /// Seeks behind damage at `frame`, and returns the next frame; throws if nothing more is decoded.
  package mutating func resume(
    _ decoder: any SongDecoder, after frame: Int
  ) throws(SongDecodingError) -> Int {
    let isRepeated = resumed.map { (0...max(Self.leastRun, lost)).contains(frame - $0) } ?? false
    step = isRepeated ? step.multipliedReportingOverflow(by: 2).partialValue : Self.firstStep
    guard step > 0 else { throw .damaged }
    let next = try decoder.resume(after: frame, step: step)
    (resumed, lost) = (next, next - frame)
    return next
  }
}

/// How many frames are decoded to test a place: two of MP3, of which mpg123 may deliver one that it
/// decoded before the damage.
private let probeFrameCount = 2304
/// How many intact frames may be lost: a third of a millisecond.
private let precision = 16

extension SongDecoder {
  package func resume(after frame: Int, step: Int) throws(SongDecodingError) -> Int {
    try search(after: frame, step: step)
  }

  /// The default of `resume(after:step:)`: finds the frame by seeking ahead in steps that double,
  /// and then halving the last step. Tries at most about fifty places in a file of a day.
  package func search(after frame: Int, step: Int) throws(SongDecodingError) -> Int {
    var (bad, good) = try jump(after: frame, step: step)
    while good - bad > precision {
      let middle = bad + (good - bad) / 2
      if canDecode(at: middle) { good = middle } else { bad = middle }
    }
    try seek(to: good)
    return good
  }

  /// Seeks ahead in doubling steps, up to the end, for the last bad place and the first good one.
  private func jump(after frame: Int, step: Int) throws(SongDecodingError) -> (bad: Int, good: Int)
  {
    let last = (frameCount ?? Int.max) - 1
    var (bad, step) = (frame, step)
    while bad < last {
      let next = min(last, frame.addingReportingOverflow(step).partialValue)
      guard next > bad else { break }
      if canDecode(at: next) { return (bad, next) }
      bad = next
      step = step.multipliedReportingOverflow(by: 2).partialValue
    }
    throw .damaged
  }

  private func canDecode(at frame: Int) -> Bool {
    let byteCount = probeFrameCount * format.frameByteCount
    return withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { buffer in
      do throws(SongDecodingError) {
        try seek(to: frame)
        var left = probeFrameCount
        while left > 0 {
          let count = try readFinite(
            into: .init(rebasing: buffer[..<(left * format.frameByteCount)]))
          guard count > 0 else { return left < probeFrameCount }
          left -= count
        }
        return true
      } catch {
        return false
      }
    }
  }
}
