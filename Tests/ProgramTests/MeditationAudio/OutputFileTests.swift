import MeditationPractice
import MeditationTestSupport
import SystemPackage
import Testing

/// `--output`: the file contains the samples of the songs.
@Suite("The output file", .waiting, .needs("sox", "flac"))
struct OutputFileTests {
  struct Material: CustomTestStringConvertible, Sendable {
    var bits: Int
    var channelCount: Int
    var sampleRate: Int
    /// The songs' ending.
    var songs: String
    /// The output's ending.
    var output: String

    var testDescription: String {
      "\(songs) of \(bits) bits, \(channelCount) channels, \(sampleRate) Hz to \(output)"
    }
  }

  static let materials = [
    Material(bits: 16, channelCount: 2, sampleRate: 44_100, songs: "flac", output: "wav"),
    Material(bits: 24, channelCount: 2, sampleRate: 44_100, songs: "flac", output: "wav"),
    Material(bits: 16, channelCount: 1, sampleRate: 48_000, songs: "flac", output: "wav"),
    Material(bits: 24, channelCount: 1, sampleRate: 96_000, songs: "wav", output: "wav"),
    Material(bits: 16, channelCount: 6, sampleRate: 48_000, songs: "wav", output: "wav"),
    Material(bits: 16, channelCount: 2, sampleRate: 44_100, songs: "flac", output: "au"),
    Material(bits: 16, channelCount: 1, sampleRate: 96_000, songs: "wav", output: "au"),
    Material(bits: 16, channelCount: 2, sampleRate: 44_100, songs: "flac", output: "raw"),
    Material(bits: 24, channelCount: 1, sampleRate: 44_100, songs: "wav", output: "raw"),
  ]

  @Test("contains A, then B, and nothing else", arguments: materials)
  func samples(material: Material) throws {
    let workspace = try Workspace()
    // Lengths that no buffer divides.
    let names = [("A", "31013"), ("B", "17001")]
    for (name, frames) in names { try make(name, frames: frames, material, in: workspace) }
    let songs = names.map { "\($0.0).\(material.songs)" }

    let rate = material.sampleRate > 48_000 ? ["--rate", "\(material.sampleRate)"] : []
    let outcome = try workspace.meditate(
      ["--output", "out.\(material.output)"] + rate + songs, typing: "all\nstart\n")
    #expect(outcome.lines.last == "Session finished: 2 songs heard, 0:01 listened")
    #expect(outcome.warned == "")
    if material.output == "wav" {
      // Some programs open a plain header only.
      let isPlain = material.bits == 16 && material.channelCount <= 2
      let header = try workspace.read("out.wav").prefix(22)
      #expect(Array(header[20...]) == (isPlain ? [1, 0] : [0xFE, 0xFF]))
    }
    let own = try songs.flatMap { try samples(of: $0, material, in: workspace) }
    let expected = material.channelCount == 1 ? onBothSides(own, bits: material.bits) : own
    let written = try samples(of: "out.\(material.output)", material, in: workspace)
    #expect(written.count == expected.count)
    #expect(written == expected, "first difference at byte \(firstDifference(written, expected))")
  }

  /// libao writes no '.au' of 24 bits: the nearest that there is takes their place.
  @Test("matches its header", .needs("soxi"), arguments: [("wav", 24), ("au", 16)])
  func header(ending: String, bits: Int) throws {
    let workspace = try Workspace()
    let material = Material(
      bits: 24, channelCount: 2, sampleRate: 48_000, songs: "flac", output: ending)
    try make("A", frames: "1000", material, in: workspace)

    try workspace.meditate("--output", "out.\(ending)", "--start", "A.flac")
    let facts = try ["-b", "-c", "-r", "-s"].map {
      try workspace.ask("soxi", [$0, "out.\(ending)"])
    }
    #expect(facts == ["\(bits)\n", "2\n", "48000\n", "1000\n"])
  }

  @Test("keeps all channels of its songs, and takes their highest rate up to 48 kHz")
  func mixedSongs() throws {
    let workspace = try Workspace()
    let right = StereoWave.rightOnly(sampleRate: 44_100, seconds: 1)
    try workspace.write("mono.wav", WaveFile(sampleRate: 44_100, seconds: 1).bytes)
    try workspace.write("right.wav", right.bytes)
    for (rate, name) in [(48_000, "48"), (96_000, "96")] {
      try workspace.write("\(name).wav", WaveFile(sampleRate: rate, seconds: 1).bytes)
    }
    try workspace.write(
      "six.wav",
      WaveFile(sampleRate: 44_100).bytes(
        of: [Int16](repeating: 1_000, count: 6 * 44_100), channelCount: 6))
    try workspace.write("it.meditate", "all\nstart\nwait end-of-session\n")
    let plan = ["--plan", "closing 1, bell wood"]
    for (songs, options, channels, rate) in [
      (["mono.wav", "right.wav"], [], 2, 44_100), (["mono.wav", "48.wav"], [], 2, 48_000),
      (["mono.wav", "96.wav"], [], 2, 48_000), (["48.wav", "mono.wav"], [], 2, 48_000),
      (["mono.wav", "six.wav"], [], 6, 44_100),
      (["mono.wav", "right.wav"], ["--rate", "32000"], 2, 32_000),
    ] as [([String], [String], Int, Int)] {
      for command in [["--start"], ["sit"] + plan, ["script", "it.meditate"]] {
        let outcome = try workspace.meditate(
          command + songs + options + ["--output", "x.wav", "--force"])
        #expect(outcome.warned == "")
        let file = try workspace.read("x.wav")
        #expect(Int(file[22]) == channels, "\(command) \(songs)")
        #expect(StereoWave(rendered: file).sampleRate == rate, "\(command) \(songs)")
      }
    }
    try workspace.meditate(
      "--start", "mono.wav", "right.wav", "--output", "x.wav", "--force")
    let file = StereoWave(rendered: try workspace.read("x.wav"))
    #expect(file.right(44_100..<88_200) == right.right(0..<44_100))
    #expect(file.left(44_100..<88_200).allSatisfy { $0 == 0 })
  }

