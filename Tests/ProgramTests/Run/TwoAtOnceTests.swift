import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// Features that meet in one run of the program.
@Suite("Two features at once", .waiting) struct TwoAtOnceTests {
  /// The first song is cut off, the second is long.
  private func broken() throws -> Workspace {
    let workspace = try Workspace(songs: ["Long.wav": 60])
    try workspace.write("Broken.wav", WaveFile(seconds: 2).bytes.dropLast(1_000))
    return workspace
  }

  @Test(
    "a plan has its own volume and level, whatever the settings say, but for an option",
    arguments: [[], ["--volume", "20", "--level", "off"]])
  func volumeOfPlan(options: [String]) throws {
    let workspace = try Workspace(songs: ["A.wav": 60])
    let typed = "all\nfor 20m\nvolume 60\nlevel on\nsave Own\n"
    _ = try workspace.meditate("--driver", "null", "A.wav", typing: typed)
    try workspace.write(".config/meditate/config", "volume = 30\nlevel = album\n")
    let list = workspace.place(".local/share/meditate/sets/Own.m3u8").string
    let plan = "for 20m, volume 60, level on"
    for words in [["sit", "Own"], [list, "--start"], ["A.wav", "--start", "--plan", plan]] {
      let process = try workspace.start(words + ["--driver", "null"] + options)
      try process.wait(for: "playing: A")
      try process.type("volume\nlevel\nquit\n")
      process.endInput()
      let lines = try process.finish().lines
      #expect(lines.contains(options.isEmpty ? "Volume 60%" : "Volume 20%"), "\(words): \(lines)")
      let level = options.isEmpty ? "Level on" : "Level off"
      #expect(lines.contains { $0.hasPrefix(level) }, "\(words): \(lines)")
    }
  }

  @Test("warnings are printed whatever is announced, and whoever quits has not failed")
  func quietWarning() throws {
    let workspace = try broken()
    let process = try workspace.start(
      "--driver", "null", "--announce", "none", "--start", "Broken.wav", "Long.wav")
    try process.waitForWarnings()
    try process.type("quit\n")
    process.endInput()
    let outcome = try process.finish(code: 0)
    #expect(!outcome.said.contains("playing"))
    let warning = try #require(outcome.warnings.first)
    #expect(outcome.warnings.count == 1 && warning.hasPrefix("Song 1, Broken, failed at "))
  }

  @Test("a range that begins and ends on one day has what was sat on it")
  func oneDay() throws {
    let workspace = try Workspace()
    for (day, time) in [("yesterday", "12:00"), ("3d", "12:00"), ("yesterday", "15:00")] {
      _ = try workspace.meditate("journal", "add", day, time, "20m")
    }
    let outcome = try workspace.meditate(
      "journal", "--since", "yesterday", "--until", "yesterday", "--format", "csv")
    #expect(outcome.said.count(where: \.isNewline) == 3, "\(outcome)")
  }

  @Test("the closing bell rings out also where somebody may still type")
  func openInput() throws {
    let workspace = try Workspace(songs: ["A.wav": 2])
    let plan = "off, for songs, closing 1"
    func render(_ name: String) throws -> RunningProcess {
      try workspace.start("--start", "A.wav", "--plan", plan, "--output", name)
    }
    let open = try render("open.wav")
    try open.finish(code: 0)
    let ended = try render("ended.wav")
    ended.endInput()
    try ended.finish(code: 0)
    let sound = try workspace.read("open.wav")
    #expect(try sound == workspace.read("ended.wav") && sound.count > 1_000_000)
  }
}
