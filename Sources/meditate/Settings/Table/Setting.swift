/// A command-line option that can also be set in the settings file and the environment.
protocol Setting: Sendable {
  /// The long name of the option, without dashes; also the name in the settings file.
  var name: String { get }
  /// The help text of the option.
  var help: String { get }
  /// The default; `nil` if there is none.
  var defaultText: String? { get }
  /// The names of the option, with dashes.
  var spellings: [String] { get }
  /// Whether the option takes a value.
  var takesValue: Bool { get }
  /// Whether further values are added; otherwise the last one counts.
  var isRepeating: Bool { get }
  /// When a change of it takes effect while the program runs.
  var effect: SettingEffect { get }

  /// The command-line argument that sets this to `text`; `nil` if none is needed.
  ///
  /// - Throws: If `text` is not a value of this kind. The option's parser checks further.
  func word(for text: String) throws(SettingProblem) -> String?
}

extension Setting {
  /// The environment variable.
  var variable: String {
    Settings.variablePrefix + name.uppercased().replacing("-", with: "_")
  }
}

/// A problem with a setting, as a sentence.
struct SettingProblem: Error, CustomStringConvertible {
  let message: String

  var description: String { message }

  /// The message without a place before it.
  var sentence: String { message.prefix(1).uppercased() + message.dropFirst() }
}
