/// A setting with its value and the source of the value.
struct SettingValue {
  let setting: any Setting
  /// More than one only if the setting repeats; none if it has no default.
  var texts: [String]
  /// The source of the last text.
  var origin: SettingOrigin
  /// The texts of the settings file, whether or not another source takes precedence.
  private(set) var inFile: [String] = []
  /// The text of the file or the environment, whether or not another one was typed.
  private(set) var inherited: (text: String, origin: SettingOrigin)?

  /// Creates the default value.
  init(defaultOf setting: any Setting) {
    self.setting = setting
    texts = setting.defaultText.map { [$0] } ?? []
    origin = .builtIn
  }

  /// The command-line arguments that set this; none for the default.
  var words: [String] {
    origin.rank <= SettingOrigin.remembered.rank
      ? [] : texts.compactMap { text in try? setting.word(for: text) }
  }

  /// Sets a text from a source that takes precedence, or from a later line.
  mutating func take(_ text: String, from origin: SettingOrigin) {
    let joins = setting.isRepeating && self.origin != .builtIn
    texts = joins ? texts + [text] : [text]
    self.origin = origin
    if case .file = origin { inFile = texts }
    if origin.isInherited { inherited = (text, origin) }
  }
}
