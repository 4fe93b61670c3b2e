import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// Files that come and go while the list is open.
@Suite("rescan", .waiting)
struct RescanTests {
  /// A session of a folder and a playlist, which other programs can steer.
  private func session() throws -> (workspace: Workspace, process: RunningProcess) {
    let workspace = try Workspace(songs: ["songs/A.wav": 60, "songs/B.wav": 60, "C.wav": 60])
    try SteeredSession.makeFolder(in: workspace)
    try workspace.write("list.m3u", "C.wav\n")
    let process = try workspace.start(
      "--driver", "null", "songs", "list.m3u",
      environment: SteeredSession.environment(of: workspace))
    try process.wait(for: "3: C, 1:00")
    return (workspace, process)
  }

  @Test("the prompt: new songs come last, and what is gone keeps its number")
  func prompt() throws {
    let (workspace, process) = try session()
    try process.type("rescan", until: "Nothing new.\n")
    try process.type("2", until: "2 picked: B")
    try workspace.write("songs/01 first.wav", WaveFile(seconds: 5).bytes)
    try workspace.write("D.wav", WaveFile(seconds: 7).bytes)
    try workspace.write("list.m3u", "C.wav\nD.wav\n")
    try workspace.remove("songs/A.wav")
    try process.type("rescan", until: "2 new songs; 1 is gone.\n")
    try process.type("list", until: "5: D, 0:07\n")
    try process.type("skipped", until: "songs/A.wav: the file does not exist\n")
    try process.type("status", until: "1 song picked")
    process.endInput()
    let outcome = try process.finish(code: 0)
    let list = try #require(outcome.lines.lastIndex(of: "1: A, 1:00"))
    #expect(
      outcome.lines[list...].prefix(5) == [
        "1: A, 1:00", "2 picked: B, 1:00", "3: C, 1:00", "4: first, 0:05", "5: D, 0:07",
      ])
  }

  @Test("another shell: the line, and the list as JSON")
  func steered() throws {
    let (workspace, process) = try session()
    let folder = workspace.place("run").appending("meditate")
    let socket = folder.appending("\(process.processID).sock").string
    func steer(_ words: String...) throws -> Outcome {
      try workspace.meditate(
        ["do"] + words, environment: SteeredSession.environment(of: workspace))
    }
    try #require(Poll.until { access(socket, F_OK) == 0 })
    try workspace.write("songs/D.wav", WaveFile(seconds: 5).bytes)
    #expect(try steer("rescan").said == "1 new song.\n")
    try process.wait(for: "1 new song.\n")
    try workspace.write("songs/E.wav", WaveFile(seconds: 5).bytes)
    let json = try steer("rescan", "--format", "json")
    #expect(json.ending == .exit(0))
    #expect(json.lines.first?.contains(#""title":"E""#) == true)
    #expect(
      json.lines.dropFirst().first
        == #"{"file":null,"found":null,"from":null,"kind":"rescanned","missing":null,"name":null,"reason":"1 new song.","set":null,"#
        + #""setting":null,"sit":null,"type":"practice"}"#)
    #expect(json.lines.last == #"{"id":"do","type":"done"}"#)
  }
}
