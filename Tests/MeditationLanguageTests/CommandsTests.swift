import MeditationCore
import MeditationLanguage
import MeditationText
import Testing

struct CommandsTests {
  private static let planning = [
    "for", "until", "whole", "settle", "begin", "opening", "bells", "also", "closing", "bell",
    "fade", "breath",
    "music", "under", "voice", "guide", "repeat", "crossfade", "then", "part", "plan", "volume",
    "level",
  ]

  private static let practicing = [
    "home", "journal", "note", "label", "goal", "again", "resume", "sets", "save", "load", "edit",
    "rename",
    "delete", "restore", "sit", "settings", "set",
  ]

  @Test("each example is the command that it explains", arguments: Commands.table.rows)
  func example(of spec: Commands.Row) throws {
    #expect(spec.example.hasPrefix(spec.name))
    _ = try CommandParser.parse(spec.example)
    #expect(try CommandParser.parse("help \(spec.name)") == .show(.help(spec.name)))
  }

  @Test("each command can be shown on a line of 80 columns", arguments: Commands.topics.rows)
  func width(of spec: Commands.Row) {
    #expect(spec.term.count <= 18)
    #expect(spec.summary.count <= 58)
    #expect(spec.summary.hasSuffix("."))
    #expect(spec.synopsis.count <= 44)
    #expect(!spec.uses.isEmpty)
  }

  @Test("names are different")
  func names() {
    #expect(Set(Commands.topics.rows.map(\.name)).count == Commands.topics.rows.count)
  }

  @Test("help on one command")
  func help() {
    #expect(
      Commands.topics.row(named: "seek")?.help == """
        seek TIME | +TIME | -TIME | PERCENT%
          Jumps to a time, to 50%, or by +10 or -10 seconds.
          Example: seek 1:30
        """)
    #expect(
      Commands.topics.row(named: "numbers")?.help == """
        1 3-5 7-
          Toggles songs; while listening, jumps to one.
          Example: 1 3-5
        """)
    #expect(
      Commands.topics.row(named: "sort")?.help == """
        sort KEY [descending]
          Sorts the list; 'descending' turns the order around.
          While listening, the list stays, and what is to come plays in this order.
          KEY is title, artist, album, track, date, length, folder or original.
          Inside an album, songs are in the order of discs and tracks.
          Example: sort artist
        """)
    #expect(Commands.topics.row(named: "nothing") == nil)
  }

  @Test("commands of each phase")
  func phases() {
    #expect(
      Commands.table.rows.filter { $0.uses.contains(.picking) }.map(\.name) == [
        "pick", "unpick", "add", "all", "none", "invert", "undo", "redo", "find", "sort", "shuffle",
        "move", "rescan",
        "for", "until", "whole", "settle", "begin", "opening", "bells", "also", "closing", "bell",
        "fade", "breath",
        "music", "under", "voice", "guide", "repeat", "crossfade", "then", "part", "plan", "start",
        "volume", "level", "list",
        "info",
        "more", "status", "clock",
        "skipped", "help", "quit",
      ] + Self.practicing)
    #expect(
      Commands.table.rows.filter { $0.uses.contains(.finished) }.map(\.name) == [
        "add", "find", "rescan", "for", "until", "whole", "settle", "begin", "opening", "bells",
        "also", "closing",
        "bell",
        "fade",
        "breath", "music", "under", "voice", "guide",
        "repeat", "crossfade", "then", "part", "plan", "start", "volume", "level", "back", "list",
        "info", "more",
        "status", "skipped", "help",
        "quit",
        "home", "journal", "note", "label", "goal", "again", "resume", "sets", "sit", "settings",
        "set",
      ])
    #expect(
      Commands.table.rows.filter { $0.uses.contains(.listening) }.map(\.name).contains("pause"))
    #expect(
      !Commands.table.rows.filter { $0.uses.contains(.listening) }.map(\.name).contains("invert"))
  }

  @Test(
    "completion of the last word",
    arguments: [
      ("pa", ["part", "pause"]), ("P", ["pick", "part", "plan", "play", "pause", "previous"]),
      ("x", []),
      ("pick ", ["all", "none", "found"]), ("pic a", ["all"]),
      ("unpick ", ["all", "found", "rest"]), ("pause ", []),
      (
        "sort ", ["title", "artist", "album", "track", "date", "length", "folder", "original"]
      ), ("sort o", ["original"]), ("sort date ", ["descending"]), ("sort a de", ["descending"]),
      ("sort date desc ", []), ("list all ", []),
      ("repeat o", ["on", "one", "off"]), ("level ", ["on", "off", "album"]),
      ("list ", ["picked", "all", "found"]), ("find ", []),
      ("help se", ["settle", "seek", "sets", "settings", "set", "session"]), ("? see", ["seek"]),
      ("help seek ", []), ("p ", []),
      ("for ", ["songs", "open"]), ("bell vol", ["volume"]), ("bells random 4 ", []),
      ("breath b", ["box"]), ("for 20m, cl", ["closing"]), ("for 20m,closing o", ["off"]),
      ("for 20m,clo", ["20m,closing"]), ("25m Sit, opening 3; 10m Walk, cl", ["closing"]),
      ("for 20m, bells every 5m; op", ["opening"]), ("for 20m; op", ["opening"]),
      ("25m Sit; 10m Walk; cl", ["closing"]),
      ("journal ", ["all", "note", "delete", "totals", "add", "edit", "label"]),
      ("journal d", ["delete"]),
      ("sets ", ["show", "export", "bundle", "import"]), ("sav", ["save"]),
      ("under rain 40 a", ["at"]), ("for 5m, under rain at 5m f", ["from", "for"]),
      ("part 2 un", ["under"]), ("part 2 under rain 40 at 5m fo", ["for"]),
      ("part 2 to 1 ", []), ("finish after song ", []),
      ("plan off, ", Self.planning), ("1,2, cl", []),
    ])
  func completions(line: String, words: [String]) {
    #expect(Commands.completions(of: line) == words)
  }

  @Test("an empty line completes to every command")
  func emptyCompletions() {
    #expect(Commands.completions(of: " ") == Commands.table.vocabulary.words)
  }
}
