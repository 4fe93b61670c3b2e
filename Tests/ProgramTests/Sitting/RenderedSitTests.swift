import Testing

/// `meditate sit --output`: every stroke at its exact frame, every frame of a song untouched by it.
@Suite("A rendered sit") struct RenderedSitTests {
  /// What bells sound over.
  enum Ground: Int, CaseIterable {
    case silence = 0
    case song44 = 44_100
    case song48 = 48_000
  }

  private static let plan = "settle 2s, opening 1, bells every 5s, closing 1"
  /// In seconds of the file.
  private static let strokes = [2, 7, 12, 17, 22]

  /// The plan's sit of 20 s, whose song is on the right alone, so that the left has the bells alone.
  private func render(_ sound: StruckSound, over ground: Ground) throws -> StereoWave {
    let workspace = try Workspace()
    try workspace.write(StruckSound.fileName, StruckSound.fileBytes)
    let song = StereoWave.rightOnly(sampleRate: max(ground.rawValue, 8_000), seconds: 21)
    try workspace.write("song.wav", song.bytes)
    let outcome = try workspace.meditate(
      ["sit", "20s", "--plan", "\(Self.plan), \(sound.command)", "--output", "x.wav"]
        + (ground == .silence ? [] : ["song.wav"]))
    #expect(outcome.ending == .exit(0), "\(outcome)")
    return StereoWave(rendered: try workspace.read("x.wav"))
  }

  @Test(
    "strokes begin at their exact frames, and the song between them is its own",
    arguments: StruckSound.allCases, Ground.allCases)
  func onsets(sound: StruckSound, ground: Ground) throws {
    let file = try render(sound, over: ground)
    let rate = file.sampleRate
    #expect(rate == (ground == .silence ? 44_100 : ground.rawValue))
    // The last stroke rings out, and nothing follows.
    #expect(file.left.count == Int((22 + sound.length) * Double(rate)))

    let detector = OnsetDetector(sound: sound.left(seconds: 0.05, sampleRate: rate))
    let whole = sound.left(seconds: sound.length, sampleRate: rate)
    var rest = file.left.map(Double.init)
    var found: [Int] = []
    for second in Self.strokes {
      let match = try #require(detector.match(near: second * rate, reach: 40, in: rest))
      #expect(match.correlation > 0.999)
      found.append(match.frame)
      // What rings on is in the way of the next match.
      for index in whole.indices where match.frame + index < rest.count {
        rest[match.frame + index] -= whole[index]
      }
    }
    #expect(found == Self.strokes.map { $0 * rate })
    #expect(file.left.prefix(2 * rate).allSatisfy { $0 == 0 })
    if ground != .silence { expectSong(in: file, besides: sound) }
  }

  /// Between the bells, the right channel is the song's own, bit for bit, and nothing is on the left.
  private func expectSong(in file: StereoWave, besides sound: StruckSound) {
    let rate = file.sampleRate
    let song = StereoWave.rightOnly(sampleRate: rate, seconds: 21)
    // The music comes back for 3 s after a stroke, and gives way for 300 ms before the next. Gains
    // are lines between every 32nd frame.
    let first = Int(max(3, sound.length) * Double(rate)) + 32
    let end = 5 * rate - rate * 3 / 10 - 32
    guard first < end else { return }
    for second in Self.strokes.dropLast() {
      let frames = (second * rate + first)..<(second * rate + end)
      let own = (frames.lowerBound - 2 * rate)..<(frames.upperBound - 2 * rate)
      #expect(file.right[frames] == song.right[own])
      #expect(file.left[frames].allSatisfy { $0 == 0 })
      // They differ while the music gives way.
      #expect(file.right[second * rate + rate] != song.right[(second - 2) * rate + rate])
    }
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
    let outcome = try workspace.meditate("script", "it.meditate", "--output", "x.wav")
    #expect(outcome.ending == .exit(0), "\(outcome)")
    let file = StereoWave(rendered: try workspace.read("x.wav"))
    #expect(file.left.count == 11 * 44_100)
    let detector = OnsetDetector(sound: StruckSound.wood.left(seconds: 0.05, sampleRate: 44_100))
    let samples = file.left.map(Double.init)
    for frame in [3, 7, 10].map({ $0 * 44_100 }) {
      let match = detector.match(near: frame, reach: 40, in: samples)
      #expect(match?.frame == frame)
      #expect((match?.correlation ?? 0) > 0.999)
      #expect(file.left[(frame - 44_100)..<frame].allSatisfy { $0 == 0 })
    }
  }

  @Test("a bell's file of 8 channels at 192 kHz is struck at its exact frame")
  func surround() throws {
    let workspace = try Workspace()
    try workspace.write("surround.wav", StruckSound.surroundFileBytes)
    let outcome = try workspace.meditate(
      "sit", "3s", "--plan", "bells at 1s, bell surround.wav", "--output", "x.wav")
    #expect(outcome.ending == .exit(0), "\(outcome)")
    let file = StereoWave(rendered: try workspace.read("x.wav"))
    let detector = OnsetDetector(sound: StruckSound.file.left(seconds: 0.05, sampleRate: 44_100))
    let match = detector.match(near: 44_100, reach: 40, in: file.left.map(Double.init))
    #expect(match?.frame == 44_100)
    #expect((match?.correlation ?? 0) > 0.999)
  }
}
