import Foundation
import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

/// The level in words, and the songs that are measured for it.
@MainActor struct LevelTests {
  /// Every song has -23 LUFS.
  private final class ListingMeter: LoudnessMeter {
    let paths = Locked<[FilePath]>([])

    func measure(
      _ path: FilePath, after last: inout (any SongDecoder)?, next: (Double?) -> MeteringStep
    ) throws(SongDecodingError) -> SongMeasurement? {
      paths.withLock { $0.append(path) }
      return SongMeasurement(
        loudness: Loudness(integrated: -23.04, truePeak: -9), length: .seconds(60), peaks: [])
    }

    func tagged(_ path: FilePath, at level: Level) -> TaggedLoudness? { nil }
  }

  private let controller: SessionController
  private let status: StatusSource
  private let meter = ListingMeter()
  private let client = Client()

  init() {
    let paths = (1...5).map { FilePath("song-\($0)") }
    let songs = paths.map { SongViewModel(title: $0.string, length: .seconds(60)) }
    controller = SessionController(
      session: MeditationViewModel(songs: songs), paths: paths, engine: SoundlessEngine())
    controller.loudness.levels = SongLevels(meter: meter, helperLimit: 1)
    status = StatusSource(session: controller.session)
  }

  private func type(_ lines: String...) {
    for line in lines { _ = controller.submit(line, from: client) }
  }

  private func play(to seconds: Int, gain: Double?) {
    controller.receive(
      EngineEvent(
        generation: controller.session.score.generation, position: .seconds(seconds), gain: gain,
        kind: .position))
  }

  /// Measurements of an earlier run.
  private struct Measured: MeasurementStore {
    let loudness: Double

    func measurement(of path: FilePath, _: FileStamp) -> SongMeasurement? {
      path.string.hasSuffix("1.wav")
        ? nil
        : SongMeasurement(
          loudness: Loudness(integrated: loudness, truePeak: -9), length: .seconds(60), peaks: [])
    }

    func store(_: SongMeasurement, of _: FilePath, _: FileStamp) {}
  }

  @Test("how soft the music is, is known of an earlier run that measured half of the songs")
  func softness() throws {
    let folder = TemporaryFolder()
    let paths = (1...3).map { folder.path.appending("\($0).wav") }
    for path in paths { try AtomicFile.write(Array("".utf8), to: path) }
    let controller = SessionController(
      session: MeditationViewModel(songs: paths.map { SongViewModel(title: $0.string) }),
      paths: paths,
      engine: SoundlessEngine())
    let client = Client()
    _ = controller.submit("all", from: client)
    #expect(controller.loudness.bellsExceedMusic == nil)
    controller.loudness.levels = SongLevels(
      meter: meter, store: Measured(loudness: -40), helperLimit: 0)
    #expect(controller.loudness.bellsExceedMusic.map { Int($0.rounded()) } == 20)
    _ = controller.submit("level on", from: client)
    #expect(controller.loudness.bellsExceedMusic == nil)
    for line in ["level off", "none", "1"] { _ = controller.submit(line, from: client) }
    #expect(controller.loudness.bellsExceedMusic == nil)
    _ = controller.submit("2", from: client)
    #expect(controller.loudness.bellsExceedMusic.map { Int($0.rounded()) } == 20)
  }

  private var line: String { controller.session.state.levelText }

  @Test("while a song is measured before it begins, the status says so, and how far")
  func measured() {
    type("all", "level on", "start")
    let generation = controller.session.score.generation
    for percent in [8, 16] {
      controller.receive(
        EngineEvent(
          generation: generation, position: .zero, kind: .measuring(percent: percent)))
      #expect(status.status?.leveling == ["measuring its loudness: \(percent)%"])
      #expect(status.status?.remarks.first == "measuring its loudness: \(percent)%")
    }
    play(to: 1, gain: -3)
    #expect(status.status?.leveling == ["level on (-3.0 dB)"])
  }

  @Test("each level in a line")
  func words() {
    #expect(line == "Level off: songs are played as they are.")
    type("level on")
    #expect(line == "Level on: songs are played at -20 LUFS.")
    type("level album")
    #expect(line == "Level album: songs are played at -20 LUFS, each folder as one.")
  }

