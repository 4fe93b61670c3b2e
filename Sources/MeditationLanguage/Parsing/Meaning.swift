import MeditationCore
import MeditationText

/// A line that people type although it is no command, and the line that they probably mean.
///
/// A new one is a row of the table: a test performs each line that is suggested.
struct Meaning {
  /// Lowercase words; `#` is a number, and the last one can be `*`, all words that follow, or `@`, if the
  /// first of them begins with a letter.
  let typed: [Substring]
  /// The line to suggest, with what was typed in place of these.
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
    Meaning("# min", "sit #m"), Meaning("# min", "for #m"), Meaning("# mins", "sit #m"),
    Meaning("# mins", "for #m"), Meaning("# minutes", "sit #m"), Meaning("# minutes", "for #m"),
    Meaning("# more minutes", "for +#m"), Meaning("extend #", "for +#m"),
    Meaning("shorten #", "for -#m"), Meaning("snooze", "for +5m"),
    Meaning("start timer", "sit 20m"), Meaning("start a timer", "sit 20m"),
    Meaning("start session", "start"), Meaning("start a session", "start"),
    Meaning("start at *", "begin *"), Meaning("begin at *", "begin *"),
    Meaning("start in # minutes", "begin +#m"), Meaning("begin in # minutes", "begin +#m"),
    Meaning("end at #", "until #:00"), Meaning("end at *", "until *"),
    Meaning("stop at #", "until #:00"), Meaning("stop at *", "until *"),
    Meaning("finish at #", "until #:00"), Meaning("finish at *", "until *"),
    Meaning("wake me at #", "until #:00"), Meaning("wake me at *", "until *"),
    Meaning("bell at the end", "closing 1"), Meaning("bells at the end", "closing 3"),
    Meaning("one bell at the end", "closing 1"), Meaning("only one bell at the end", "closing 1"),
    Meaning("ring a bell every *", "bells every *"), Meaning("bowl every *", "bells every *"),
    Meaning("ring a bell at *", "bells at *"), Meaning("white noise", "under white"),
    Meaning("pink noise", "under pink"), Meaning("brown noise", "under brown"),
    Meaning("rain #", "under rain #"), Meaning("waves #", "under waves #"),
    Meaning("wind #", "under wind #"), Meaning("breathing # # #", "breath #-#-#"),
    Meaning("breathe # # #", "breath #-#-#"),
    Meaning("unmute", "volume 100"), Meaning("volume up", "volume +5"),
    Meaning("volume down", "volume -5"), Meaning("turn it up", "volume +5"),
    Meaning("turn it down", "volume -5"), Meaning("where am i", "status"),
    Meaning("what is playing", "status"), Meaning("what's playing", "status"),
    Meaning("what time is it", "status"), Meaning("say the time", "status"),
    Meaning("how much time is left", "left"), Meaning("how much time is left", "plan"),
    Meaning("how long did i sit", "journal totals"),
    Meaning("how long did i sit *", "journal totals"), Meaning("my sets", "sets"),
    Meaning("skip song", "next"), Meaning("skip this song", "next"), Meaning("skip track", "next"),
    Meaning("play music", "all"), Meaning("pick @", "pick title:@"), Meaning("open @", "load @"),
    Meaning("go back", "back"), Meaning("go back", "home"),
    Meaning("player-next", "next"), Meaning("player-prev", "previous"),
    Meaning("player-pause", "toggle"), Meaning("player-stop", "finish"),
    Meaning("view library", "list"), Meaning("view queue", "list picked"),
    Meaning("view playlist", "list picked"),
    Meaning("today", "journal"), Meaning("yesterday", "journal"),
    Meaning("journal today", "journal"), Meaning("journal yesterday", "journal"),
  ]

  /// Words that `pick` takes itself.
  private static let selections = ["all", "found", "none"]

  /// The line that `words` mean in `phase`; `nil` if they are none of the table.
  static func line(for words: [Substring], in phase: Phase?) -> String? {
    table.lazy.filter { meaning in phase.map { meaning.uses.contains($0.use) } ?? true }
      .compactMap { $0.line(for: words) }.first { line in
        // Not if what was typed makes it too long, or has a control character.
        QuotedInput(line).text == line && CommandParser.isUseful(line, in: phase)
          && (try? CommandParser.command(in: line[...], phase)) != nil
      }
  }

  private func line(for words: [Substring]) -> String? {
    let takesAll = typed.last == "*" || typed.last == "@"
    guard takesAll ? words.count >= typed.count : words.count == typed.count else { return nil }
    var line = line
    for (index, (word, pattern)) in zip(words, typed).enumerated() {
      switch pattern {
      case "*", "@":
        let isWord = word.first?.isLetter ?? false && !Self.selections.contains(word.lowercased())
        guard pattern == "*" || isWord else { return nil }
        line = line.replacing(pattern, with: words[index...].joined(separator: " "))
      case "#":
        guard word.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        line = line.replacing("#", with: word, maxReplacements: 1)
      default: guard word.lowercased() == pattern else { return nil }
      }
    }
    return line
  }
}
