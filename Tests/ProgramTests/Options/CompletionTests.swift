import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

@testable import meditate

/// The words that the shells offer when Tab is pressed.
@Suite("Completion", .waiting) struct CompletionTests {
  /// Any file fits.
  private static let files = "<files>"
  private static let commands = [
    "sit", "tour", "again", "resume", "journal", "note", "label", "sets", "check", "do", "status",
    "sessions", "script", "drivers", "help",
  ]

  private static let everything = commands + [files]

  /// Words of a line, and what fits the last one.
  private static let lines: [([String], [String])] = [
    ([""], everything), (["scr"], ["script", files]), (["Songs/"], [files]),
    (["Songs/A.wav", "scr"], [files]), (["help", "jou"], ["journal"]),
    (["help", "journal", ""], ["add", "edit", "delete", "note", "label", "import", "merge"]),
    (["journal", "im"], ["import"]),
    (["journal", "--since", "y"], ["yesterday"]), (["journal", "--si"], ["--since"]),
    (["journal", "--format", ""], ["text", "json", "csv", "ics"]),
    (
      ["journal", "--format="], ["--format=text", "--format=json", "--format=csv", "--format=ics"]
    ),
    (["journal", "--format=c"], ["--format=csv"]),
    (["journal", "--plain", "--format=csv", "--pl"], []),
    (["journal", "add", "y"], ["yesterday"]), (["journal", "add", "today", "7"], []),
    (["note", "--r"], ["--row"]), (["journal", "import", ""], ["<files> csv"]),
    (["journal", "--chart="], ["<files> svg"]),
    (["do", "--w"], ["--watch", "--wait"]), (["do", "--wait", "b"], ["begin", "bell"]),
    (["do", "pau"], ["pause"]), (["do", "--format", "json", "volu"], ["volume"]),
    (["do", "repeat", ""], ["on", "one", "off"]),
    (["do", "set", "dev"], ["device-lost", "device"]),
    (["do", "seek", "-1"], []), (["sessions", "--p"], ["--plain"]),
    (["--no-r"], ["--no-remote", "--no-ring-out"]),
    (["again", "--vol"], ["--volume"]), (["--journal", "o"], ["on", "off"]),
    (["--streak", "f"], ["forgiving"]),
    (["--color", "a"], ["auto", "always"]), (["--driver", "p"], ["pulse"]),
    (["--plan", "op"], ["opening"]),
    (["--plan", "for 20m, be"], ["for 20m, begin", "for 20m, bells", "for 20m, bell"]),
    (["--plan=fa"], ["--plan=fade"]),
    (
      ["sit", "20m", "--plan", "breath "],
      [
        "breath 4-7-8", "breath box", "breath coherent", "breath off", "breath sigh",
        "breath volume",
      ]
    ),
    (["--sta"], ["--start"]), (["script", "--sta"], []),
    (["script", "a.txt", "--fail"], ["--fail-fast"]), (["--files-from", "x"], [files]),
    (["--volume", ""], []), (["drivers", "--f"], ["--format"]),
  ]

  /// Lines that take the name of a set.
  private static let linesWithSets: [([String], [String])] = [
    (["sets", "e"], ["export"]), (["sets", "s"], ["show"]),
    (["sets", "show", "e"], ["Evening", "<files> m3u8 m3u"]),
    (["sets", "export", "--f"], ["--force"]),
    (["sets", "export", "e"], ["Evening"]), (["sets", "export", "e", ""], ["<files> m3u8 md m3u"]),
    (["sets", "export", "e", "f", ""], []), (["sit", "e"], ["Evening", files]),
    (["sit", "n"], ["Night Rain", files]), (["sit", "20m", "Songs/"], [files]),
    (["check", "e"], ["Evening", "<files> m3u8 m3u"]), (["sit", "--until", "make", "-"], [files]),
    (["sit", "20m", "--pl"], ["--plan", "--plain"]), (["sit", "--", "--pl"], [files]),
    (["do", "sit", "e"], ["Evening"]), (["do", "load", "night", "r"], ["Rain"]),
  ]

  @Test("the words that fit the last one", arguments: lines)
  func words(line: [String], fitting: [String]) {
    expect(ShellCompletion.answer(to: line), fits: fitting)
  }

  @Test("the sets that fit the last word", arguments: linesWithSets)
  func sets(line: [String], fitting: [String]) throws {
    let outcome = try workspace().meditate(["---complete"] + line)
    #expect(outcome.warned == "")
    expect(outcome.said, fits: fitting)
  }

  @Test("the devices of PulseAudio, as far as it answers")
  func devices() throws {
    let workspace = try Workspace()
    let environment = workspace.environment(adding: ["PATH": "\(workspace.folder)"])
    for (program, fitting) in [
      (
        "printf '0\\tspeakers\\tmodule\\n1\\tspare\\tmodule\\n2\\theadset\\n'",
        ["speakers", "spare"]
      ),
      ("exit 1", []),
    ] {
      try workspace.write("pactl", "#!/bin/sh\n\(program)\n")
      try workspace.run("chmod", ["+x", "pactl"])
      let outcome = try workspace.meditate(
        "---complete", "--device", "sp", environment: environment)
      expect(outcome.said, fits: fitting)
    }
  }

