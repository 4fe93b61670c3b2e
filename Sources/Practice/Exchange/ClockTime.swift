import Text

/// Lengths in hours, minutes and seconds, as `0:20:00`.
enum ClockTime {
  /// Whole seconds, rounded down.
  static func text(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    return "\(seconds / 3_600):" + twoDigits(seconds / 60 % 60) + ":" + twoDigits(seconds % 60)
  }

  /// The length of `0:45:0`, or of `0:45` in hours and minutes if those are `allowed`.
  ///
  /// - Parameter longestHours: A longer one is refused.
  static func parse(
    _ text: String, allowingMinutes: Bool = false, longestHours: Int = 24
  ) throws(LengthProblem) -> Duration {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = Array(text.utf8.dropFirst(isNegative ? 1 : 0)).split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Digits.value($0) }
    guard numbers.count == parts.count, parts.count == 3 || allowingMinutes && parts.count == 2,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { throw .notALength }
    if isNegative { throw .negative }
    let hours = min(numbers[0], longestHours + 1)
    let seconds = hours * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    guard seconds <= longestHours * 3_600 else { throw .tooLong }
    return .seconds(seconds)
  }

  /// Why a length cannot be used.
  enum LengthProblem: Error {
    case notALength, negative, tooLong
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
