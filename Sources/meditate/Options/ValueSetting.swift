import ArgumentParser

/// A setting with a value.
struct ValueSetting<Value: Sendable>: Setting {
  let name: String
  let help: String
  let defaultText: String?
  let isRepeating: Bool
  let option: Option<Value>
  private(set) var short: Character?

  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
  var takesValue: Bool { true }

  func word(for text: String) throws(SettingProblem) -> String? {
    guard !text.isEmpty else { throw SettingProblem(message: "'\(name)' needs a value.") }
    return "--\(name)=\(text)"
  }
}

extension ValueSetting where Value: ExpressibleByArgument {
  /// A setting that always has a value; `initial` where nothing is set.
  init(_ name: String, initial: Value, help: String) {
    self.init(
      name: name, help: help, defaultText: initial.defaultValueDescription, isRepeating: false,
      option: Option(
        wrappedValue: initial, name: .customLong(name), help: ArgumentHelp(help)))
  }
}

extension ValueSetting {
  /// A setting that always has a value, which `parse` checks; `initial` where nothing is set.
  ///
  /// - Parameter parse: Throws an error whose description says which values there are.
  init(
    _ name: String, initial: Value, value: String, help: String,
    parse: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(
      name: name, help: help, defaultText: "\(initial)", isRepeating: false,
      option: Option(
        wrappedValue: initial, name: .customLong(name),
        // The parser shows the default of types that parse themselves, and of no others.
        help: ArgumentHelp("\(help) (default: \(initial))", valueName: value), transform: parse))
  }

  /// A setting that has a value only where it is set.
  init<Wrapped: ExpressibleByArgument>(
    _ name: String, value: String, help: String, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    self.init(
      name: name, help: help, defaultText: nil, isRepeating: false,
      option: Option(
        name: .customLong(name), help: ArgumentHelp(help, valueName: value),
        completion: completion))
  }

  /// A setting that has a value only where it is set, which `parse` checks.
  ///
  /// - Parameter parse: Throws an error whose description says which values there are.
  init<Wrapped>(
    _ name: String, value: String, help: String,
    parse: @escaping @Sendable (String) throws -> Wrapped
  ) where Value == Wrapped? {
    self.init(
      name: name, help: help, defaultText: nil, isRepeating: false,
      option: Option(
        name: .customLong(name), help: ArgumentHelp(help, valueName: value), transform: parse))
  }

  /// A setting that has any number of values.
  init<Element: ExpressibleByArgument>(
    _ name: String, short: Character, value: String, help: String
  ) where Value == [Element] {
    self.init(
      name: name, help: help, defaultText: nil, isRepeating: true,
      option: Option(
        wrappedValue: [], name: [.customShort(short), .customLong(name)],
        help: ArgumentHelp(help, valueName: value)))
    self.short = short
  }
}

extension Option where Value: Sendable {
  /// The option of a row: `@Option(Settings.table.volume) var volume`.
  init(_ setting: ValueSetting<Value>) { self = setting.option }
}
