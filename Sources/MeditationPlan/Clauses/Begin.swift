import MeditationText

/// `begin 19:00`: the settling lasts until a time of day.
struct BeginClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "begin", arguments: "[TIME OF DAY | +TIME | off]", brief: "[HH:MM]",
    summary: "Lets the settling last until a time of day.", example: "begin 19:00",
    hints: ["when", "clock"], words: ["off"], prefixRank: .last,
    parse: { arguments throws(LineError) in
      let word = try arguments.takeOnly(takes: "one time", needs: "a time of day, such as 19:00")
      return word.lowercased() == "off" ? .change(.begin(nil)) : try .begin(at: word)
    })
  static let changesCourse = true
  static let passing = PlanPassing.afterSettling
  static var property: WritableKeyPath<Plan, TimeOfDay?> { \.begin }
  let value: TimeOfDay?

  var arguments: String { value?.spelled ?? "off" }
  var change: PlanChange { .begin(value) }

  func answer(_ wording: Wording) -> String? {
    value.map { "Begins at \($0.spelled)" } ?? "Begins at once"
  }

  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    guard let begin = outlook.plan.begin else { return nil }
    return TimelineStep(
      .settling, from: .zero, to: .zero, "begins at \(begin.spelled)",
      command: PlanChange.begin(begin).line)
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("begin", plan.begin?.spelled)] }
}

extension PlanStep {
  /// Parses `19:00`, or `+5m`, which is a time from now.
  package static func begin(at word: Substring) throws(LineError) -> PlanStep {
    if word.hasPrefix("+"), let wait = try? TimeText.parse(word.dropFirst()) {
      return .beginAfter(wait)
    }
    return .change(
      .begin(try .parse(word, forms: "'begin 19:00', or 'begin +5m' for a time from now")))
  }
}

extension TimeOfDay {
  /// Parses `19:00`, `6:45` or `19:00:30`; `forms` are examples for error messages.
  package static func parse(
    _ word: some StringProtocol, forms: String = "7:30"
  ) throws(LineError) -> TimeOfDay {
    guard let numbers = Digits.values(word.utf8, by: ":", length: 2),
      (2...3).contains(numbers.count), numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 }),
      let time = TimeOfDay(
        second: numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0))
    else { throw .wrong(QuotedInput(word), "is not a time of day. Write \(forms).") }
    return time
  }

  /// The time as it is typed: `19:00`, `6:45:30`.
  package var spelled: String {
    let (minute, second) = (self.second / 60 % 60, self.second % 60)
    return "\(self.second / 3600):" + minute.twoDigits + (second == 0 ? "" : ":" + second.twoDigits)
  }
}

/// A local time of day.
public struct TimeOfDay: Hashable, Sendable {
  /// Since midnight, from 0 to 86,399.
  public let second: Int

  /// Creates a time of day; `nil` if no day has it.
  public init?(second: Int) {
    guard (0..<86_400).contains(second) else { return nil }
    self.second = second
  }

  /// The beginning of a day.
  public static let midnight = TimeOfDay(within: 0)

  /// This time of day after `wait`, on this day or another.
  public func after(_ wait: Duration) -> TimeOfDay {
    let wait = min(max(wait, .seconds(Int64.min)), .seconds(Int64.max))
    return TimeOfDay(within: second + Int(wait.components.seconds % 86_400))
  }

  private init(within second: Int) { self.second = ((second % 86_400) + 86_400) % 86_400 }
}

extension TimeOfDay: CustomStringConvertible {
  /// The second of the day: `second 68400`.
  public var description: String { "second \(second)" }
}
