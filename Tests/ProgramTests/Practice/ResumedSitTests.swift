import Foundation
import MeditationPractice
import MeditationTestSupport
import Testing

/// `meditate resume`.
@Suite("Sits that go on another time", .waiting, .needs("faketime"))
struct ResumedSitTests {
  /// A clock that is an hour slow and runs 20 times as fast: only of a minute or more, the journal
  /// keeps the songs.
  private static let fastClock = [
    "LD_PRELOAD": "/usr/$LIB/faketime/libfaketimeMT.so.1", "FAKETIME": "-1h x20",
  ]

  @Test(
    "after 'quit' and after a kill, at the song, position, volume and session time",
    arguments: [false, true])
  func shell(isKilled: Bool) throws {
    let workspace = try Workspace()
    try workspace.writeSongs()
    let sitting = try workspace.startSit("--volume", "40", variables: Self.fastClock)
    // A minute is rounded, too.
    try sitting.waitForStatus("session at 1:1")
    try sitting.type("next\nseek 1:05\n")
    try sitting.waitForStatus("B, 1:")
    try sitting.type("pause", until: "Paused at 1:")
    // Of less the journal keeps no songs.
    try workspace.waitForSits { ($0.first?.sat ?? 0) >= 60 }
    if isKilled { sitting.signal(SIGKILL) } else { try sitting.type("quit\n") }
    try sitting.finish()
    // One program sits it; the other is refused.
    let resumed = try workspace.start("resume", "--driver", "null")
    try resumed.wait(for: "playing: B")
    let other = try workspace.meditate("resume", "--driver", "null", code: 2)
    #expect(other.warnings == [CommandRefusal.nothingToResume(.goesOn).text])
    try resumed.type("pause\nstatus\nfinish\n")
    let outcome = try resumed.finish(code: 0)
    let status = try #require(outcome.lines.last { $0.hasPrefix("2 paused: B, ") })
    #expect(status.contains("B, 1:"))
    #expect(status.contains("song 2 of 2, session at 1:"))
    #expect(status.hasSuffix("volume 40%"))
    let sits = try workspace.sits()
    #expect(sits.map(\.end) == ["stopped"])
    #expect(sits.first?.heard == ["A", "B"])
  }

  @Test("a sit is resumed for a day", arguments: [(23, Int32(0)), (25, 2)])
  func age(hours: Int, code: Int32) throws {
    let workspace = try Workspace()
    let began = Date(timeIntervalSinceNow: -3_600 * Double(hours)).ISO8601Format()
    try workspace.importSits(["\(began),0:20:00,0:05:00,left,,for 20m,,"])
    let program = try workspace.start("resume", "--driver", "null")
    try program.type("finish\n")
    try program.finish(code: code)
    #expect(try workspace.sits().map(\.end) == [code == 0 ? "stopped" : "left"])
  }
}
