/// Goes on behind damage, with a bounded effort where damage follows damage.
package struct DamageRecovery {
  /// The first place that is tried, in frames behind the damage: 6 ms at 44.1 kHz.
  private static let firstStep = 256
  /// Damage that comes sooner after the last one, in frames, doubles the step. So does damage after
  /// a run that is no longer than what was lost before it.
  private static let leastRun = 2048

  private var step = firstStep
  /// Where decoding went on after the last damage.
  private var resumed: Int?
  /// How many frames the last damage cost.
  private var lost = 0

  /// No damage so far.
  package init() {}

  /// Seeks `decoder` behind damage at `frame`.
  ///
  /// - Returns: The frame that is read next.
  /// - Throws: Where nothing more can be decoded.
  package mutating func resume(
    _ decoder: any Decoder, after frame: Int
  ) throws(DecodingError) -> Int {
    let isRepeated = resumed.map { (0...max(Self.leastRun, lost)).contains(frame - $0) } ?? false
    step = isRepeated ? step.multipliedReportingOverflow(by: 2).partialValue : Self.firstStep
    guard step > 0 else { throw DecodingError("the file is damaged") }
    let next = try decoder.resume(after: frame, step: step)
    (resumed, lost) = (next, next - frame)
    return next
  }
}