  @Test("'--rate' is for a file")
  func rate() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    for (rate, reason) in [
      ("44100", "--rate is for --output: a sound device takes the rate of the songs."),
      ("7", "write a number of hertz from 8000 to 192000."),
    ] {
      let outcome = try workspace.meditate(
        "--start", "A.wav", "--driver", "null", "--rate", rate, code: 64)
      #expect(outcome.warned.contains(reason), "\(outcome)")
    }
  }

  @Test("never overwrites a song, under any name", arguments: ["A.wav", "link.wav", "hard.wav"])
  func sparesSongs(output: String) throws {
    let workspace = try Workspace()
    let song = WaveFile(seconds: 1).bytes
    try workspace.write("A.wav", song)
    try workspace.run("ln", ["-s", "A.wav", "link.wav"])
    try workspace.run("ln", ["A.wav", "hard.wav"])
    try workspace.write("it.meditate", "all\nstart\nwait end-of-session\n")
    for command in [["--start"], ["script", "it.meditate"]] {
      let outcome = try workspace.meditate(command + ["--output", output, "A.wav"], code: 73)
      #expect(outcome.warned == "The output file cannot be created: it is one of the songs.\n")
    }
    #expect(try workspace.read("A.wav") == song)
  }

  @Test("never overwrites a bell, under any name", arguments: ["B.wav", "link.wav", "hard.wav"])
  func sparesBells(output: String) throws {
    let workspace = try Workspace()
    let bell = WaveFile(seconds: 1).bytes
    try workspace.write("A.wav", WaveFile(seconds: 2).bytes)
    try workspace.write("B.wav", bell)
    try workspace.run("ln", ["-s", "B.wav", "link.wav"])
    try workspace.run("ln", ["B.wav", "hard.wav"])
    let plan = "bell ~/B.wav, closing 1"
    try workspace.write("it.meditate", "all\nbell B.wav\nstart\nwait end-of-session\n")
    try workspace.meditate(
      "--driver", "null", "A.wav", typing: "all\n\(plan)\nsave Evening\n")
    for command in [
      ["--start", "--plan", plan, "A.wav"], ["sit", "--plan", plan, "A.wav"], ["sit", "evening"],
      ["script", "it.meditate", "A.wav"],
    ] {
      let outcome = try workspace.meditate(command + ["--output", output], code: 73)
      #expect(
        outcome.warned == "The output file cannot be created: it is the file of a bell.\n")
    }
    // Later, the bell is refused.
    let outcome = try workspace.meditate(
      "--output", output, "--force", "A.wav", typing: "bell ./B.wav\nload evening\n")
    let reasons = ["./B.wav", "\(workspace.folder)/B.wav"].map {
      "The bell cannot be read: \($0): it is the output file."
    }
    for reason in reasons {
      #expect(outcome.warnings.contains { $0.hasPrefix(reason) }, "\(outcome)")
    }
    #expect(try workspace.read("B.wav") == bell)
  }

  @Test("never overwrites a song that is loaded later", arguments: ["B.wav", "link.wav"])
  func sparesLoaded(output: String) throws {
    let workspace = try Workspace()
    let song = WaveFile(seconds: 1).bytes
    for name in ["A.wav", "B.wav"] { try workspace.write(name, song) }
    try workspace.run("ln", ["-s", "B.wav", "link.wav"])
    try workspace.meditate(
      "--driver", "null", "A.wav", "B.wav", typing: "all\nsave Evening\n")
    let outcome = try workspace.meditate(
      "--output", output, "--force", "A.wav", typing: "load evening\nsit evening\n")
    let reason = "\(workspace.folder)/B.wav: it is the output file"
    let refusal = SetProblem.file("Evening", reason: reason).text
    #expect(outcome.warnings == [refusal, refusal], "\(outcome)")
    #expect(try workspace.read("B.wav") == song)
  }

  @Test("never overwrites the script or the list of songs")
  func sparesLists() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    try workspace.write("list.raw", "A.wav\n")
    try workspace.write("it.raw", "for 1s\nstart\nwait end-of-session\n")
    for (command, output, role) in [
      (["--start", "--files-from", "list.raw"], "list.raw", "the list of songs"),
      (["script", "it.raw"], "it.raw", "the script"),
    ] {
      let outcome = try workspace.meditate(command + ["--output", output], code: 73)
      #expect(outcome.warned == "The output file cannot be created: it is \(role).\n")
    }
    #expect(try workspace.read("list.raw") == Array("A.wav\n".utf8))
  }

  @Test("is created by the first sound")
  func untouched() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    try workspace.write("kept.wav", "of worth")
    for output in ["kept.wav", "new.wav"] {
      try workspace.meditate(
        "--output", output, "--force", "A.wav", typing: "all\n")
    }
    #expect(try workspace.read("kept.wav") == Array("of worth".utf8))
    #expect(throws: (any Error).self) { try workspace.read("new.wav") }
  }

  @Test("what exists is kept without '--force'")
  func spared() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    try workspace.write("it.meditate", "all\nstart\nwait end-of-session\n")
    try workspace.write("out.wav", "of worth")
    for command in [["--start"], ["sit"], ["script", "it.meditate"]] {
      let kept = try workspace.meditate(command + ["A.wav", "--output", "out.wav"], code: 73)
      #expect(
        kept.warned
          == "The output file cannot be created: it exists already. '--force' overwrites it.\n")
      #expect(try workspace.read("out.wav") == Array("of worth".utf8))
    }
    try workspace.meditate("--start", "A.wav", "--output", "out.wav", "--force")
    #expect(try workspace.read("out.wav").count > 16_000)
  }

  @Test("'-' writes a WAV to standard output, and lines to standard error")
  func standardOutput() throws {
    let workspace = try Workspace(songs: ["A.wav": 1])
    let outcome = try workspace.meditate("--start", "A.wav", "--output", "-")
    #expect(outcome.output.starts(with: "RIFF".utf8))
    #expect(outcome.warnings.last == "Session finished: 1 song heard, 0:01 listened")
    let program = try Terminal.program(["--start", "A.wav", "--output", "-"])
    try workspace.run(
      "sh", ["-c", "\(program) 2>said | sox -t wav - -t raw -e signed -b 16 piped.raw"])
    #expect(try workspace.left("piped.raw") == WaveFile(seconds: 1).sound)
    // A redirection is a file that is not there yet.
    try workspace.run("sh", ["-c", "\(program) 2>said >new.wav"])
    #expect(try workspace.read("new.wav").starts(with: "RIFF".utf8))
    try workspace.write("old.wav", "of worth")
    try workspace.run("sh", ["-c", "\(program) 2>said >>old.wav; test $? = 73"])
    #expect(try workspace.read("old.wav") == Array("of worth".utf8))
  }

  /// A limit on the size of files stands in for a disk that fills up: 200 KiB are 6.4 s of sound, of
  /// which whole writes of 128 KiB are counted.
  @Test("counts what was written before the disk was full", .needs("bash"))
  func fullDisk() throws {
    let workspace = try Workspace(songs: ["Long.wav": 60])
    let limited = "trap '' XFSZ; ulimit -f 200; \"${@}\"; test ${?} = 74"
    let said = try workspace.ask(
      "bash",
      ["-c", limited, "bash", Meditate.path.string, "--output", "out.wav", "--start", "Long.wav"])
    #expect(try workspace.read("out.wav").count > 6 * 32_000)
    #expect(said.hasSuffix("Session failed: 1 song heard, 0:04 listened\n"))
  }

  /// Noise: no two samples alike, in any channel.
  private func make(
    _ name: String, frames: String, _ material: Material, in workspace: Workspace
  ) throws {
    try workspace.run(
      "sox",
      [
        "-D", "-n", "-r", "\(material.sampleRate)", "-b", "\(material.bits)",
        "-c", "\(material.channelCount)", "\(name).wav", "synth", "\(frames)s", "whitenoise",
      ])
    if material.songs == "flac" { try workspace.run("flac", ["-s", "--best", "\(name).wav"]) }
  }

  /// The samples of a file, as another program reads them.
  private func samples(
    of file: String, _ material: Material, in workspace: Workspace
  ) throws -> [UInt8] {
    if file.hasSuffix(".raw") { return try workspace.read(file) }
    if file.hasSuffix(".flac") {
      return try workspace.run(
        "flac", ["-dsc", "--force-raw-format", "--endian=little", "--sign=signed", file])
    }
    return try workspace.run(
      "sox", ["-D", file, "-t", "raw", "-e", "signed", "-b", "\(material.bits)", "-L", "-"])
  }

  /// A file has at least two channels: samples of one channel are on both sides.
  private func onBothSides(_ samples: [UInt8], bits: Int) -> [UInt8] {
    stride(from: 0, to: samples.count, by: bits / 8).flatMap { first in
      let sample = samples[first..<(first + bits / 8)]
      return sample + sample
    }
  }

  private func firstDifference(_ one: [UInt8], _ other: [UInt8]) -> Int {
    zip(one, other).prefix { $0 == $1 }.count
  }
}
