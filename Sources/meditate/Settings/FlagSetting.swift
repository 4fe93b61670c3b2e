import ArgumentParser

/// A setting that is on or off; off by default.
struct FlagSetting: Setting {
  let name: String
  let help: String
  let flag: Flag<Bool>

  init(_ name: String, help: String) {
    self.name = name
    self.help = help
    flag = Flag(wrappedValue: false, name: .customLong(name), help: ArgumentHelp(help))
  }

  var defaultText: String? { "no" }
  var spellings: [String] { ["--\(name)"] }
  var takesValue: Bool { false }
  var isRepeating: Bool { false }
  var effect: SettingEffect { .nextStart }

  func word(for text: String) throws(SettingProblem) -> String? {
    switch Switch(argument: text) {
    case .on: "--\(name)"
    case .off: nil
    case nil: throw SettingProblem(message: "'\(name)' must be 'yes' or 'no'.")
    }
  }
}

extension Flag where Value == Bool {
  /// The flag of a setting: `@Flag(Settings.table.plain) var plain`.
  init(_ setting: FlagSetting) { self = setting.flag }
}
