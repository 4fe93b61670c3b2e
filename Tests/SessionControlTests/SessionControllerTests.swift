import CommandLanguage
import MeditationCore
import Playback
import SystemPackage
import Testing

@testable import SessionControl

/// Keeps what it is asked to follow.
@MainActor private final class RecordingEngine: PlaybackEngine {
  private(set) var intents: [PlaybackIntent] = []
  func follow(_ intent: PlaybackIntent) { intents.append(intent) }
}

@Suite("The session's control") @MainActor struct SessionControllerTests {
  private let engine = RecordingEngine()
  private let controller: SessionController
  private let paths: [FilePath] = ["a.wav", "b.wav", "c.wav"]

  init() {
    let songs = paths.map { SongViewModel(title: $0.string, length: .seconds(100)) }
    controller = SessionController(
      session: MeditationViewModel(songs: songs), paths: paths, engine: engine)
  }

  private func type(_ lines: String...) throws -> Reply {
    var reply = Reply.quit
    for line in lines { reply = controller.perform(try CommandParser.parse(line)) }
    return reply
  }

  @Test(
    "a line becomes what it means",
    arguments: [
      (["1"], "puu"), (["1 3"], "pup"), (["1 3", "2-3"], "ppu"), (["all", "invert"], "uuu"),
      (["2-"], "upp"), (["all", "unpick 2"], "pup"), (["all", "none"], "uuu"), (["1 1"], "puu"),
      (["all", "start"], ">.."), (["all", "start", "3"], "..>"), (["all", "start", "next"], ".>."),
      (["1 3", "start", "back"], "pup"),
    ] as [([String], String)])
  func lines(lines: [String], modes: String) throws {
    for line in lines { _ = try type(line) }
    let letters = controller.session.modes.map { mode in
      switch mode {
      case .picking(.selected): "p"
      case .picking(.unselected): "u"
      case .listening(.playing): ">"
      case .listening(.playable): "."
      case .listening(.hidden): "h"
      }
    }
    #expect(letters.joined() == modes)
  }

  @Test(
    "a line is carried out whole or not at all",
    arguments: [
      ("1 4", 4), ("pick 2-9", 9), ("unpick 4-", 4), ("1-999999999999", 999_999_999_999),
    ])
  func wholeLines(line: String, stranger: Int) throws {
    #expect(
      try type("2", line) == .outcome(.refused(.noSuchSong(number: stranger, count: 3))))
    #expect(controller.session.state.picked.count == 1)
  }

  @Test("several numbers are no song to jump to")
  func severalWhileListening() throws {
    #expect(try type("all", "start", "1 2") == .outcome(.refused(.goBackFirst)))
  }

  @Test("the engine follows the intent of the session, once for each change of it")
  func intents() throws {
    _ = try type("1 3")
    #expect(engine.intents == [])
    _ = try type("start", "volume 50", "pause", "pause", "seek 10", "play", "next", "finish")
    let (first, last) = (Track(song: 0, path: "a.wav"), Track(song: 2, path: "c.wav"))
    func intent(
      _ generation: Int, _ track: Track?, start: Double = 0, next: Track? = nil,
      isPlaying: Bool = true, volume: Int = 50
    ) -> PlaybackIntent {
      PlaybackIntent(
        stamp: Stamp(generation: generation), track: track, start: .seconds(start), next: next,
        isPlaying: isPlaying, volume: volume)
    }
    #expect(
      engine.intents == [
        intent(1, first, next: last, volume: 100),
        intent(1, first, next: last),
        intent(1, first, next: last, isPlaying: false),
        intent(2, first, start: 10, next: last, isPlaying: false),
        intent(2, first, start: 10, next: last),
        intent(3, last),
        intent(4, nil, isPlaying: false),
      ])
  }

  @Test("news goes up with its stamp")
  func news() throws {
    _ = try type("all", "start")
    let stamp = Stamp(generation: 1)
    controller.receive(PlaybackEvent(stamp: stamp, position: .seconds(7), kind: .position))
    #expect(controller.session.position == .seconds(7))
    controller.receive(PlaybackEvent(stamp: stamp, position: .seconds(100), kind: .crossed))
    controller.receive(PlaybackEvent(stamp: stamp, position: .seconds(100), kind: .crossed))
    #expect(controller.session.state.current == 1)
    #expect(engine.intents.last?.stamp == stamp.following)
  }

  @Test("volume is held within its bounds")
  func volume() throws {
    _ = try type("volume 10", "volume -50")
    #expect(controller.session.volume == 0)
    _ = try type("volume +70", "volume +70")
    #expect(controller.session.volume == 100)
    #expect(try type("volume") == .page(.volume))
  }
}
