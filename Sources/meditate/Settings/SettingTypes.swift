import ArgumentParser
import MeditationControl
import MeditationLanguage
import MeditationLines
import MeditationPlan
import MeditationPractice
import MeditationRemote
import MeditationSystem
import MeditationTerminal
import MeditationText
import SystemPackage

// The types of the settings' values, with the valid texts.

enum Switch: String, CaseIterable, ExpressibleByArgument {
  case on, off

  init?(argument: String) {
    switch argument.lowercased() {
    case "on", "yes", "true", "1": self = .on
    case "off", "no", "false", "0": self = .off
    default: return nil
    }
  }
}

enum Format: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The setting `device-lost`: how a session with a plan reacts to the loss of its device.
enum DeviceLoss: String, CaseIterable, ExpressibleByArgument {
  /// The session waits until the device is back.
  case wait
  /// The session continues without sound, and uses the device again when it is back.
  case `continue`
}

/// What a session does when the sound moves to other speakers: `on-unplug`.
enum UnplugPolicy: String, CaseIterable, ExpressibleByArgument {
  case pause, play
}

/// A `KEY=VALUE` of `--driver-option`.
struct DriverOption: ExpressibleByArgument {
  let key: String
  let value: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    (key, value) = (String(parts[0]), String(parts[1]))
  }
}

/// The time of day at which a day begins for totals and streaks: `day-start`.
struct DayStart: Equatable, Sendable {
  static let usual = DayStart(minutes: 4 * 60)

  /// After local midnight.
  var time: Duration { .seconds(minutes * 60) }
  /// After local midnight, less than a day.
  private let minutes: Int
}

extension DayStart: CustomStringConvertible {
  /// Parses `4:30`, `04:30` or `4`.
  @Sendable init(typed text: String) throws(SettingProblem) {
    let time = text.contains(":") ? text : "\(text):00"
    guard let numbers = Digits.values(time.utf8, by: ":", length: 2), numbers.count == 2,
      numbers[0] < 24, numbers[1] < 60, time.utf8.suffix(3).first == UInt8(ascii: ":")
    else { throw SettingProblem(message: "write a time of day, such as 04:00.") }
    minutes = numbers[0] * 60 + numbers[1]
  }

  var description: String {
    [minutes / 60, minutes % 60].map(\.twoDigits).joined(separator: ":")
  }
}

/// The user's goal for sitting: `goal`.
struct GoalOption: Equatable, Sendable {
  static let off = GoalOption(goal: nil)
  /// More sits than anybody sits in a week.
  private static let mostSits = 999
  private static let problem = SettingProblem(
    message:
      "write whole minutes a day, such as 20m, or a week, such as '150m a week', sits a week, "
      + "such as '5 sits', or off.")

  /// `nil` if there is no goal.
  let goal: PracticeGoal?
}

extension GoalOption: CustomStringConvertible {
  /// Parses `20m`, `20`, `1h30m a day`, `150m a week`, `5 sits`, `5 sits a week` or `off`.
  @Sendable init(typed text: String) throws(SettingProblem) {
    let words = text.lowercased().split(separator: " ")
    if words == ["off"] {
      self = .off
    } else if words.count > 1, ["sit", "sits"].contains(words[1]) {
      guard words.count == 2 || words[2...] == ["a", "week"],
        let count = Digits.value(words[0].utf8), 1...Self.mostSits ~= count
      else { throw Self.problem }
      goal = .sitsAWeek(count)
    } else {
      let (isDay, isWeek) = (words.suffix(2) == ["a", "day"], words.suffix(2) == ["a", "week"])
      let minutes = try Self.minutes(
        isDay || isWeek ? words.dropLast(2) : words[...], atMost: isWeek ? 7 : 1)
      goal = isWeek ? .minutesAWeek(minutes) : .minutesADay(minutes)
    }
  }

  private static func minutes(
    _ words: ArraySlice<Substring>, atMost days: Int64
  ) throws(SettingProblem) -> Int {
    let text = words.joined(separator: " ")
    guard let time = try? TimeText.parse(text, numberIn: .minutes) else { throw problem }
    let (minutes, rest) = time.components.seconds.quotientAndRemainder(dividingBy: 60)
    guard rest == 0, time.components.attoseconds == 0, 1...days * 24 * 60 ~= minutes else {
      throw problem
    }
    return Int(minutes)
  }

  var description: String {
    switch goal {
    case nil: "off"
    case .minutesADay(let minutes): "\(minutes)m"
    case .minutesAWeek(let minutes): "\(minutes)m a week"
    case .sitsAWeek(let sits): counted(sits, "sit")
    }
  }
}

// MARK: - Types of other modules

extension StreakRule: ExpressibleByArgument {}

extension ColorOption: ExpressibleByArgument {}

extension NotifyPolicy: ExpressibleByArgument {
  /// Parses `away`, and the values of a ``Switch``.
  public init?(argument: String) {
    switch Switch(argument: argument) {
    case .on: self = .yes
    case .off: self = .no
    case nil where argument.lowercased() == NotifyPolicy.away.rawValue: self = .away
    case nil: return nil
    }
  }
}

extension Announcement: ExpressibleByArgument {}
extension Wording.Times: ExpressibleByArgument {}
extension Level: ExpressibleByArgument {}

extension Int {
  /// Parses a number in `range`; throws `problem` for anything else.
  static func typed(
    in range: ClosedRange<Int>, or problem: String
  ) -> @Sendable (String) throws -> Int {
    { text in
      guard let number = Int(text), range ~= number else {
        throw SettingProblem(message: problem)
      }
      return number
    }
  }
}

/// The value of `on-bell`, `speak` and the like, which can also turn off an earlier one.
enum CommandOption: Sendable {
  case off
  case command(ShellWords)

  /// Parses a command, in which `~` is the user's home, or `off`.
  @Sendable init(typed text: String) throws {
    let home = UserDirectories.ofProgram.home?.string
    self = text.lowercased() == "off" ? .off : .command(try ShellWords(parsing: text, home: home))
  }

  /// `nil` if it is off.
  var command: ShellWords? { if case .command(let words) = self { words } else { nil } }

  /// The voice for guides with the value `option` of `speak`; its sound is kept in `cache`.
  static func voice(_ option: CommandOption?, cache: FilePath?) -> GuideVoice {
    switch (option, cache) {
    case (.off?, _), (_, nil): .off
    case (.command(let words)?, let cache?): .program(SpeechProgram(words, cache: cache))
    case (nil, let cache?):
      SpeechProgram.installed(cache: cache).map(GuideVoice.program) ?? .missing
    }
  }
}

extension PlanStep {
  /// Parses the value of `--plan` with the grammar of the prompt.
  @Sendable static func typed(_ line: String) throws -> [PlanStep] { try CommandParser.plan(line) }

  /// Parses the value of `--for` with the grammar of the prompt.
  @Sendable static func typedLength(_ text: String) throws -> [PlanStep] {
    let steps = try CommandParser.plan("for \(text)")
    guard steps.count == 1 else {
      throw SettingProblem(message: "write one length; '--plan' takes a whole plan.")
    }
    return steps
  }
}

extension SongSelection {
  /// Parses the value of `--pick` with the grammar of the prompt.
  @Sendable static func typed(_ list: String) throws -> Self {
    guard case .pick(let selection) = try CommandParser.parse("pick \(list)") else {
      throw SettingProblem(message: "name songs, such as '1 3-5 7-'.")
    }
    return selection
  }
}
