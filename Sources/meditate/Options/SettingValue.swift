/// A setting with what it is set to, and where.
struct SettingValue {
  let setting: any Setting
  /// Several only where the setting repeats; none where it has no default.
  var texts: [String]
  /// Of the last text.
  var origin: SettingOrigin

  /// The value where nothing is set.
  init(defaultOf setting: any Setting) {
    self.setting = setting
    texts = setting.defaultText.map { [$0] } ?? []
    origin = .builtIn
  }

  /// The words of the command line that set this; none for the default.
  var words: [String] {
    origin == .builtIn ? [] : texts.compactMap { text in try? setting.word(for: text) }
  }

  /// Sets another text, from a place of greater weight or further down.
  mutating func take(_ text: String, from origin: SettingOrigin) {
    let joins = setting.isRepeating && self.origin != .builtIn
    texts = joins ? texts + [text] : [text]
    self.origin = origin
  }
}
