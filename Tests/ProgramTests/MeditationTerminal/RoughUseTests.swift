import MeditationTestSupport
import Testing

/// Accidental input and resizing.
@Suite("Rough use of a terminal", .waiting, .needs("tmux"))
struct RoughUseTests {
  private static let arguments = ["--driver", "null", "Alpha.wav", "Beta.wav"]

  private func workspace() throws -> Workspace {
    try Workspace(songs: ["Alpha.wav": 300, "Beta.wav": 400])
  }

  @Test(
    "a screen too small to be read still takes lines",
    arguments: [(1, 1), (5, 24), (5, 2), (80, 1)])
  func small(columns: Int, rows: Int) throws {
    let terminal = try Terminal(in: workspace(), columns: columns, rows: rows, Self.arguments)
    for line in ["all", "start", "pause", "help", "list"] { try terminal.enter(line) }
    try terminal.resize(columns: 80, rows: 24)
    try terminal.waitFor("status and prompt") { $0.hasStatus("song 1 of 2") }
    try terminal.ask("next")
    try terminal.waitFor("status and prompt") { $0.hasStatus("song 2 of 2") }
    try terminal.enter("quit")
    try terminal.waitFor("ended with 0")
  }

  @Test("lines are not typed into a program whose output goes to a full disk")
  func fullDisk() throws {
    let program = try Terminal.program(Self.arguments)
    let terminal = try Terminal(
      in: workspace(), running: "\(program) >/dev/full; echo ended with $?; read -r wait")
    try terminal.waitFor(
      "Standard output cannot be written: No space left on device.\nended with 74")
  }

  @Test("repeated resizing while typing leaves no artifacts", arguments: 1...2)
  func resizing(seed: Int) throws {
    let terminal = try Terminal(in: workspace(), Self.arguments)
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.ask("all", "start", "pause")
    let line = "find gongs by the river"
    var typed = "> "
    for (letter, size) in zip(line, Self.sizes(count: line.count, seed: seed)) {
      try terminal.resize(columns: size.columns, rows: size.rows)
      // The status fills its row: then the program has heard of the size.
      try terminal.waitFor("status of \(size.columns) columns") {
        $0.lastRows == [size.columns - 1, typed.trimmingEnd(" ").count]
      }
      try terminal.type(String(letter))
      typed.append(letter)
    }
    let lines = try terminal.history.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("‖") } == 1, "\(lines.joined(separator: "\n"))")
    #expect(lines.count { $0.hasPrefix("> find") } == 1, "\(lines.joined(separator: "\n"))")
    try terminal.press("Enter")
    try terminal.waitFor("No song is found for 'gongs")
  }

  @Test("resizing faster than the program is notified keeps the input line", arguments: 1...2)
  func storm(seed: Int) throws {
    let terminal = try Terminal(in: workspace(), Self.arguments)
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.ask("all", "start", "pause")
    for (letter, size) in zip("volume 45", Self.sizes(count: 9, seed: seed)) {
      try terminal.resize(columns: size.columns, rows: 3)
      try terminal.resize(columns: size.columns / 4, rows: size.rows)
      try terminal.type(String(letter))
    }
    try terminal.resize(columns: 80, rows: 24)
    try terminal.waitFor("status and typed line") {
      $0.hasSuffix("\n> volume 45") && $0.contains("song 1 of 2")
    }
    try terminal.press("Enter")
    try terminal.waitFor("Volume 45%")
  }

  private static func sizes(count: Int, seed: Int) -> [(columns: Int, rows: Int)] {
    var number = seed
    return (0..<count).map { _ in
      number = (number * 1_103_515_245 + 12345) % (1 << 31)
      return (columns: 40 + number / 256 % 60, rows: 10 + number / 65536 % 30)
    }
  }

  /// Five times as much as a terminal holds.
  @Test("each of three thousand pasted lines is answered", arguments: [true, false])
  func paste(isMarked: Bool) throws {
    let terminal = try Terminal(in: workspace(), Self.arguments)
    try terminal.waitFor(Shown.nothingPicked)
    let words = (1...3_000).map { "x\($0)x" }
    try terminal.paste(Array((words.joined(separator: "\n") + "\n").utf8), isMarked: isMarked)
    try terminal.waitFor("No command 'x3000x'")
    let lines = try terminal.history.split(separator: "\n").map(String.init)
    let expected = words.flatMap { ["> \($0)", "No command '\($0)'. 'help' lists the commands."] }
    let difference = lines.suffix(expected.count + 1).difference(from: expected + [">"])
    #expect(difference.isEmpty, "\(difference)")
  }

  @Test("a terminal of no known type gets plain lines")
  func unknownType() throws {
    let terminal = try Terminal(in: workspace(), after: "env TERM=nonsense", Self.arguments)
    try terminal.waitFor("2: Beta, 6:40")
    try terminal.ask("2", "start", "pause")
    try terminal.waitFor("Paused at 0:0")
  }
}

extension String {
  /// How long the two last rows are.
  fileprivate var lastRows: [Int] {
    split(separator: "\n", omittingEmptySubsequences: false).suffix(2).map(\.count)
  }

  /// True if the two last rows are the status of a paused session, with `place` in it, and an
  /// empty prompt.
  fileprivate func hasStatus(_ place: String) -> Bool {
    let rows = split(separator: "\n", omittingEmptySubsequences: false).suffix(2)
    return rows.last == ">" && rows.first?.hasPrefix("‖ ") == true
      && rows.first?.contains(place) == true
  }
}
