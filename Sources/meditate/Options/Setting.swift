/// One row of the table of settings: an option of the command line that the settings file and the
/// environment can set, too.
protocol Setting: Sendable {
  /// The long name of the option, without its dashes, and the name in the settings file.
  var name: String { get }
  /// What the option does, as `--help` says it.
  var help: String { get }
  /// What holds where nothing is set; `nil` for nothing.
  var defaultText: String? { get }
  /// The option as it is typed, with its dashes.
  var spellings: [String] { get }
  /// Whether the option is followed by a value.
  var takesValue: Bool { get }
  /// Whether each further value joins those before, where otherwise it replaces them.
  var isRepeating: Bool { get }

  /// The word of the command line that sets this to `text`; `nil` where none is needed.
  ///
  /// - Throws: Where no value of this kind is written so. Whether the value is a good one, the
  ///   option's parser decides.
  func word(for text: String) throws(SettingProblem) -> String?
}

extension Setting {
  /// The environment variable.
  var variable: String { "MEDITATE_" + name.uppercased().replacing("-", with: "_") }
}

/// What is wrong with a setting, as a sentence.
struct SettingProblem: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
}
