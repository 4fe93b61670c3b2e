/// Words a row so that it can be read aloud: `2 picked: Title, Artist, 5:30`.
enum PlainRow {
  /// The line that tells `row`; what is not picked is said so only where that is the news.
  static func line(_ row: some Row, isNews: Bool = false) -> String {
    var states = row.marker == .unpicked && !isNews ? [] : [row.marker.word]
    if row.style == .failed, row.marker != .failed { states.append("failed") }
    let state = states.filter { !$0.isEmpty }.joined(separator: " ")
    let label = state.isEmpty ? "\(row.number)" : "\(row.number) \(state)"
    let texts = [row.title, row.subtitle, row.detail].filter { !$0.isEmpty }
    return "\(label): \(texts.joined(separator: ", "))"
  }
}
