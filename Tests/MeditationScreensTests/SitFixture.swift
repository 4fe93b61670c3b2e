import MeditationControl
import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationText
import SystemPackage

@testable import MeditationScreens

/// Follows no score.
@MainActor private final class SilentEngine: PlaybackEngine {
  func append(_ tracks: [Track]) {}
  func follow(_ score: Score) {}
  nonisolated func load(bell path: String) -> Bool { false }
  nonisolated func length(ofFile path: String) -> Duration? { nil }
}

/// A session of songs of these lengths, which the test drives with lines and events.
@MainActor struct SitFixture {
  let controller: SessionController
  private let client = Client()

  init(_ lengths: [Duration?] = [.seconds(200), .seconds(300), .seconds(420)]) {
    let songs = lengths.enumerated().map { SongViewModel(title: "\($0 + 1)", length: $1) }
    controller = SessionController(
      session: MeditationViewModel(songs: songs), paths: songs.map { FilePath($0.title) },
      engine: SilentEngine())
    controller.planFiles.blocks = true
    controller.seeds.draw = { 7 }
  }

  var session: MeditationViewModel { controller.session }

  @discardableResult func type(_ lines: String...) -> Reply? {
    var reply: Reply?
    for line in lines { reply = controller.submit(line, from: client) }
    return reply
  }

  /// The engine reports that `elapsed` has come, at `position` of the current segment.
  func pass(_ elapsed: Duration, at position: Duration, _ kind: EngineEvent.Kind = .position) {
    controller.receive(
      EngineEvent(
        generation: session.score.generation, position: position, elapsed: elapsed, kind: kind))
  }

  /// The rows of the plan: time, what happens, command.
  func rows(wording: Wording = .screen) -> [String] {
    Listing(planOf: session, wording: wording).rows.map {
      "\($0.title) | \($0.message) | \($0.detail)"
    }
  }

  var notes: [String] { Listing(planOf: session, wording: .screen).notes.map(\.title) }

  var styles: [RowStyle] { Listing(planOf: session, wording: .screen).rows.map(\.style) }
}
