import ArgumentParser

/// A setting with a value.
struct ValueSetting<Value: Sendable>: Setting {
  let name: String
  let help: String
  let defaultText: String?
  let isRepeating: Bool
  let option: Option<Value>
  private(set) var short: Character?
  private(set) var effect = SettingEffect.nextStart

  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
  var takesValue: Bool { true }

  func word(for text: String) throws(SettingProblem) -> String? {
    guard !text.isEmpty else { throw SettingProblem(message: "'\(name)' needs a value.") }
    return "--\(name)=\(text)"
  }
}

extension ValueSetting where Value: ExpressibleByArgument {
  /// Creates a setting with the default `initial`.
  init(
    _ name: String, initial: Value, value: String? = nil, help: String,
    effect: SettingEffect = .nextStart
  ) {
    self.init(
      name: name, help: help, defaultText: initial.defaultValueDescription, isRepeating: false,
      option: Option(
        wrappedValue: initial, name: .customLong(name),
        help: ArgumentHelp(help, valueName: value)), effect: effect)
  }
}

extension ValueSetting {
  /// Creates a setting with the default `initial`, parsed by `parse`.
  ///
  /// - Parameter parse: Throws an error whose description names the valid values.
  init(
    _ name: String, initial: Value, value: String, help: String,
    effect: SettingEffect = .nextStart,
    parse: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(
      name: name, help: help, defaultText: "\(initial)", isRepeating: false,
      option: Option(
        wrappedValue: initial, name: .customLong(name),
        // The parser shows the default only for types that parse themselves.
        help: ArgumentHelp("\(help) (default: \(initial))", valueName: value), transform: parse),
      effect: effect)
  }

  /// Creates a setting without a default.
  init<Wrapped: ExpressibleByArgument>(
    _ name: String, value: String, help: String, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    self.init(
      name: name, help: help, defaultText: nil, isRepeating: false,
      option: Option(
        name: .customLong(name), help: ArgumentHelp(help, valueName: value),
        completion: completion))
  }

  /// Creates a setting without a default, parsed by `parse`.
  ///
  /// - Parameter parse: Throws an error whose description names the valid values.
  init<Wrapped>(
    _ name: String, value: String, help: String,
    parse: @escaping @Sendable (String) throws -> Wrapped
  ) where Value == Wrapped? {
    self.init(
      name: name, help: help, defaultText: nil, isRepeating: false,
      option: Option(
        name: .customLong(name), help: ArgumentHelp(help, valueName: value), transform: parse))
  }

  /// Creates a setting with any number of values.
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
  /// The option of a setting: `@Option(Settings.table.volume) var volume`.
  init(_ setting: ValueSetting<Value>) { self = setting.option }
}
