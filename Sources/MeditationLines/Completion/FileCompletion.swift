import MeditationControl
import MeditationLanguage
import MeditationSystem
import MeditationText
import SystemPackage

/// Completes the name of a file where a command takes one. Blocks on the disk, as a shell does.
struct FileCompletion {
  /// The clauses of a plan that take files.
  private static let clauses = [
    "voice", "guide", "under", "bell", "bells", "also", "opening", "closing",
  ]

  let base: BaseFolders

  /// The completions of the last word of `line`, in order.
  func completions(of line: String) -> [String] {
    guard let begun = begun(in: line) else { return [] }
    let isQuoted = begun.text.hasPrefix("\"")
    let typed = isQuoted ? begun.text.dropFirst() : begun.text
    let start = typed.lastIndex(of: "/").map(typed.index(after:)) ?? typed.startIndex
    let (folder, beginning) = (String(typed[..<start]), typed[start...])
    let path = FilePath(base.path(of: folder.isEmpty ? "./" : folder))
    // Only the last word is completed: the text before it stays.
    let lead = begun.text.lastIndex(of: " ").map {
      begun.text.distance(from: begun.text.startIndex, to: $0) + 1
    }
    return names(in: path, beginning: beginning).map { name in
      let isFolder = (try? path.appending(name).stat())?.type == .directory
      var full = folder + name + (isFolder ? "/" : "")
      if begun.isWord, !full.contains("/"), !full.contains(".") { full = "./" + full }
      if isQuoted || begun.isWord && full.contains(where: { " ,;".contains($0) }) {
        full = "\"" + full + (isFolder ? "" : "\"")
      }
      return String(full.dropFirst(lead ?? 0))
    }
  }

  private func names(in folder: FilePath, beginning: Substring) -> [String] {
    ((try? DirectoryEntry.names(in: folder)) ?? []).compactMap { bytes in
      let name = String(decoding: bytes, as: UTF8.self)
      // Others cannot be typed as they are.
      guard Array(name.utf8) == bytes, QuotedInput.cleaned(name.unicodeScalars) == name,
        !name.contains("\""), !name.contains("\\")
      else { return nil }
      return name.hasPrefix(beginning) && (name.first != "." || beginning.first == ".") ? name : nil
    }.sorted()
  }

  /// The typed part of the name at the end of `line`, with its quotation mark; `nil` if the command
  /// takes none there. It is a word if the command takes one: then blanks need quotation marks.
  private func begun(in line: String) -> (text: Substring, isWord: Bool)? {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count > 1, let command = Commands.name(meantBy: String(words[0])) else {
      return nil
    }
    let rest = line[words[1].startIndex...]
    switch command {
    case "add": return (rest, false)
    case "load", "edit", "sit": return isPath(rest) ? (rest, false) : nil
    case "sets":
      guard words.count > 2 else { return nil }
      switch words[1].lowercased() {
      case "import": return (words[2], false)
      case "show": return isPath(words[2]) ? (words[2], false) : nil
      default: return Self.words(of: words[2]).last.map { (text: $0, isWord: true) }
      }
    default: return begun(inPlan: line[...])
    }
  }

  private func begun(inPlan line: Substring) -> (text: Substring, isWord: Bool)? {
    var words = Self.words(of: line, separators: " ,;")
    if let end = words.dropLast().lastIndex(where: \.isEmpty) { words.removeFirst(end + 1) }
    while words.count > 2, Commands.name(meantBy: String(words[0])) == "part" {
      words.removeFirst(2)
    }
    guard words.count > 1, let clause = Commands.name(meantBy: String(words[0])),
      Self.clauses.contains(clause), let last = words.last
    else { return nil }
    let takesAny = words.count == 2 && ["voice", "guide"].contains(clause)
    return takesAny || isPath(last) ? (last, true) : nil
  }

  private func isPath(_ text: Substring) -> Bool {
    guard let first = text.first else { return false }
    return "~./\"".contains(first)
  }

  /// The words of `line`, of which the last one may be empty or an open quote. A separator other than a
  /// blank makes an empty word.
  private static func words(of line: Substring, separators: String = " ") -> [Substring] {
    var words: [Substring] = []
    var (start, isQuoted) = (line.startIndex, false)
    for place in line.indices {
      if line[place] == "\"" { isQuoted.toggle() }
      guard !isQuoted, separators.contains(line[place]) else { continue }
      if start < place { words.append(line[start..<place]) }
      if line[place] != " " { words.append("") }
      start = line.index(after: place)
    }
    return words + [line[start...]]
  }
}
