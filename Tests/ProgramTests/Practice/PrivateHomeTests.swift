import MeditationTestSupport
import Testing

/// The files that are kept, and who can read them.
@Suite("A private practice", .waiting)
struct PrivateHomeTests {
  private static let lines = "all\\nsave Evening\\nset color never\\nvolume 50\\nstart\\nquit\\n"

  /// Runs a session with this umask, and lists what others have access to.
  @Test("files are 0600 and folders 0700 whatever the umask", arguments: ["000", "022", "077"])
  func modes(mask: String) throws {
    let workspace = try Workspace()
    try workspace.writeSongs()
    let program = try Terminal.program(["--driver", "null", "A.wav"])
    try workspace.run("sh", ["-c", "umask \(mask); printf '\(Self.lines)' | \(program)"])
    let listed = try workspace.ask(
      "find", [".local/share", ".local/state", ".config", "-printf", "%y %m %f\n"])
    let names = listed.split(separator: "\n").map(String.init)
    for name in ["journal.sqlite", "Evening.m3u8", "config", "volume"] {
      #expect(names.contains("f 600 \(name)"), "\(names)")
    }
    #expect(names.filter { $0.hasPrefix("f") }.allSatisfy { $0.hasPrefix("f 600") }, "\(names)")
    #expect(names.filter { $0.hasPrefix("d") }.allSatisfy { $0.hasPrefix("d 700") }, "\(names)")
  }

  @Test("all is kept in a home whose name is not UTF-8")
  func oddHome() throws {
    let workspace = try Workspace()
    try workspace.writeSongs()
    let odd = #"$(printf 'home \377')"#
    let program = try Terminal.program(["--driver", "null", "A.wav"])
    let export = try Terminal.program(["journal", "--format", "json"])
    let listed = try workspace.ask(
      "sh",
      [
        "-c",
        """
        mkdir many "\(odd)"; HOME="$PWD/\(odd)"; export HOME
        printf '\(Self.lines)' | \(program) >out 2>err
        # So many that their tags and lengths are remembered.
        for number in $(seq 200); do ln A.wav many/$number.wav; done
        \(program) many </dev/null >>out 2>>err
        \(export) >journal.json; find "\(odd)" -type f -printf '%f\n'
        """,
      ])
    let names = listed.split(separator: "\n").sorted()
    let kept = ["config", "volume", "Evening.m3u8", "journal.sqlite", "songs.db"]
    for name in kept { #expect(names.count { $0 == name } == 1, "\(names)") }
    let journal = try workspace.text("journal.json")
    #expect(journal.contains(#""end":"left""#), "\(journal)")
    #expect(try workspace.text("err") == "")
    // Nothing is kept in a folder of another name.
    let folders = try workspace.run("find", [".", "-maxdepth", "1", "-type", "d"])
    #expect(folders.count { $0 == UInt8(ascii: "\n") } == 3)
  }

  @Test("without a journal nothing of a sit is kept", arguments: ["option", "setting"])
  func off(way: String) throws {
    let workspace = try Workspace()
    try workspace.writeSongs()
    if way == "setting" { try workspace.write(".config/meditate/config", "journal = off\n") }
    let options = way == "option" ? ["--journal", "off"] : []
    let outcome = try workspace.meditate(
      ["--driver", "null"] + options + ["A.wav"],
      typing: "all\nstart\nfinish\njournal\nnote calm\nagain\nquit\n")
    #expect((outcome.lines + outcome.warnings).count { $0 == "No journal is kept." } == 3)
    let sat = try workspace.meditate(
      ["sit", "0.2s", "--driver", "null", "--plan", "off"] + options)
    #expect(sat.warned == "")
    let files = try workspace.run("find", [".", "-name", "*journal*"])
    #expect(files == [])
  }
}
