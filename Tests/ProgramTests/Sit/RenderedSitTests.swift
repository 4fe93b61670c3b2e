import MeditationTestSupport
import SystemPackage
import Testing

/// `meditate sit --output`: every stroke at its exact frame, every frame of a song untouched by it.
@Suite("A rendered sit", .waiting) struct RenderedSitTests {
  private static let plan = "settle 2s, opening 1, bells every 5s, closing 1"
  /// In seconds of the file.
  private static let strokes = [2, 7, 12, 17, 22]

  /// Every bell over a song that ends after the second bell, and so in silence, too; and sits
  /// without a song.
  private static let cases: [(StruckSound, songRate: Int?)] = [
    (.bowl, 48_000), (.gong, 44_100), (.chime, 48_000), (.wood, 44_100), (.file, 48_000),
    (.wood, 48_000), (.file, 44_100), (.wood, nil), (.file, nil),
  ]

  private func song(_ rate: Int) -> StereoWave { .rightOnly(sampleRate: rate, seconds: 11) }

  /// Renders; the song is on the right alone, so that the left has the bells alone.
  private func render(_ sound: StruckSound, songRate: Int?) throws -> StereoWave {
    let workspace = try Workspace()
    try workspace.write(StruckSound.fileName, StruckSound.fileBytes)
    if let songRate { try workspace.write("song.wav", song(songRate).bytes) }
    try workspace.meditate(
      ["sit", "20s", "--plan", "off, \(Self.plan), \(sound.command)", "--output", "x.wav"]
        + (songRate == nil ? [] : ["song.wav"]))
    return StereoWave(rendered: try workspace.read("x.wav"))
  }

  /// The frames of strokes of `sound` in `file`, where they are looked for around `expected` ones.
  private func strokes(of sound: StruckSound, in file: StereoWave, near expected: [Int]) -> [Int] {
    let detector = OnsetDetector(sound, sampleRate: file.sampleRate)
    return expected.reduce(into: []) { found, frame in
      let first = frame - 40
      let window = file.left(first..<(frame + OnsetDetector.length + 40))
      let match = detector.match(in: window, from: first, after: found)
      #expect(match.correlation > 0.999)
      found.append(match.frame)
    }
  }

  @Test(
    "strokes begin at their exact frames, and the song between them is its own",
    arguments: cases)
  func onsets(sound: StruckSound, songRate: Int?) throws {
    let file = try render(sound, songRate: songRate)
    let rate = file.sampleRate
    #expect(rate == songRate ?? 44_100)
    // The last stroke rings out, and nothing follows.
    #expect(file.frameCount == Int((22 + sound.length) * Double(rate)))
    let frames = Self.strokes.map { $0 * rate }
    #expect(strokes(of: sound, in: file, near: frames) == frames)
    #expect(file.left(0..<(2 * rate)).allSatisfy { $0 == 0 })
    if songRate != nil { expectSong(in: file, besides: sound) }
  }

  /// Between the bells, the right channel is the song's own, bit for bit, and nothing is on the left.
  private func expectSong(in file: StereoWave, besides sound: StruckSound) {
    let rate = file.sampleRate
    let song = song(rate)
    // The music comes back over 3 s after a stroke (after a file's end), and gives way for 300 ms
    // before the next. Gains are lines between every 32nd frame.
    let back = sound == .file ? sound.length + 3 : max(3, sound.length)
    let first = Int(back * Double(rate)) + 32
    let end = 5 * rate - rate * 3 / 10 - 32
    guard first < end else { return }
    for second in Self.strokes.dropLast() {
      let frames = (second * rate + first)..<(second * rate + end)
      let own = (frames.lowerBound - 2 * rate)..<(frames.upperBound - 2 * rate)
      let heard = song.right(own.clamped(to: 0..<song.frameCount))
      let silence = [Int16](repeating: 0, count: own.count - heard.count)
      #expect(file.right(frames) == heard + silence)
      #expect(file.left(frames).allSatisfy { $0 == 0 })
    }
  }

