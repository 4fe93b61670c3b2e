import MeditationCore
import MeditationPlan
import MeditationTesting
import Testing

@Suite("A loaded and resumed session") @MainActor struct ResumedSessionTests {
  private let playable = SongMode.listening(.playable)
  private let playing = SongMode.listening(.playing)
  private let hidden = SongMode.listening(.hidden)

  @Test("goes on to its end: bells, songs and modes come at their session times")
  func wholeSession() {
    let sit = ScriptedSession(
      songs: ["Waves": .seconds(100), "Rain": .seconds(60), "Bowl": .seconds(30)])
    let plan: [PlanChange] = [
      .length(.time(.seconds(120))), .opening(1), .bells([.every(.seconds(30))]), .closing(2),
    ]
    sit.perform(.load([2, 1], plan: plan)) {
      $0[1] = .picking(.selected)
      $0[2] = .picking(.selected)
    }
    sit.perform(.resume(.init(place: 1, position: .seconds(20), elapsed: .seconds(50)))) {
      [hidden, playable, playing] in
      $0.all = [hidden, playing, playable]
    }
    sit.advance(by: .milliseconds(9900))
    #expect(sit.viewModel.state.summary.bellCount == 0)
    sit.advance(by: .milliseconds(100))
    #expect(sit.viewModel.state.latestStroke == Cue(.bell, stroke: 2, at: .seconds(60)))
    sit.advance(by: .seconds(30)) { [hidden, playable] in
      $0.all = [hidden, playable, playable]
    }
    #expect(sit.viewModel.state.isSilent)
    sit.advance(by: .seconds(40))
    #expect(sit.viewModel.state.end == .completed)
    #expect(sit.viewModel.state.elapsed == .seconds(120))
    let summary = sit.viewModel.state.summary
    #expect(summary.songCount == 2 && summary.heardCount == 1)
    #expect(summary.bellCount == 4)
    #expect(summary.listened == .seconds(40))
  }

  @Test("goes on in its settling, then opens")
  func settling() {
    let sit = ScriptedSession(songs: ["Waves": .seconds(100)])
    sit.perform(.load([0], plan: [.settling(.seconds(10)), .opening(1)])) {
      $0[0] = .picking(.selected)
    }
    sit.perform(.resume(.init(place: nil, elapsed: .seconds(-4)))) { [playable] in
      $0[0] = playable
    }
    sit.advance(by: .milliseconds(3900))
    sit.advance(by: .milliseconds(100)) { [playing] in $0[0] = playing }
    #expect(sit.viewModel.state.summary.bellCount == 1)
  }
}
