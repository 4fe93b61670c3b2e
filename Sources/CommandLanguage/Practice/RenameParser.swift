import Text

/// Parses the arguments of `rename`: `Evening to Night`, `"go to bed" to Night`.
enum RenameParser {
  private static let example = "rename Evening to Night"

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PracticeCommand {
    let text = try arguments.takeText(needs: "a set and its new name, such as '\(example)'")
    guard let (old, new) = try split(text) else {
      throw .missing(
        command: "rename \(Echo(text).text)", needs: "'to' and a new name, such as '\(example)'")
    }
    return .rename(
      try SetReference(old, of: "rename"), to: try FreeText.name(new, of: "rename"))
  }

  /// What is before and after the last `to` outside quotation marks with words on both sides.
  private static func split(
    _ text: Substring
  ) throws(CommandError) -> (old: Substring, new: Substring)? {
    let words = try words(of: text)
    guard words.count > 2,
      let place = words.indices.dropFirst().dropLast().last(where: {
        words[$0].lowercased() == "to"
      })
    else { return nil }
    return (
      text[words[0].startIndex..<words[place - 1].endIndex],
      text[words[place + 1].startIndex...]
    )
  }

  /// The words of `text`; a quotation mark at the start of a word begins one that ends with the
  /// next.
  private static func words(of text: Substring) throws(CommandError) -> [Substring] {
    let scalars = text.unicodeScalars
    var words: [Substring] = []
    var place = scalars.startIndex
    while true {
      place = scalars[place...].firstIndex { !Words.isBlank($0) } ?? scalars.endIndex
      guard place < scalars.endIndex else { return words }
      let end =
        scalars[place] == "\""
        ? try QuotedText.unquote(scalars, from: place).end
        : scalars[place...].firstIndex(where: Words.isBlank) ?? scalars.endIndex
      words.append(text[place..<end])
      place = end
    }
  }
}
