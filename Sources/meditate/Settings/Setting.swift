import ArgumentParser
import MeditationLines
import MeditationPlan
import MeditationPractice
import MeditationText

/// A row of the table of settings: an option, also of the settings file and the environment.
struct Setting: Sendable {
  /// The long name of the option, without dashes; also the name in the settings file.
  let name: String
  let help: String
  /// The default; `nil` if there is none.
  let defaultText: String?
  /// The names of the option, with dashes.
  let spellings: [String]
  /// True if the option takes a value; a flag takes none.
  var takesValue = true
  /// True if values accumulate; otherwise the last one counts.
  var isRepeating = false
  /// True if a change takes effect at once; otherwise at the next start.
  var isLive = false
  /// True if a text is a valid value.
  let accepts: @Sendable (String) -> Bool
  /// The change in the running program when this is set to a text; `nil` for none.
  var change: @Sendable (String) -> SettingChange? = { _ in nil }

  /// The command-line argument that sets this to `text`; `nil` if none is needed. The option's
  /// parser does the rest of the checking.
  func word(for text: String) throws(SettingProblem) -> String? {
    guard !takesValue else {
      guard !text.isEmpty else { throw SettingProblem(message: "'\(name)' needs a value.") }
      return "--\(name)=\(text)"
    }
    switch Switch(argument: text) {
    case .on: return "--\(name)"
    // The option that turns it off if it is on by default.
    case .off: return spellings.dropFirst().first
    case nil: throw SettingProblem(message: "'\(name)' must be 'yes' or 'no'.")
    }
  }
}

/// A setting that changed while the program runs, with its new value.
enum SettingChange {
  /// In percent.
  case volume(Int)
  case level(Level)
  case announcement(Announcement)
  case times(Wording.Times)
  case dayStart(DayStart)
  case streak(StreakRule)
  case goal(GoalOption)
  case askNote(Switch)
}

// MARK: - Settings with a value

struct ValueSetting<Value: Sendable>: Sendable {
  let row: Setting
  fileprivate let option: Option<Value>

  var name: String { row.name }

  /// - Parameters:
  ///   - read: The value of a text; `nil` if it is invalid.
  ///   - now: The immediate change made by a new value; `nil` if it takes effect at the next start.
  private init(
    _ name: String, help: String, defaultText: String? = nil, short: Character? = nil,
    isRepeating: Bool = false, option: Option<Value>, read: @escaping @Sendable (String) -> Value?,
    now: (@Sendable (Value) -> SettingChange)? = nil
  ) {
    row = Setting(
      name: name, help: help, defaultText: defaultText,
      spellings: ["--\(name)"] + (short.map { ["-\($0)"] } ?? []), isRepeating: isRepeating,
      isLive: now != nil, accepts: { !$0.isEmpty && read($0) != nil },
      change: { text in now.flatMap { now in read(text).map(now) } })
    self.option = option
  }
}

extension ValueSetting {
  /// Creates a setting with the default `initial`. The error of `parse` names the valid values.
  init(
    _ name: String, initial: Value, value: String, help: String,
    now: (@Sendable (Value) -> SettingChange)? = nil,
    parse: @escaping @Sendable (String) throws -> Value
  ) where Value: CustomStringConvertible {
    let text = initial.description
    self.init(
      name, help: help, defaultText: text,
      option: Option(
        wrappedValue: initial, name: .customLong(name),
        // The parser shows the default only for types that parse themselves.
        help: ArgumentHelp("\(help) (default: \(text))", valueName: value), transform: parse),
      read: { try? parse($0) }, now: now)
  }

  /// Creates a setting with the default `initial`, whose type parses itself.
  init(
    _ name: String, initial: Value, help: String,
    now: (@Sendable (Value) -> SettingChange)? = nil
  ) where Value: ExpressibleByArgument & RawRepresentable<String> {
    self.init(
      name, help: help, defaultText: initial.rawValue,
      option: Option(wrappedValue: initial, name: .customLong(name), help: ArgumentHelp(help)),
      read: { Value(argument: $0) }, now: now)
  }

  /// Creates a setting without a default, whose type parses itself.
  init<Wrapped: ExpressibleByArgument>(
    _ name: String, value: String, help: String, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    self.init(
      name, help: help,
      option: Option(
        name: .customLong(name), help: ArgumentHelp(help, valueName: value),
        completion: completion),
      // An optional of an optional: an invalid text is not a setting without a value.
      read: { Wrapped(argument: $0).map(Optional.some) })
  }

  /// Creates a setting without a default. The error of `parse` names the valid values.
  init<Wrapped>(
    _ name: String, value: String, help: String,
    parse: @escaping @Sendable (String) throws -> Wrapped
  ) where Value == Wrapped? {
    self.init(
      name, help: help,
      option: Option(
        name: .customLong(name), help: ArgumentHelp(help, valueName: value), transform: parse),
      read: { text in (try? parse(text)).map(Optional.some) })
  }

  /// Creates a setting with any number of values.
  init<Element: ExpressibleByArgument>(
    _ name: String, short: Character, value: String, help: String
  ) where Value == [Element] {
    self.init(
      name, help: help, short: short, isRepeating: true,
      option: Option(
        wrappedValue: [], name: [.customShort(short), .customLong(name)],
        help: ArgumentHelp(help, valueName: value)),
      read: { text in Element(argument: text).map { [$0] } })
  }
}

extension Option where Value: Sendable {
  /// The option of a setting: `@Option(Settings.table.volume) var volume`.
  init(_ setting: ValueSetting<Value>) {
    self = setting.option
  }
}

// MARK: - Flags

/// A setting that is on or off. If on by default, it also has an option beginning with `--no-`.
struct FlagSetting: Sendable {
  let row: Setting
  fileprivate let flag: Flag<Bool>

  init(_ name: String, help: String) {
    row = Self.row(name, help: help, isOn: false)
    flag = Flag(wrappedValue: false, name: .customLong(name), help: ArgumentHelp(help))
  }

  init(onUnlessNo name: String, help: String) {
    row = Self.row(name, help: help, isOn: true)
    flag = Flag(
      wrappedValue: true, name: .customLong(name), inversion: .prefixedNo,
      exclusivity: .chooseLast, help: ArgumentHelp(help))
  }

  private static func row(_ name: String, help: String, isOn: Bool) -> Setting {
    Setting(
      name: name, help: help, defaultText: isOn ? "yes" : "no",
      spellings: isOn ? ["--\(name)", "--no-\(name)"] : ["--\(name)"], takesValue: false,
      accepts: { Switch(argument: $0) != nil })
  }
}

extension Flag where Value == Bool {
  /// The flag of a setting: `@Flag(Settings.table.plain) var plain`.
  init(_ setting: FlagSetting) {
    self = setting.flag
  }
}
