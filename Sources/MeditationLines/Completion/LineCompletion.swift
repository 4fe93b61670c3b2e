import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationScreens
import MeditationText

/// Completes the last word of a line: commands, their arguments, files, and titles, artists and albums
/// after `find` and `pick title:`.
@MainActor package struct LineCompletion {
  private let session: MeditationViewModel
  private let practice: PracticeController?
  private let files: FileCompletion

  /// - Parameter base: Where names of files begin.
  init(
    session: MeditationViewModel, practice: PracticeController? = nil,
    base: BaseFolders = BaseFolders()
  ) {
    self.session = session
    self.practice = practice
    files = FileCompletion(base: base)
  }

  /// The distinct completions of `line`, which may be empty.
  func completions(of line: String) -> [String] {
    var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return Commands.completions(of: line) }
    if line.last?.isWhitespace ?? false { words.append("") }
    if case .find? = try? CommandParser.parse(line) {
      if words[0].hasPrefix("/"), words[0] != "/" {
        words[0].removeFirst()
        let found = texts(continuing: words)
        return words.count == 1 ? found.map { "/" + $0 } : found
      }
      if words.count > 1 { return texts(continuing: Array(words.dropFirst())) }
    }
    if words.count > 1, SearchField.split(words[1]) != nil,
      ["pick", "unpick"].contains(Commands.name(meantBy: words[0]))
    {
      return texts(continuing: Array(words.dropFirst()))
    }
    return Self.completions(
      of: line, sets: { practice?.sets.names ?? [] },
      settings: { practice?.services.settings?.settings.map(\.name) ?? [] })
      + files.completions(of: line)
  }

  /// The distinct completions of `line` that depend on no session.
  package nonisolated static func completions(
    of line: String, sets: () -> [String], settings: () -> [String]
  ) -> [String] {
    var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    if line.last?.isWhitespace ?? true { words.append("") }
    return Commands.completions(of: line) + keysTopic(in: words)
      + names(continuing: words, sets: sets, settings: settings)
  }

  /// The names of sets, or of settings, from the last of `words` on.
  private nonisolated static func names(
    continuing words: [String], sets: () -> [String], settings: () -> [String]
  ) -> [String] {
    guard words.count > 1 else { return [] }
    var words = words[...]
    let names: [String]
    switch Commands.name(meantBy: words.removeFirst()) {
    case "load", "edit", "rename", "delete", "sit": names = sets()
    // 'sets show', 'sets export' and 'sets bundle'; 'sets import' takes a file.
    case "sets" where words.count > 1:
      names = words.removeFirst().lowercased().hasPrefix("i") ? [] : sets()
    case "set" where words.count == 1: names = settings()
    default: return []
    }
    let typed = words.joined(separator: " ").lowercased()
    // A name of several words completes from the word that is typed.
    let whole = words.dropLast().reduce(0) { $0 + $1.count + 1 }
    return names.filter { $0.lowercased().hasPrefix(typed) }.map { String($0.dropFirst(whole)) }
  }

  /// `keys` is a help topic but not a command.
  private nonisolated static func keysTopic(in words: [String]) -> [String] {
    guard words.count == 2, "keys".hasPrefix(words[1].lowercased()),
      HelpText.asksForKeys(words[0] + " keys")
    else { return [] }
    return ["keys"]
  }

  /// The completions of the last of `words` for which all words form a part of a title, from the
  /// start of a word to the end of the title; of an artist or an album if the first word says so.
  private func texts(continuing words: [String]) -> [String] {
    guard let (field, rest) = SearchField.split(words[0]) else {
      return texts(.title, continuing: words)
    }
    let found = texts(field, continuing: [rest] + words.dropFirst())
    return words.count == 1 ? found.map { "\(field.rawValue):\($0)" } : found
  }

  private func texts(_ field: SearchField, continuing words: [String]) -> [String] {
    let typed = FoldedText.bytes(of: words.joined(separator: " "))
    let blank = UInt8(ascii: " ")
    var folded: [UInt8] = []
    var known: Set<String> = []
    var found: [String] = []
    for song in session.songs {
      folded.removeAll(keepingCapacity: true)
      let text = field.text(of: song)
      FoldedText.append(text, to: &folded)
      var place = 0
      for start in folded.indices where start == 0 || folded[start - 1] == blank {
        defer { place += 1 }
        if typed.isEmpty, start > 0 { break }
        guard folded[start...].starts(with: typed) else { continue }
        let all = text.split(separator: " ", omittingEmptySubsequences: false)
        let rest = all.dropFirst(place + words.count - 1).joined(separator: " ")
        if !rest.isEmpty, known.insert(rest).inserted { found.append(rest) }
      }
    }
    return found
  }
}
