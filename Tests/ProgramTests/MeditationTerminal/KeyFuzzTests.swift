import MeditationTestSupport
import Testing

/// Random keys at the prompt, with the user's key bindings of either kind.
@Suite("Random keys", .waiting, .needs("tmux"))
struct KeyFuzzTests {
  /// The strokes of one run.
  private static let count = 300

  @Test(
    "no keys end the program or keep a line from it",
    arguments: ["set editing-mode emacs\n", "set editing-mode vi\n", Self.bindings])
  func keys(inputrc: String) async throws {
    let workspace = try Workspace(songs: ["Alpha.wav": 90])
    try workspace.write(".inputrc", inputrc)
    var terminal = try Self.terminal(in: workspace)
    var runs = 0
    try await Fuzzing.repeatedly(4) { seed in
      runs += 1
      var random = SeededGenerator(seed: seed)
      let strokes = (0..<Self.count).map { _ in Stroke.random(using: &random) }
      try terminal.paste(strokes.flatMap { $0 }, isMarked: false)
      // These end a paste, a search and whatever else asks for a key, and the line.
      try terminal.paste(Array("\u{1B}[201~\u{7}\r\r\rx\(runs)x\r".utf8), isMarked: false)
      let answer = "No command 'x\(runs)x'"
      var seen = ""
      let isThere = try Poll.until {
        seen = try terminal.screen
        return seen.contains(answer) || seen.contains("ended with ")
      }
      let told = "seed \(seed), \(inputrc), the last strokes \(strokes.suffix(40))"
      try #require(isThere, "no answer: \(told)\n\(seen)")
      guard seen.contains("ended with ") else { return }
      // Ctrl-D is never typed, but 'Q' may be, or 'exit', 'bye' or 'leave' be completed.
      let last = seen.lowercased().split(separator: "\n").last { $0.hasPrefix("> ") } ?? ""
      // A tab that was typed after ^V is drawn as "^I", and is a space to the line.
      let word = last.dropFirst().replacing("^I", with: " ").drop { $0 == " " }
      let isLeaving = ["q", "e", "b", "le"].contains { word.hasPrefix($0) }
      try #require(seen.contains("ended with 0") && isLeaving, "\(told)\n\(seen)")
      terminal = try Self.terminal(in: workspace)
    }
  }

  private static func terminal(in workspace: Workspace) throws -> Terminal {
    let program = try Terminal.program(["--driver", "null", "--no-remote", "Alpha.wav"])
    // Keys that are left over after a 'quit' go to cat.
    let terminal = try Terminal(
      in: workspace, running: "\(program); echo \"ended with $?\"; stty -echo; cat >/dev/null")
    try terminal.waitFor(Shown.nothingPicked)
    try terminal.ask("status", "list all", "volume 50", "seek 0:10", "next", "pause")
    return terminal
  }

  /// An inputrc with functions that have no keys else, and macros.
  private static let bindings = #"""
    set show-mode-in-prompt on
    set revert-all-at-newline on
    "\e[A": history-search-backward
    "\e[B": history-search-forward
    "\ep": non-incremental-reverse-search-history-again
    "\C-t": menu-complete
    "\C-n": vi-editing-mode
    "\C-k": digit-argument
    "\e.": operate-and-get-next
    "\e*": "\e1\C-g\C-x\C-g\e5x\er"
    "\e#": "volume 5\r\C-r5"
    "\C-o": "\C-rst\C-x\C-g\e-\C-]x"
    set keymap vi-command
    "v": operate-and-get-next
    "Q": quoted-insert
    "&": universal-argument
    "+": yank-last-arg
    "-": reverse-search-history
    "e": "dwifoo\e."
    "G": "5.\e3x\C-gu"

    """#
}

/// Bytes that a person, a terminal or a paste types at once.
private enum Stroke {
  /// Neither Ctrl-C, Ctrl-D, Ctrl-Z and Ctrl-\, nor what stops and resumes output.
  private static let control = (UInt8(0)..<0x20).filter {
    ![0x03, 0x04, 0x11, 0x13, 0x1A, 0x1C].contains($0)
  }
  private static let sequences = [
    "[A", "[B", "[C", "[D", "OA", "OB", "OC", "OD", "[H", "[F", "[3~", "[2~", "[5~", "[1;5C",
    "[200~", "[201~", "[200~status\rx\u{1B}[201~", "[15~", "[<0;1;1M", "[Z", "", "\u{1B}", "[", "O",
  ]
  private static let texts = [
    "status", "list all", "volume 50", "seek 0:10", "next", "pause", "st", " ", "é", "海", "👍",
    "e\u{301}", "a b c", "(x)", "\"y\"", "a \\", "$(",
  ]
  /// Keys of Emacs that are typed together: macros, history, arguments, kills.
  private static let emacs = [
    "\u{18}(", "\u{18})", "\u{18}e", "\u{18}\u{15}", "\u{18}\u{12}", "\u{18}\u{18}", "\u{1B}.",
    "\u{1B}_", "\u{1B}0", "\u{1B}-", "\u{1B}5", "\u{1D}", "\u{1B}\u{1D}", "\u{1B}p", "\u{1B}n",
    "\u{1B}<", "\u{1B}>", "\u{F}", "\u{1B}#", "\u{1B}r", "\u{1F}", "\u{12}", "\u{16}", "\u{1B}y",
    "\u{19}", "\u{1B}\u{19}", "\u{1B}\n", "\u{1B}\t", "\u{7}",
  ]
  private static let vi = Array(
    "hjklwbeWBE0$^|xXdDcCyYpPrRsSuUiaIA~.;,fFtTnN/?GmM`%&*=\\_#kj+-123@\"v".utf8)

  static func random(using random: inout SeededGenerator) -> [UInt8] {
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: pick(control, &random).map { [$0] } ?? []
    case 2: [0x1B, .random(in: 0x20..<0x7F, using: &random)]
    case 3: [0x1B] + Array((pick(sequences, &random) ?? "").utf8)
    case 4: [.random(in: 0x30...0x39, using: &random)]
    case 5, 6: Array((pick(texts, &random) ?? "").utf8)
    case 7: [0x0D]
    case 8, 9: pick(vi, &random).map { [$0] } ?? []
    case 10, 11: Array((pick(emacs, &random) ?? "").utf8)
    case 12: [.random(in: 0x20...0xFF, using: &random)]
    default: [0x1B]
    }
  }

  private static func pick<Choice>(
    _ choices: [Choice], _ random: inout SeededGenerator
  ) -> Choice? { choices.randomElement(using: &random) }
}
