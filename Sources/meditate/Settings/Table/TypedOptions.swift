/// The settings among the typed arguments, to know the source of a value. The parser interprets and
/// checks the values.
struct TypedOptions {
  let found: [(setting: any Setting, text: String)]

  init(_ words: [String], rows: [any Setting]) {
    var found: [(any Setting, String)] = []
    let words = words.prefix { $0 != "--" }
    for (index, word) in words.enumerated() where word.hasPrefix("-") {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let setting = rows.first(where: { $0.spellings.contains(parts[0]) }) else { continue }
      if !setting.takesValue {
        found.append((setting, parts[0] == "--\(setting.name)" ? "yes" : "no"))
      } else if let text = parts.dropFirst().first ?? words.dropFirst(index + 1).first {
        found.append((setting, text))
      }
    }
    self.found = found
  }
}
