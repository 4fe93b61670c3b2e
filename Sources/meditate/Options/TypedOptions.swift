/// The settings among the words of the command line, for those who ask where a value comes from.
/// What the words mean, and whether they are right, is for the parser.
struct TypedOptions {
  let found: [(setting: any Setting, text: String)]

  init(_ words: [String], rows: [any Setting]) {
    var found: [(any Setting, String)] = []
    let words = words.prefix { $0 != "--" }
    for (index, word) in words.enumerated() where word.hasPrefix("-") {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let setting = rows.first(where: { $0.spellings.contains(parts[0]) }) else { continue }
      if !setting.takesValue {
        found.append((setting, "yes"))
      } else if let text = parts.dropFirst().first ?? words.dropFirst(index + 1).first {
        found.append((setting, text))
      }
    }
    self.found = found
  }
}
