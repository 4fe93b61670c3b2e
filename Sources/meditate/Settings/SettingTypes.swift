/// The time of day at which a day begins for totals and streaks: `day-start`.
struct DayStart: Equatable, Sendable {
  static let usual = DayStart(minutes: 4 * 60)

  /// After local midnight.
  var time: Duration { .seconds(minutes * 60) }
  /// After local midnight, less than a day.
  private let minutes: Int

  private init(minutes: Int) { self.minutes = minutes }

  /// Parses `4:30`, `04:30` or `4`.
  @Sendable init(typed text: String) throws(SettingProblem) {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { field in
      (1...2).contains(field.utf8.count) && field.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? Int(field) : nil
    }
    guard numbers.count == fields.count, (1...2).contains(fields.count),
      0...23 ~= numbers[0], 0...59 ~= numbers.dropFirst().first ?? 0,
      fields.count == 1 || fields[1].utf8.count == 2
    else { throw SettingProblem(message: "write a time of day, such as 04:00.") }
    minutes = numbers[0] * 60 + (numbers.dropFirst().first ?? 0)
  }
}

extension DayStart: CustomStringConvertible {
  var description: String {
    [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
