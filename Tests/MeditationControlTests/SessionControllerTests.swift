import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

/// Records the scores that it is asked to follow.
@MainActor private final class RecordingEngine: PlaybackEngine {
  private(set) var scores: [Score] = []
  private(set) var tracks: [Track] = []
  private(set) var previews: [Bell] = []
  func preview(_ bell: Bell) { previews.append(bell) }
  func append(_ tracks: [Track]) { self.tracks += tracks }
  func follow(_ score: Score) { scores.append(score) }
}

@Suite("The session's control") @MainActor struct SessionControllerTests {
  private let engine = RecordingEngine()
  private let controller: SessionController
  private let client = Client()
  private let paths: [FilePath] = ["a.wav", "b.wav", "c.wav"]

  init() {
    let songs = paths.map { SongViewModel(title: $0.string, length: .seconds(100)) }
    controller = SessionController(
      session: MeditationViewModel(songs: songs), paths: paths, engine: engine)
  }

  private func type(_ lines: String...) throws -> Reply {
    var reply = Reply.quit
    for line in lines { reply = controller.submit(line, from: client) }
    return reply
  }

  @Test(
    "a line becomes what it means",
    arguments: [
      (["1"], [0], nil), (["1 3"], [0, 2], nil), (["1 3", "2-3"], [0, 1], nil),
      (["all", "invert"], [], nil), (["2-"], [1, 2], nil), (["all", "unpick 2"], [0, 2], nil),
      (["all", "none"], [], nil), (["1 1"], [0], nil), (["all", "start"], [0, 1, 2], 0),
      (["all", "start", "3"], [0, 1, 2], 2), (["all", "start", "next"], [0, 1, 2], 1),
      (["1 3", "start", "back"], [0, 2], nil),
    ] as [([String], [Int], Int?)])
  func lines(lines: [String], picked: [Int], playing: Int?) throws {
    for line in lines { _ = try type(line) }
    let modes = controller.session.modes
    #expect(modes.indices.filter { modes[$0].isInSession } == picked)
    #expect(modes.firstIndex(of: .listening(.playing)) == playing)
  }

  @Test("a bell that is chosen is struck once, but not while a session plays")
  func previews() throws {
    _ = try type(
      "bell gong", "bell volume 60", "bell gong", "bell bad, closing 3", "bells every 5m")
    #expect(engine.previews == [Bell(.gong), Bell(.gong, volume: 60)])
    _ = try type("all", "start", "bell chime")
    #expect(engine.previews.count == 2)
    _ = try type("finish", "bell wood, closing 1", "back", "bell bowl")
    #expect(engine.previews.dropFirst(2) == [Bell(.wood, volume: 60), Bell(volume: 60)])
  }

  @Test(
    "a line is carried out whole or not at all",
    arguments: [
      ("1 4", 4), ("pick 2-9", 9), ("unpick 4-", 4), ("1-999999999999", 999_999_999_999),
    ])
  func wholeLines(line: String, stranger: Int) throws {
    #expect(
      try type("2", line) == .refused(.session(.noSuchSong(number: stranger, count: 3))))
    #expect(controller.session.state.picked.count == 1)
  }

  @Test("several numbers are no song to jump to")
  func severalWhileListening() throws {
    #expect(try type("all", "start", "1 2") == .refused(.session(.goBackFirst)))
  }

  @Test("the engine follows the score of the session, once for each change of it")
  func scores() throws {
    _ = try type("1 3")
    #expect(engine.scores == [])
    _ = try type("start", "volume 50", "pause", "pause", "seek 10", "play", "next", "finish")
    let (first, last) = (Segment.song(id: 0), Segment.song(id: 2))
    func score(
      _ jump: Int, _ segment: Segment?, start: Double = 0, next: Segment? = nil,
      transport: Transport = .playing, volume: Int = 50
    ) -> Score {
      Score(
        generation: Generation(jump: jump), segment: segment, start: .seconds(start), next: next,
        transport: transport, volume: volume, session: 1, isOver: segment == nil,
        format: SoundFormat(sampleRate: 0, channelCount: 2))
    }
    #expect(
      engine.scores == [
        score(1, first, next: last, volume: 100),
        score(1, first, next: last),
        score(1, first, next: last, transport: .paused),
        score(2, first, start: 10, next: last, transport: .paused),
        score(2, first, start: 10, next: last),
        score(3, last),
        score(4, nil, transport: .paused),
      ])
  }

  @Test("news goes up with its generation")
  func news() throws {
    _ = try type("all", "start")
    let generation = Generation(jump: 1)
    controller.receive(EngineEvent(generation: generation, position: .seconds(7), kind: .position))
    #expect(controller.session.position == .seconds(7))
    controller.receive(EngineEvent(generation: generation, position: .seconds(100), kind: .crossed))
    controller.receive(EngineEvent(generation: generation, position: .seconds(100), kind: .crossed))
    #expect(controller.session.state.current == 1)
    #expect(engine.scores.last?.generation == generation.following)
  }

  @Test("volume is held within its bounds")
  func volume() throws {
    _ = try type("volume 10", "volume -50")
    #expect(controller.session.volume == 0)
    _ = try type("volume +70", "volume +70")
    #expect(controller.session.volume == 100)
    #expect(try type("volume") == .page(.volume))
  }

  @Test("each song plays its own file, whichever door it came by, and in whichever order")
  func arrivalsByBothDoors() throws {
    let song = { SongViewModel(title: $0, length: .seconds(1)) }
    #expect(controller.session.append([song("no file")]) == .changed)
    _ = try type("1", "start")
    #expect(controller.session.append([song("no file either")]) == .changed)
    controller.files.append(songs: [song("d")], paths: ["d.wav"])
    #expect(engine.tracks.map(\.path) == paths + ["", "", "d.wav"])
    #expect(controller.files.path(of: 5) == "d.wav")
    _ = try type("pick 6", "6")
    #expect(engine.scores.last?.segment == .song(id: 5))
  }

  @Test("a handler of the session that asks for a song's file as the song joins gets it")
  func pathDuringArrival() {
    var path: FilePath?
    let subscription = controller.session.observe(\.songCount) { [controller] old, _ in
      path = controller.files.path(of: old)
    }
    controller.files.append(songs: [SongViewModel(title: "d")], paths: ["d.wav"])
    #expect(path == "d.wav")
    subscription.end()
  }
}
