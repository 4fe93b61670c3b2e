import SessionControl

/// Formats a row to be read aloud: `2 picked: Title, Artist, 5:30`.
enum PlainRow {
  /// The line for `row`, or for a change of it.
  static func line(_ row: some Row, isNews: Bool = false) -> String {
    let state = isNews ? row.stateAsNews : row.state
    let label = [row.number.map { String($0) } ?? "", state].filter { !$0.isEmpty }
    guard !label.isEmpty else {
      let text = [row.title, row.message].filter { !$0.isEmpty }.joined(separator: ": ")
      return [text, row.detail, row.remark].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    let texts = [row.title, row.message, row.detail, row.remark].filter { !$0.isEmpty }
    return "\(label.joined(separator: " ")): \(texts.joined(separator: ", "))"
  }
}
