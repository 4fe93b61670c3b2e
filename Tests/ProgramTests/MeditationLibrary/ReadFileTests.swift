import MeditationTestSupport
import SystemPackage
import Testing

/// Files that a person would not read to their end.
@Suite("A file that the program reads", .waiting)
struct ReadFileTests {
  @Test(
    "may be endless: it is refused in one line",
    arguments: [
      (["script", "/dev/zero"], 64, "zero cannot be read: it is larger than 64 MB."),
      (
        ["--output", "x.raw", "--files-from", "/dev/zero"], 2,
        "The list /dev/zero cannot be read: it is larger than 64 MB."
      ),
      (
        ["journal", "import", "/dev/zero"], 65,
        "/dev/zero cannot be read: it is larger than 16 MB."
      ),
    ] as [([String], Int32, String)])
  func endless(arguments: [String], code: Int32, message: String) throws {
    let outcome = try Workspace().meditate(arguments, code: code)
    #expect(outcome.warnings == [message])
    #expect(outcome.said == "")
  }

  @Test(
    "may be standard input without an end",
    arguments: [
      (["script", "-"], 64, "standard input cannot be read: it is larger than 64 MB."),
      (
        ["--output", "x.raw", "--start", "--files-from", "-"], 2,
        "The list on standard input cannot be read: it is larger than 64 MB."
      ),
      (
        ["journal", "import", "-"], 65,
        "standard input cannot be read: it is larger than 16 MB."
      ),
    ] as [([String], Int32, String)])
  func input(arguments: [String], code: Int32, message: String) throws {
    let workspace = try Workspace()
    let program = try Terminal.program(arguments)
    // 'yes' ends when the program has gone; a limit only spares the disk of a test that fails.
    let said = try workspace.ask("sh", ["-c", "yes '# a' | \(program) 2>&1; echo $?"])
    #expect(said == "\(message)\n\(code)\n")
  }

  @Test(
    "may be in UTF-16, which is told",
    arguments: [
      (["script", "file"], 64, "file cannot be read: it is in UTF-16; save it as UTF-8."),
      (
        ["--output", "x.raw", "--files-from", "file"], 2,
        "The list file cannot be read: it is in UTF-16; save it as UTF-8."
      ),
    ] as [([String], Int32, String)])
  func utf16(arguments: [String], code: Int32, message: String) throws {
    let workspace = try Workspace()
    try workspace.write("file", [0xFF, 0xFE] + "# a\n".utf8.flatMap { [$0, 0] })
    let outcome = try workspace.meditate(arguments, code: code)
    #expect(outcome.warnings.first == message)
  }

  @Test("may be settings with a byte order mark, or in UTF-16")
  func settings() throws {
    let workspace = try Workspace()
    let config = ".config/meditate/config"
    try workspace.write(config, "\u{FEFF}color = always\r\n")
    let journal = try workspace.meditate("journal")
    #expect(journal.warned == "")
    #expect(journal.lines.first == "\u{1B}[1m0 sits\u{1B}[0m")
    try workspace.write(config, [0xFF, 0xFE] + "color = always\n".utf8.flatMap { [$0, 0] })
    let path = workspace.place(config).string
    let other = try workspace.meditate("journal")
    #expect(other.warnings == ["\(path) cannot be read: it is in UTF-16; save it as UTF-8."])
    #expect(other.lines.first == "0 sits")
  }
}
