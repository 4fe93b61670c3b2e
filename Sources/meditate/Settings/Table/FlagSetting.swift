import ArgumentParser

/// A setting that is on or off. One that is on by default also has an option that begins with
/// `--no-`.
struct FlagSetting: Setting {
  let name: String
  let help: String
  let flag: Flag<Bool>
  private let isOn: Bool

  init(_ name: String, help: String) {
    self.name = name
    self.help = help
    isOn = false
    flag = Flag(wrappedValue: false, name: .customLong(name), help: ArgumentHelp(help))
  }

  /// Creates a setting that is on by default.
  init(onUnlessNo name: String, help: String) {
    self.name = name
    self.help = help
    isOn = true
    flag = Flag(
      wrappedValue: true, name: .customLong(name), inversion: .prefixedNo,
      exclusivity: .chooseLast, help: ArgumentHelp(help))
  }

  var defaultText: String? { isOn ? "yes" : "no" }
  var spellings: [String] { ["--\(name)"] + (isOn ? [negation] : []) }
  /// The option that turns it off.
  private var negation: String { "--no-\(name)" }
  var takesValue: Bool { false }
  var isRepeating: Bool { false }
  var effect: SettingEffect { .nextStart }

  func word(for text: String) throws(SettingProblem) -> String? {
    switch Switch(argument: text) {
    case .on: "--\(name)"
    case .off: isOn ? negation : nil
    case nil: throw SettingProblem(message: "'\(name)' must be 'yes' or 'no'.")
    }
  }
}

extension Flag where Value == Bool {
  /// The flag of a setting: `@Flag(Settings.table.plain) var plain`.
  init(_ setting: FlagSetting) { self = setting.flag }
}
