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
  /// Parses `19:00`, `6:45:30`, `7pm`, `6:45am`, `noon` or `midnight`; `forms` are for the message.
  package static func parse(
    _ word: some StringProtocol, forms: String = "19:00"
  ) throws(LineError) -> TimeOfDay {
    var text = Substring(word.lowercased())
    if text == "noon" { return TimeOfDay(within: 12 * 3600) }
    if text == "midnight" { return .midnight }
    let half = ["am": 0, "pm": 12].first { text.hasSuffix($0.key) }?.value
    if half != nil { text.removeLast(2) }
    let hours = half == nil ? 0...23 : 1...12
    guard var numbers = Digits.values(text.utf8, by: ":", length: 2),
      (half == nil ? 2...3 : 1...2).contains(numbers.count), hours.contains(numbers[0]),
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { throw .wrong(QuotedInput(word), "is not a time of day. Write \(forms).") }
    if let half { numbers[0] = numbers[0] % 12 + half }
    return TimeOfDay(within: zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 })
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
