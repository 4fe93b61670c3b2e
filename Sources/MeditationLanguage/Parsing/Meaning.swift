import MeditationCore
import MeditationText

/// A line that people type although it is no command, and the line that they probably mean.
///
/// A new one is a row of the table: a test performs each line that is suggested.
struct Meaning {
  /// Lowercase words; `#` is a number, and `*`, the last one, is all words that follow.
  let typed: [Substring]
  /// The line to suggest, with what was typed in place of `#` and `*`.
  let line: String
  /// Where it is suggested, if the command is useful there.
  let uses: WordUse

  private init(_ typed: String, _ line: String, in uses: WordUse = .anywhere) {
    (self.typed, self.line, self.uses) = (typed.split(separator: " "), line, uses)
  }

  /// The first line of the same words that is useful in the phase is suggested.
  static let table: [Meaning] = [
    Meaning("bell every #", "bells every #m"), Meaning("bell at #", "bells at #m"),
    Meaning("ring every #", "bells every #m"), Meaning("ring every *", "bells every *"),
    Meaning("ring at #", "bells at #m"), Meaning("ring at *", "bells at *"),
    Meaning("closing bell", "closing 1"),
    Meaning("opening bell", "opening 1"), Meaning("no closing bell", "closing off"),
    Meaning("no opening bell", "opening off"), Meaning("no bell", "bells off"),
    Meaning("no bells", "bells off"), Meaning("no music", "music off"),
    Meaning("no fade", "fade off"), Meaning("no breath", "breath off"),
    Meaning("no voice", "voice off"), Meaning("no repeat", "repeat off"),
    Meaning("no shuffle", "sort original"), Meaning("shuffle off", "sort original"),
    Meaning("unshuffle", "sort original"), Meaning("shuffle on", "shuffle"),
    Meaning("rain on", "under rain"), Meaning("waves on", "under waves"),
    Meaning("wind on", "under wind"), Meaning("fire on", "under fire"),
    Meaning("louder", "volume +5"), Meaning("softer", "volume -5"),
    Meaning("quieter", "volume -5"), Meaning("how long", "left"), Meaning("how long", "plan"),
    Meaning("time left", "left"), Meaning("time left", "plan"),
    Meaning("next song", "next"), Meaning("next track", "next"),
    Meaning("previous song", "previous"), Meaning("previous track", "previous"),
    Meaning("play #", "#"), Meaning("start #", "pick #"), Meaning("play all", "all"),
    Meaning("start all", "all"), Meaning("cancel", "back"), Meaning("cancel", "none"),
    Meaning("pick found n", "pick found next", in: [.listening]), Meaning("save as *", "save *"),
    Meaning("list sets", "sets"), Meaning("sets list", "sets"),
    Meaning("sets delete *", "delete *"), Meaning("sets rename *", "rename *"),
    Meaning("sets load *", "load *"), Meaning("sets edit *", "edit *"),
    Meaning("sets save *", "save *"), Meaning("sets sit *", "sit *"),
    Meaning("today", "journal"), Meaning("yesterday", "journal"),
    Meaning("journal today", "journal"), Meaning("journal yesterday", "journal"),
  ]

  /// The line that `words` mean in `phase`; `nil` if they are none of the table.
  static func line(for words: [Substring], in phase: Phase?) -> String? {
    table.lazy.filter { meaning in phase.map { meaning.uses.contains($0.use) } ?? true }
      .compactMap { $0.line(for: words) }.first { line in
        line.utf8.count <= QuotedInput.limit && CommandParser.isUseful(line, in: phase)
          && (try? CommandParser.command(in: line[...], phase)) != nil
      }
  }

  private func line(for words: [Substring]) -> String? {
    let takesAll = typed.last == "*"
    guard takesAll ? words.count >= typed.count : words.count == typed.count else { return nil }
    var line = line
    for (index, (word, pattern)) in zip(words, typed).enumerated() {
      switch pattern {
      case "*":
        line = line.replacing("*", with: words[index...].joined(separator: " "))
      case "#":
        guard word.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        line = line.replacing("#", with: word)
      default: guard word.lowercased() == pattern else { return nil }
      }
    }
    return line
  }
}
