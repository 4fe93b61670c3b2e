import MeditationTestSupport
import Testing

/// Scripts that wait for what never comes: each fails at its last line, which says why.
@Suite("A script that waits in vain", .waiting) struct EndlessScriptTests {
  /// A script, and why its last line waits forever.
  struct Row: CustomTestStringConvertible, Sendable {
    var script: String
    var reason: String
    var testDescription: String { script.replacing("\n", with: "; ") }
  }

  private static let rows: [Row] = [
    Row(script: "for 1m, closing 1\nwait bell", reason: "no bell is to come."),
    Row(script: "for 1m\nwait end-of-song", reason: "nothing is playing."),
    Row(script: "for 1m\nwait end-of-session", reason: "nothing is playing."),
    Row(script: "for 1m\nstart\nwait bell", reason: "no bell is to come."),
    Row(script: "for 1m, closing 1\nstart\nback\nwait bell", reason: "no bell is to come."),
    Row(script: "for 1m\nstart\nback\nwait end-of-song", reason: "nothing is playing."),
    Row(script: "for 1m\nstart\nfinish\nwait end-of-song", reason: "nothing is playing."),
    Row(
      script: "for 1m, bells at 30s\nstart\nfinish\nwait bell",
      reason: "the session is over, and no bell is to come."),
    Row(
      script: "for 1s, closing 1, bell wood\nstart\nwait bell\nwait bell",
      reason: "the session is over, and no bell is to come."),
    Row(
      script: "for open\nstart\nwait end-of-song", reason: "there is silence until 'finish'."),
    Row(
      script: "song \"A\" 1s\nfor open\nall\nstart\nwait end-of-song\nwait end-of-song",
      reason: "there is silence until 'finish'. [1 playable]"),
    Row(
      script: "for open\nstart\nwait end-of-session",
      reason: "the session is open. Use 'finish' or 'for 20m'."),
    Row(
      script: "for open, bells every 1m\nstart\npause\nwait bell",
      reason: "the session is paused. Use 'play'."),
    Row(
      script: "for 1m\nstart\npause\nwait end-of-song",
      reason: "the session is paused. Use 'play'."),
    Row(
      script: "for 1m, closing 1\nstart\nlose device \"gone\"\nwait end-of-session",
      reason: "the session is paused. Use 'play'."),
    Row(
      script: "song \"A\"\nall\nstart\nwait end-of-song",
      reason: "the length of the current song is unknown. [1 playing]"),
    Row(
      script: "song \"A\"\nall\nstart\nwait end-of-session",
      reason: "the length of the current song is unknown. [1 playing]"),
    Row(
      script: "song \"A\"\nfor 1m, whole songs\nall\nstart\nwait end-of-session",
      reason: "the length of the current song is unknown. [1 playing]"),
    Row(
      script: "song \"A\" 1s\nrepeat on\nall\nstart\nwait end-of-session",
      reason: "the session repeats. Use 'repeat off'. [1 playing]"),
  ]

  /// Scripts in which the bells ring out first, which a real clock does not wait for.
  private static let rungOut: [Row] = [
    "for 1m\nstart\nwait 5m\nclosing 1\nwait bell",
    "for 1m, opening 1\nstart\nwait 5m\nclosing 9\nwait bell",
    "for 1m, closing 1\nstart\nwait 5m\nclosing 9\nwait bell",
    "for 1m\nstart\nfinish\nwait 1m\nclosing 2\nwait bell",
    "for 1m, closing 1\nstart\nlose device \"gone\"\nfinish\nwait 1m\nclosing 3\nwait bell",
  ].map { Row(script: $0, reason: "the session is over, and no bell is to come.") }

  @Test("on the virtual clock", arguments: rows + rungOut)
  func virtual(row: Row) throws { try check(row) }

  @Test("while it is rendered", arguments: rows + rungOut)
  func rendered(row: Row) throws { try check(row, "--output", "out.raw") }

  @Test("in real time", arguments: rows)
  func live(row: Row) throws { try check(row, "--live", "--driver", "null") }

  private func check(_ row: Row, _ options: String...) throws {
    let workspace = try Workspace()
    try workspace.write("it.meditate", row.script)
    let outcome = try workspace.meditate(["script", "it.meditate"] + options, code: 1)
    let last = row.script.split(separator: "\n").count
    // Where it stands may follow, in brackets.
    let (warned, reason) = (outcome.warnings.last ?? "", row.reason.prefix { $0 != "[" })
    #expect(warned.hasPrefix("it.meditate:\(last): waits forever: \(reason)"), "\(warned)")
  }

  @Test("goes on where songs of unknown length are files, which end")
  func files() throws {
    let workspace = try Workspace()
    var file = WaveFile(seconds: 1)
    file.claimedByteCount = .max
    try workspace.write("A.wav", file.bytes)
    try workspace.write("it.meditate", "all\nstart\nwait end-of-song\nexpect phase finished")
    try workspace.meditate("script", "it.meditate", "A.wav", "--output", "out.raw")
  }
}
