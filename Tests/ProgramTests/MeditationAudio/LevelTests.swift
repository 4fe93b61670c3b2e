import Foundation
import MeditationTestSupport
import SystemPackage
import Testing

/// `level`: by the prompt, an option and a setting; what is written is as loud as promised.
@Suite("The level", .waiting, .needs("sox", "flac", "ffmpeg"))
struct LevelTests {
  /// A quiet song, a loud one, one of one channel, and one that peaks too high to be raised.
  private static let songs = [
    "quiet.flac": "synth 6 pinknoise vol 0.12", "loud.flac": "synth 6 pinknoise vol 0.9",
    "mono.flac": "synth 6 pinknoise vol 0.5",
    "peak.wav": "synth 6 sine 300 vol 0.02 synth 1 square amod 0.17 0 gain -n -0.3",
  ]

  /// A folder with some of the songs.
  private func workspace(_ names: String...) throws -> Workspace {
    let workspace = try Workspace()
    for name in names {
      let effects = try #require(Self.songs[name])
      try workspace.run(
        "sox",
        ["-D", "-n", "-r", "44100", "-c", name == "mono.flac" ? "1" : "2", "-b", "16", name]
          + effects.split(separator: " ").map(String.init))
    }
    return workspace
  }

  /// Measures a file with ffmpeg: LUFS and dBTP.
  private func measure(_ name: String, in workspace: Workspace) throws -> (Double, Double) {
    let report = try workspace.ask(
      "sh",
      [
        "-c",
        "ffmpeg -hide_banner -nostats -i \(name) -af ebur128=peak=true:dualmono=true -f null - 2>&1 "
          + "| tail -20",
      ])
    let text = report.suffix(from: try #require(report.range(of: "Summary:")).upperBound)
    func value(_ label: String) throws -> Double {
      let line = try #require(text.split(separator: "\n").first { $0.contains(label) }, "\(text)")
      return try #require(Double(line.split(separator: " ")[1]))
    }
    return (try value("I:"), try value("Peak:"))
  }

  @Test(
    "a rendered song has -20 LUFS, or is at its limit",
    arguments: ["quiet.flac", "loud.flac", "mono.flac"])
  func rendered(name: String) throws {
    let workspace = try workspace(name)
    try workspace.meditate(
      "--level", "on", "--start", "--output", "out.wav", name)
    let (integrated, peak) = try measure("out.wav", in: workspace)
    #expect(abs(integrated + 20) <= 0.5)
    #expect(peak <= -0.5)
  }

  @Test("a peak is never raised above -1 dBTP")
  func limited() throws {
    let workspace = try workspace("peak.wav")
    let before = try measure("peak.wav", in: workspace)
    try workspace.meditate(
      "--level", "on", "--start", "--output", "out.wav", "peak.wav")
    let after = try measure("out.wav", in: workspace)
    #expect(abs(after.1 + 1) <= 0.5 || abs(after.0 + 20) <= 0.5, "\(before) \(after)")
    #expect(after.1 <= -0.5)
  }

  @Test("an album keeps its differences, and rendering it twice gives the same bytes")
  func album() throws {
    let workspace = try workspace("quiet.flac", "loud.flac")
    for (name, output) in [("quiet.flac", "q.wav"), ("loud.flac", "l.wav")] {
      let outcome = try workspace.meditate(
        ["--output", output, "quiet.flac", "loud.flac"],
        typing: "level album\n\(name == "quiet.flac" ? 1 : 2)\nstart\n")
      #expect(outcome.lines.contains { $0.hasPrefix("Level album") }, "\(outcome.lines)")
    }
    let (quiet, loud) = (
      try measure("quiet.flac", in: workspace).0, try measure("loud.flac", in: workspace).0
    )
    let written = (try measure("q.wav", in: workspace).0, try measure("l.wav", in: workspace).0)
    #expect(abs((loud - quiet) - (written.1 - written.0)) <= 0.2)
    let first = try workspace.read("q.wav")
    try workspace.meditate(
      ["--output", "q.wav", "--force", "quiet.flac", "loud.flac"], typing: "level album\n1\nstart\n"
    )
    #expect(try workspace.read("q.wav") == first)
  }

  @Test("a song whose rate is too low to be measured plays as it is", arguments: [1_000, 3_000])
  func lowRate(sampleRate: Int) throws {
    let workspace = try Workspace()
    let samples = (0..<12_000).map { Int16($0 % 100 * 100) }
    try workspace.write(
      "low.wav", WaveFile(sampleRate: sampleRate).bytes(of: samples, channelCount: 1))
    for level in ["on", "album"] {
      try workspace.meditate(
        "--level", level, "--start", "--output", "out.raw", "--force", "low.wav")
      // Levelled songs are written in 24 bits.
      let expected = samples.flatMap { [0, UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      #expect(try workspace.left("out.raw", bits: 24) == expected)
    }
  }

  @Test("without a level no sample changes")
  func off() throws {
    let workspace = try workspace("loud.flac")
    for arguments in [["--level", "off"], []] {
      try workspace.meditate(
        arguments + ["--start", "--output", "out.wav", "--force", "loud.flac"], typing: "")
      let samples = try ["loud.flac", "out.wav"].map {
        try workspace.run("sox", [$0, "-t", "raw", "-e", "signed", "-b", "16", "-"])
      }
      #expect(samples[0] == samples[1])
    }
  }

  @Test("the setting in its file and its variable, and a change while it runs")
  func setting() throws {
    let workspace = try workspace("quiet.flac")
    try workspace.write(".config/meditate/config", "level = album\n")
    let lines = try workspace.meditate(
      "--driver", "null", "quiet.flac", typing: "level\nset level on\nlevel\nset level default\n"
    ).lines
    #expect(lines.contains("Level album: songs are played at -20 LUFS, each folder as one."))
    #expect(lines.contains("Level on: songs are played at -20 LUFS."))
    #expect(lines.contains("Level off: songs are played as they are."))
    let byVariable = try workspace.meditate(
      "--driver", "null", "quiet.flac", typing: "level\nquit\n",
      environment: workspace.environment(adding: ["MEDITATE_LEVEL": "on"]))
    #expect(byVariable.lines.contains("Level on: songs are played at -20 LUFS."))
  }

  @Test("what was measured is kept in a cache that the next start does not find damaged")
  func remembered() throws {
    let workspace = try workspace("quiet.flac")
    for _ in 0..<2 {
      let outcome = try workspace.meditate(
        "--level", "on", "--start", "--output", "out.wav", "--force", "--format", "json",
        "quiet.flac")
      #expect(outcome.lines.contains { $0.contains(#""level":"on","type":"level""#) })
    }
    let names = try workspace.ask("ls", [".cache/meditate"]).split(separator: "\n")
    #expect(names.contains("songs.db") && !names.contains { $0.contains("damaged") }, "\(names)")
  }

  @Test("the tag that gives a gain is named, and one that is not believed is told once")
  func tags() throws {
    let workspace = try Workspace()
    // So long that it is not measured before it begins: then no tag is asked.
    for (name, gain) in [("wild.flac", "-96 dB"), ("calm.flac", "-6,5 dB")] {
      try workspace.run(
        "sox",
        ["-D", "-n", "-r", "8000", "-c", "2", "-b", "16", "a.wav", "synth", "120", "sine", "440"])
      try workspace.run(
        "flac", ["-s", "-f", "-T", "REPLAYGAIN_TRACK_GAIN=\(gain)", "-o", name, "a.wav"])
    }
    let player = try workspace.start("--driver", "null", "wild.flac", "calm.flac")
    try player.type("info 1\ninfo 2\nlevel on\n1\nstart\n")
    try player.waitForWarnings()
    try player.type("quit\n")
    let outcome = try player.finish()
    let told = "REPLAYGAIN_TRACK_GAIN of -96.0 dB is out of range and ignored."
    #expect(outcome.lines.contains(told))
    #expect(outcome.lines.contains("Gain: -8.5 dB with 'level on', by REPLAYGAIN_TRACK_GAIN"))
    #expect(outcome.warnings.filter { $0.hasSuffix(told) } == ["Song 1, wild: \(told)"])
  }

  @Test("a script sets and expects it")
  func script() throws {
    let workspace = try workspace("loud.flac")
    try workspace.write(
      "it.meditate",
      """
      song "One" 1:00
      expect level off
      level on
      expect level on
      all
      start
      wait 5s
      level album
      expect level album
      """)
    try workspace.meditate("script", "it.meditate")
    try workspace.write("file.meditate", "level on\nall\nstart\nwait end-of-session\n")
    try workspace.meditate(
      "script", "file.meditate", "loud.flac", "--output", "script.wav")
    #expect(abs(try measure("script.wav", in: workspace).0 + 20) <= 0.5)
  }
}