  @Test("while a song plays, a change is about the next one")
  func changed() {
    type("all", "start")
    play(to: 1, gain: nil)
    type("level on")
    #expect(line == "Level on: songs are played at -20 LUFS, from the next song or jump on.")
    type("next")
    #expect(line == "Level on: songs are played at -20 LUFS.")
    play(to: 1, gain: -3.04)
    #expect(line == "Level on (-3.0 dB): songs are played at -20 LUFS.")
    type("level album")
    #expect(
      line == "Level album: songs are played at -20 LUFS, each folder as one, "
        + "from the next song or jump on.")
    type("level off")
    #expect(line == "Level off: songs are played as they are, from the next song or jump on.")
    type("level on")
    #expect(line == "Level on (-3.0 dB): songs are played at -20 LUFS.")
  }

  @Test("'info' shows the gain that a song plays with, and one that is known")
  func info() async throws {
    func gain(_ line: String) -> SongInfo.Gain? {
      guard case .page(.info(let info)) = controller.submit(line, from: client) else { return nil }
      return info.gain
    }
    func words(_ line: String) -> String? {
      guard case .page(.info(let info)) = controller.submit(line, from: client) else { return nil }
      return Listing(info, wording: .screen).rows.last?.message
    }
    #expect(gain("info 2") == .unknown(isOff: true))
    #expect(words("info 2") == "not known; 'level on' measures it")
    type("all", "start")
    #expect(gain("info") == .unknown(isOff: true))
    type("level on", "next")
    play(to: 1, gain: -3.04)
    #expect(gain("info") == .inUse(-3.04))
    #expect(words("info 2") == "-3.0 dB, in use")
    #expect(try await Poll.wait { gain("info 5") != .unknown(isOff: false) })
    #expect(words("info 5")?.hasSuffix(" dB") == true)
    type("level off", "next")
    #expect(words("info 5")?.hasSuffix(" dB with 'level on'") == true)
    type("back")
    guard
      case .notUnderstood(.missing(command: "info", _)) = controller.submit(
        "info", from: client)
    else {
      Issue.record("nothing plays")
      return
    }
    #expect(gain("info 9") == nil)
  }

  @Test("a seek keeps the gain at the same level, and begins with another")
  func seek() {
    type("level on", "all", "start")
    play(to: 1, gain: -3.04)
    type("seek 20")
    #expect(line == "Level on (-3.0 dB): songs are played at -20 LUFS.")
    type("level album", "seek 10")
    #expect(line == "Level album: songs are played at -20 LUFS, each folder as one.")
    type("back")
    #expect(controller.session.state.currentLevel == nil)
  }

  @Test("a song that is still measured begins with the level as it is then")
  func measuring() {
    type("level on", "all", "start", "level off")
    #expect(line == "Level off: songs are played as they are.")
    type("level on")
    #expect(line == "Level on: songs are played at -20 LUFS, from the next song or jump on.")
  }

  @Test("the status says the level and the gain of the current song")
  func statusWords() throws {
    type("all", "start")
    #expect(try #require(status.status).circumstances == "volume 100%")
    type("level on")
    #expect(
      try #require(status.status).circumstances == "volume 100%, level on from the next song on")
    type("next")
    #expect(try #require(status.status).circumstances == "volume 100%, level on")
    play(to: 1, gain: -3.04)
    #expect(try #require(status.status).circumstances == "volume 100%, level on (-3.0 dB)")
    #expect(try #require(status.status).remarks.contains("level on (-3.0 dB)"))
    type("level off")
    #expect(
      try #require(status.status).circumstances == "volume 100%, level off from the next song on")
    type("next")
    #expect(try #require(status.status).circumstances == "volume 100%")
  }

  @Test(
    "gains as text", arguments: [(-3.04, "-3.0"), (0, "+0.0"), (-0.04, "+0.0"), (8.96, "+9.0")])
  func decibels(gain: Double, text: String) {
    #expect(DecibelText.of(gain) == text + " dB")
  }

  @Test("the picked songs are measured in playing order, the next one first")
  func ahead() async {
    type("1-4", "move 4 to 1")
    #expect(controller.loudness.gain(of: 0) == nil)
    type("level on")
    await measured(4)
    #expect(meter.paths.withLock { $0 } == ["song-4", "song-1", "song-2", "song-3"])
    #expect(controller.loudness.gain(of: 0).map { DecibelText.of($0) } == "+3.0 dB")
    #expect(controller.loudness.gain(of: 4) == nil)
    type("pick 5")
    await measured(5)
    type("level off")
    #expect(controller.loudness.gain(of: 0) == nil)
  }

  @Test("a row says the gain")
  func row() {
    let song = controller.session.songs[0]
    let state = controller.session.state
    #expect(Row(song, in: state, gain: 3.04, wording: .aloud(.clock)).detail == "1:00, +3.0 dB")
    #expect(Row(song, in: state, gain: -3.04, wording: .screen).detail == "1:00  -3.0 dB")
    #expect(Row(song, in: state, wording: .screen).detail == "1:00")
  }

  private func measured(_ count: Int) async {
    // The last one is known once it is measured.
    let isMeasured = try? await Poll.wait {
      meter.paths.withLock { $0.count } >= count && controller.loudness.gain(of: count - 1) != nil
    }
    #expect(isMeasured == true)
  }
}
