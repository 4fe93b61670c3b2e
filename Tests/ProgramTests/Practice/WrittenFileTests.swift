import Glibc
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// The files that the program writes where the user says.
@Suite("A file that the user names", .waiting)
struct WrittenFileTests {
  /// The arguments that write `out`.
  static let commands = [
    ["journal", "--chart", "out", "--force"], ["sets", "export", "--force", "evening", "out"],
  ]

  private func workspace() throws -> Workspace {
    let workspace = try Workspace(songs: ["A.wav": 1])
    try workspace.meditate("--driver", "null", "A.wav", typing: "all\nsave Evening\n")
    return workspace
  }

  @Test("a full disk leaves the old file", arguments: commands)
  func full(command: [String]) throws {
    let workspace = try workspace()
    // More than may be written below, so that it cannot be mistaken for a new file.
    let long = (0..<400).map { "#EXTINF:1,\($0)\nsong \($0).wav\n" }.joined()
    try workspace.write(".local/share/meditate/sets/Evening.m3u8", long)
    try workspace.write("out", "old\n")
    let program = try Terminal.program(command)
    // Files cannot grow beyond 1 kB: a disk that is full in the middle of a file.
    let said = try workspace.ask(
      "sh", ["-c", "trap '' XFSZ; ulimit -f 1; \(program) 2>&1; echo $?"])
    let lines = said.split(separator: "\n")
    #expect(lines.last == "73" && lines.count == 2, "\(lines)")
    #expect(try workspace.read("out") == Array("old\n".utf8))
    let names = try workspace.ask("ls", ["-A"])
    #expect(!names.contains(".tmp"), "\(names)")
  }

  @Test(
    "a link that leads to nothing is kept, and nothing is written where it leads",
    arguments: commands)
  func brokenLink(command: [String]) throws {
    let workspace = try workspace()
    try workspace.run("ln", ["-s", "elsewhere", "out"])
    for forced in [true, false] {
      let outcome = try workspace.meditate(command.filter { forced || $0 != "--force" }, code: 73)
      #expect(outcome.warned == "out cannot be written: it is a broken symbolic link.\n")
      #expect(!workspace.place("elsewhere").isThere)
    }
  }

  @Test("a set whose old file cannot be removed keeps its name, and is there once", .needs("clang"))
  func stuckName() throws {
    let workspace = try workspace()
    let environment = try workspace.environment(
      preloading: """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <string.h>
        #include <stdio.h>
        static int is_kept(const char *path) {
          return strstr(path, "/sets/Evening.m3u8") != 0;
        }
        int unlink(const char *path) {
          int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
          if (is_kept(path)) { errno = EPERM; return -1; }
          return real(path);
        }
        int rename(const char *path, const char *other) {
          int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
          if (is_kept(path)) { errno = EPERM; return -1; }
          return real(path, other);
        }
        """)
    let outcome = try workspace.meditate(
      "--driver", "null", typing: "rename Evening to Night\nsets\n", environment: environment,
      code: nil)
    #expect(!outcome.said.contains("Renamed"), "\(outcome)")
    #expect(outcome.warned.contains("you do not have permission to write it"), "\(outcome)")
    #expect(try workspace.ask("ls", [".local/share/meditate/sets"]) == "Evening.m3u8\n")
  }

  @Test("'-' is standard output, and a chart may go to a pipe")
  func standardOutput() throws {
    let workspace = try workspace()
    for name in ["-", "/dev/stdout"] {
      let chart = try workspace.meditate("journal", "--chart", name)
      #expect(chart.said.hasPrefix("<?xml") && chart.warned == "")
    }
    let set = try workspace.meditate("sets", "export", "1", "-")
    #expect(set.warned == "")
    #expect(
      set.lines == ["#EXTM3U", "#MEDITATE:", "#EXTINF:1,A", workspace.place("A.wav").string],
      "\(set.said)")
    #expect(try workspace.run("ls", []) == Array("A.wav\n".utf8))
  }

  @Test(
    "what exists is kept without '--force', and an ending that says something else is refused",
    arguments: [
      (["journal", "--chart", "year.svg"], "year.svg", "year.png", "a chart is a '.svg' file"),
      (["sets", "export", "1", "e.m3u8"], "e.m3u8", "e.pls", "a set is a '.m3u8' or '.md' file"),
      (["sets", "export", "1", "e.md"], "e.md", "e.txt", "a set is a '.m3u8' or '.md' file"),
    ])
  func spared(command: [String], name: String, other: String, reason: String) throws {
    let workspace = try workspace()
    try workspace.write(name, "of worth\n")
    let kept = try workspace.meditate(command, code: 73)
    #expect(kept.warnings == ["\(name) exists already. '--force' overwrites it."])
    #expect(try workspace.read(name) == Array("of worth\n".utf8))
    try workspace.meditate(command + ["--force"])
    #expect(try workspace.read(name) != Array("of worth\n".utf8))
    let refused = try workspace.meditate(command.map { $0 == name ? other : $0 }, code: 73)
    #expect(refused.warnings == ["\(other) cannot be written: \(reason)."])
  }

  @Test("a chart says nothing when it is written, and why it cannot be")
  func chart() throws {
    let workspace = try Workspace()
    let drawn = try workspace.meditate("journal", "--chart", "year.svg")
    #expect(drawn.said + drawn.warned == "")
    let failed = try workspace.meditate("journal", "--chart", "nowhere/year.svg", code: 73)
    #expect(
      failed.warnings == ["nowhere/year.svg cannot be written: the folder does not exist."])
  }

  /// Text that a terminal would obey: escapes, their 8-bit forms, and a change of direction.
  private static let hostile = "\u{1B}[2J\u{9B}2J\u{202E}b\na"

  @Test("a table shows no control characters on a terminal, and is true in a pipe", .needs("tmux"))
  func table() throws {
    let workspace = try Workspace()
    let row = "2026-11-20T21:04:05+01:00,,0:20:00,completed,,,,\"\(Self.hostile)\""
    try workspace.importSits([row])
    let piped = try workspace.meditate("journal", "--format", "csv")
    #expect(piped.said.hasSuffix(",\"\(Self.hostile)\",,\r\n"))
    let program = try Terminal.program(["journal", "--format", "csv"])
    let terminal = try Terminal(in: workspace, running: "\(program); cat")
    try terminal.waitFor("completed,,,,�[2J�2J�b a")
  }

  @Test("JSON has no control characters, and the same values")
  func json() throws {
    let workspace = try Workspace()
    let row = "2026-11-20T21:04:05+01:00,,0:20:00,completed,,,,\"\(Self.hostile)\""
    try workspace.importSits([row])
    let outcome = try workspace.meditate("journal", "--format", "json")
    #expect(outcome.controls == [])
    #expect(try Workspace.sits(in: outcome).map(\.note) == [Self.hostile])
  }
}
