import MeditationTestSupport
import Testing

/// Programs that share one home.
@Suite("The practice of two programs", .waiting)
struct SharedHomeTests {
  @Test("both sits are kept, and neither is interrupted by the other")
  func sits() throws {
    let workspace = try Workspace()
    try workspace.writeSongs()
    let programs = try (0..<2).map { _ in try workspace.startSit() }
    try workspace.waitForSits { $0.count == 2 }
    for program in programs { try program.type("pause\nplay\nnote calm\njournal\n") }
    #expect(try workspace.sits().map(\.end) == [nil, nil])
    for program in programs {
      try program.type("finish\nquit\n")
      let outcome = try program.finish(code: 0)
      // Each may have seen that the other sits.
      #expect(outcome.warnings.allSatisfy { $0.hasPrefix("Another session of yours is running: ") })
    }
    #expect(try workspace.sits().map(\.end) == ["stopped", "stopped"])
  }

  @Test("a setting is changed in the file alone; another program's value stays until its own 'set'")
  func settings() throws {
    let workspace = try Workspace()
    try workspace.writeSongs()
    let (file, before) = (
      ".config/meditate/config", "# mine\n\nvolume = 60   # percent\n\tcolor=never\r\n"
    )
    try workspace.write(file, before)
    let first = try workspace.start("--driver", "null", "A.wav")
    try first.type("settings", until: "volume: 60, config:3\n")
    let second = try workspace.meditate(
      "--driver", "null", "A.wav", typing: "set volume 35\nset day-start 5:00\n")
    #expect(second.lines.suffix(2) == ["Setting: volume = 35.", "Setting: day-start = 5:00."])
    let changed = before.replacing("60", with: "35") + "day-start = 5:00\r\n"
    #expect(try workspace.text(file) == changed)
    try first.type("volume\nset announce songs\nset day-start default\nset volume loud\nquit\n")
    let outcome = try first.finish()
    #expect(outcome.lines.contains("Volume 60%"))
    #expect(outcome.warnings.count == 1)
    #expect(outcome.warnings.first?.hasPrefix("The value 'loud' is invalid") == true)
    let last = before.replacing("60", with: "35") + "announce = songs\r\n"
    #expect(try workspace.text(file) == last)
  }
}