  private func expect(
    _ answer: String, fits fitting: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let words = answer.split(separator: "\n").map { line in
      line.hasPrefix("\tfiles")
        ? "<files>" + line.dropFirst(6) : String(line.prefix { $0 != "\t" })
    }
    // Their order is that of the help, which shells may sort.
    #expect(words.sorted() == fitting.sorted(), sourceLocation: sourceLocation)
  }

  @Test(
    "Tab in a shell",
    arguments: [
      Shell(
        name: "bash", start: "bash --norc --noprofile -i", setUp: "PS1='$ '; source completion"),
      // As it is installed: a function that is loaded when it is first needed.
      Shell(
        name: "zsh", start: "zsh -f -i",
        setUp: "PS1='$ '; mkdir -p f; cp completion f/_meditate; fpath=($PWD/f $fpath); "
          + "autoload -Uz compinit; compinit -u -D"),
      Shell(
        name: "fish", start: "fish --no-config",
        setUp: "function fish_prompt; echo -n '$ '; end; set -g fish_autosuggestion_enabled 0; "
          + "source completion"),
    ].filter { (try? Tool.path($0.name)) != nil })
  func tab(shell: Shell) throws {
    let workspace = try workspace()
    let session = try SteeredSession(in: workspace)
    try workspace.write("table.csv", "")
    try workspace.write("table.txt", "")
    for folder in ["Musics", "pause", "journal"] { try workspace.makeFolder(folder) }
    try workspace.makeFolder("bin")
    try workspace.run("ln", ["-s", Meditate.path.string, workspace.place("bin/meditate").string])
    let script = try workspace.meditate("--generate-completion-script", shell.name)
    try workspace.write("completion", script.output)
    let terminal = try Terminal(
      in: workspace, columns: 100,
      running: "PATH='\(workspace.place("bin"))':$PATH XDG_RUNTIME_DIR='\(workspace.place("run"))' "
        + shell.start)
    try terminal.enter(shell.setUp)
    try terminal.press("C-l")
    try terminal.waitFor("prompt") { $0 == "$" }
    for (typed, completed) in [
      ("jour", "journal"), ("journal --si", "journal --since"),
      ("journal --since yes", "journal --since yesterday"),
      ("journal --format=c", "journal --format=csv"), ("journal im", "journal import"),
      ("journal import ta", "journal import table.csv"), ("--color nev", "--color never"),
      ("sit eve", "sit Evening"), ("sit Nig", #"sit Night\ Rain"#),
      ("sit Pay", #"sit Pay\ \$HOME"#),
      ("sets export eve", "sets export Evening"), ("do pau", "do pause"),
      ("do sit eve", "do sit Evening"), ("do volu", "do volume"),
      ("do --session ", "do --session \(session.process.processID)"), ("Mus", "Musics/"),
      ("help jou", "help journal"),
    ] {
      try terminal.type("meditate \(typed)")
      try terminal.waitFor("typed line") { $0.hasSuffix("$ meditate \(typed)".trimmingEnd(" ")) }
      try terminal.press("Tab")
      try terminal.waitFor("completion of '\(typed)'") {
        $0.contains("$ meditate \(completed)\n") || $0.hasSuffix("$ meditate \(completed)")
      }
      #expect(try !terminal.screen.contains("_arguments"))
      try terminal.press("C-u", "C-l")
      try terminal.waitFor("empty line") { $0 == "$" }
    }
    try terminal.type("meditate se")
    try terminal.press("Tab", "Tab")
    try terminal.waitFor("list") { $0.contains("sessions") && $0.contains("sets") }
  }

  @Test("bash lists a folder as one, beside a set whose name is quoted")
  func folder() throws {
    let workspace = try workspace()
    try workspace.makeFolder("Payday")
    try workspace.run("ln", ["-s", Meditate.path.string, "meditate"])
    let script = try workspace.meditate("--generate-completion-script", "bash")
    try workspace.write("completion", script.output)
    let replies = try workspace.ask(
      "bash",
      [
        "-c",
        """
        source ./completion
        compopt() { :; }
        COMP_LINE='./meditate check Pay' COMP_POINT=20 COMP_CWORD=2
        COMP_WORDS=(./meditate check Pay)
        _meditate ./meditate Pay check
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
    #expect(replies == #"Pay\ \$HOME"# + "\nPayday/\n")
  }

  @Test("a shell that is not known is told")
  func unknownShell() throws {
    let outcome = try Workspace().meditate("--generate-completion-script", "tcsh", code: nil)
    #expect(outcome.ending != .exit(0))
    #expect(outcome.said == "")
  }

  struct Shell: CustomTestStringConvertible, Sendable {
    let name: String
    let start: String
    /// Typed at its first prompt.
    let setUp: String

    var testDescription: String { name }
  }

  /// A folder with songs, and the sets "Evening", "Night Rain" and "Pay $HOME".
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    for name in ["Evening", "Night Rain", "Pay $HOME"] {
      try workspace.write(
        ".local/share/meditate/sets/\(name).m3u8", "#EXTM3U\n#MEDITATE: for 20m\n")
    }
    return workspace
  }
}
