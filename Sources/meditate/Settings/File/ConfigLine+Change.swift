extension ConfigLine {
  /// Creates the line that sets `name` to `value`.
  ///
  /// - Throws: If no line can hold this value.
  init(setting name: String, to value: String) throws(SettingProblem) {
    self = try ConfigLine(Array("\(name) =".utf8)).setting(value)
  }

  /// The line of a setting with another value. Its name, blanks, comment and, where the value can
  /// be read with them, quotes stay as they are.
  ///
  /// - Throws: If no line can hold this value.
  func setting(_ value: String) throws(SettingProblem) -> ConfigLine {
    guard case .setting(let name, let old, let comment) = content else { return self }
    if value == old { return self }
    let isQuoted = bytes[valueRange].first == UInt8(ascii: "\"")
    let gap = valueRange.isEmpty ? " " : ""
    let (bare, quoted) = (gap + value, gap + "\"\(value)\"")
    let styles = (isQuoted ? [quoted, bare] : [bare, quoted]) + [bare + " "]
    let isOneLine = !value.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    let line = styles.lazy.map(replacingValue).first {
      $0.content == .setting(name: name, value: value, comment: comment)
    }
    guard isOneLine, let line else {
      throw SettingProblem(
        message: "This value of '\(name)' cannot be written to the settings file: "
          + (isOneLine ? "it needs quotes, and has a '\"'." : "it has control characters."))
    }
    return line
  }

  /// What stays of the line when its setting is removed: the comment, which is the user's own.
  var comment: ConfigLine? {
    guard case .setting(_, _, let comment?) = content else { return nil }
    return ConfigLine(Array(comment.utf8) + bytes.suffix(1).filter { $0 == UInt8(ascii: "\r") })
  }

  private func replacingValue(_ text: String) -> ConfigLine {
    var bytes = bytes
    bytes.replaceSubrange(valueRange, with: text.utf8)
    return ConfigLine(bytes)
  }
}