  @Test("strokes of parts begin at their exact frames, and the music waits in a part without it")
  func parts() throws {
    let workspace = try Workspace()
    let song = song(44_100)
    try workspace.write("song.wav", song.bytes)
    let plan =
      "off, settle 1s, bell wood; 6s Sit, opening 2 2s apart, closing 1 1s apart; "
      + "9s Walk, music off, opening 1 1.5s apart, bells at 5s; 6s Sit, closing 1"
    try workspace.meditate(
      "sit", "--plan", plan, "--output", "x.wav", "song.wav")
    let file = StereoWave(rendered: try workspace.read("x.wav"))
    // In seconds of the file, whose first one is the settling.
    let frames = [1, 3, 7, 10, 12, 22].map { $0 * 44_100 }
    #expect(strokes(of: .wood, in: file, near: frames) == frames)
    let rest = (7 * 44_100)..<(16 * 44_100)
    let bells = frames.map { $0..<($0 + Int((StruckSound.wood.length * 44_100).rounded())) }
    let quiet = rest.filter { frame in !bells.contains { $0.contains(frame) } }
    #expect(quiet.count > 5 * 44_100)
    let right = file.right(rest)
    let heard = quiet.filter { right[right.startIndex + $0 - rest.lowerBound] != 0 }
    #expect(heard.isEmpty, "\(heard.count) frames from \(heard.first ?? 0) on")
    // Past the ramp, and before the music gives way to the last bell.
    let after = (17 * 44_100)..<(21 * 44_100)
    #expect(
      file.right(after)
        == song.right((after.lowerBound - 10 * 44_100)..<(after.upperBound - 10 * 44_100)))
  }

  @Test(
    "a plan of one part gives the same samples on any machine, bit for bit",
    arguments: [
      ("opening 3, closing 1, bell chime", 0x4571_0BEF_EA2C_E341),
      ("settle 2s, bells every 5s, bell wood, fade 2s", 0xECD5_7CB4_DB99_57E7),
      ("bells random 3 7, bell chime, bell volume 60, volume 80", 0xF7F4_2867_4F31_9760),
      (
        "bells at 2s 4.5s, opening 1, bell wood, breath 2-2, breath volume 40",
        0xCDEE_0C2F_8A71_5530
      ),
      (
        "settle 1s, opening 2, bells every 5s, closing 3, bell wood, fade 3s, breath box, repeat on",
        0xE0F5_FA9F_C2D3_130C
      ),
    ] as [(String, UInt64)])
  func sameAsBefore(plan: String, checksum: UInt64) throws {
    let workspace = try Workspace()
    let song = Repository.path("Samples/Songs/07 Tanpura.wav").string
    try workspace.meditate(
      "sit", "10s", "--plan", "off, \(plan)", "--output", "x.wav", song)
    #expect(try fnv(workspace.read("x.wav")) == checksum)
  }

  @Test("a bell at the end of the songs does not move the closing bells of a file")
  func bellAtEnd() throws {
    let workspace = try Workspace()
    try workspace.write("song.wav", StereoWave.rightOnly(sampleRate: 8_000, seconds: 10).bytes)
    let lengths = try (0..<6).map { _ in
      try workspace.meditate(
        "--plan", "off, bells every 10s, closing 2", "--start", "--force", "--output", "x.wav",
        "song.wav", typing: "")
      return StereoWave(rendered: try workspace.read("x.wav")).frameCount
    }
    #expect(Set(lengths).count == 1)
  }

  /// A checksum.
  ///
  /// Source: FNV-1a with 64 bits, RFC 9923.
  private func fnv(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  @Test(
    "pauses in the settling and at a bell's frame move strokes by their frames; a late one none")
  func pauses() throws {
    let workspace = try Workspace()
    try workspace.write(
      "it.meditate",
      """
      for 6s, settle 2s, opening 1, bells at 3s, closing 1, bell wood
      start
      wait 1s
      pause
      wait 1s
      play
      wait 4s
      expect elapsed 0:03
      pause
      wait 1s
      play
      wait 3s
      expect end completed
      pause
      expect refusal session-finished
      wait 1s
      """)
    try workspace.meditate("script", "it.meditate", "--output", "x.wav")
    let file = StereoWave(rendered: try workspace.read("x.wav"))
    #expect(file.frameCount == 11 * 44_100)
    let frames = [3, 7, 10].map { $0 * 44_100 }
    #expect(strokes(of: .wood, in: file, near: frames) == frames)
    for frame in frames {
      #expect(file.left((frame - 44_100)..<frame).allSatisfy { $0 == 0 })
    }
  }

  @Test("music gives way to a bell's file as long as it sounds; a long one is cut with a word")
  func longBell() throws {
    let workspace = try Workspace()
    let rate = 44_100
    let song = StereoWave.rightOnly(sampleRate: rate, seconds: 80)
    try workspace.write("song.wav", song.bytes)
    let plan = "settle off, fade off, opening 1, bell bell.wav"
    for (seconds, warning) in [
      (10, ""), (61, "The bell bell.wav is longer than 60 seconds: it fades out there.\n"),
    ] {
      // On the left alone.
      let bell = (0..<(2 * rate * seconds)).map { Int16($0 % 2 == 0 ? 8_000 : 0) }
      try workspace.write("bell.wav", WaveFile(sampleRate: rate).bytes(of: bell, channelCount: 2))
      let outcome = try workspace.meditate(
        "sit", "75s", "song.wav", "--plan", plan, "--output", "x.wav", "--force")
      #expect(outcome.warned == warning)
      let file = StereoWave(rendered: try workspace.read("x.wav"))
      func level(_ second: Int) -> Double {
        let frames = (second * rate)..<((second + 1) * rate)
        func sum(_ samples: [Int16]) -> Double { samples.reduce(0) { $0 + abs(Double($1)) } }
        return sum(file.right(frames)) / sum(song.right(frames))
      }
      let end = min(seconds, 60)
      for second in [1, end / 2, end - 2] { #expect(abs(level(second) - 0.355) < 0.01) }
      #expect(abs(level(end + 4) - 1) < 0.001)
    }
  }

  @Test("a song that a playlist's plan repeats sounds to the end of the sit, without a gap")
  func repeatedSong() throws {
    let workspace = try Workspace()
    let song = StereoWave.rightOnly(sampleRate: 44_100, seconds: 1)
    try workspace.write("rain.wav", song.bytes)
    try workspace.write("rain.m3u8", "#EXTM3U\n#MEDITATE: for 3s, repeat on\nrain.wav\n")
    try workspace.meditate("sit", "./rain.m3u8", "--output", "x.wav")
    let file = StereoWave(rendered: try workspace.read("x.wav"))
    #expect(file.frameCount >= 3 * 44_100)
    let round = song.right(0..<44_100)
    // The last 10 ms are the ramp at the end.
    #expect(file.right(0..<131_000) == Array((round + round + round).prefix(131_000)))
  }
}
