import MeditationCore
import MeditationPlan
import MeditationTesting
import Testing

@Suite("A scripted session with a plan") @MainActor struct PlannedSessionTests {
  private let session = ScriptedSession(songs: ["Waves": .seconds(60), "Bowl": .seconds(30)])

  @Test("advances across settling, songs, bells and silence, each at its session time")
  func wholeSit() {
    session.perform(.pick([0])) { $0[0] = .picking(.selected) }
    session.perform(
      .plan([
        .length(.time(.seconds(120))), .settling(.seconds(10)), .opening(1),
        .bells([.every(.seconds(40))]), .closing(2),
      ]))
    session.perform(.start) {
      $0[0] = .listening(.playable)
      $0[1] = .listening(.hidden)
    }
    #expect(session.viewModel.state.elapsed == .seconds(-10))
    session.advance(by: .seconds(10)) { $0[0] = .listening(.playing) }
    #expect(session.viewModel.state.latestStroke == Cue(.opening, stroke: 1, at: .zero))
    session.advance(by: .seconds(60)) { $0[0] = .listening(.playable) }
    #expect(session.viewModel.state.latestStroke == Cue(.bell, stroke: 1, at: .seconds(40)))
    session.perform(.pause)
    session.advance(by: .seconds(600))
    session.perform(.play)
    #expect(session.viewModel.state.elapsed == .seconds(60))
    #expect(session.viewModel.timeLeft == .seconds(60))
    session.advance(by: .seconds(60))
    #expect(session.viewModel.state.end == .completed)
    session.advance(by: .seconds(4))
    #expect(session.viewModel.state.summary.bellCount == 5)
    #expect(session.viewModel.state.elapsed == .seconds(120))
  }

  @Test("a part without music: the song waits, and the session lasts as much longer")
  func rest() {
    session.exhaustivity = .off
    session.perform(
      .plan([
        .then(.time(.seconds(20)), title: "Sit"), .then(.time(.seconds(600)), title: "Walk"),
        .music(false), .then(.songs, title: "Sit"),
      ]))
    session.perform(.pick([0, 1]))
    session.perform(.start)
    #expect(session.viewModel.timeLeft == .seconds(690))
    session.advance(by: .seconds(320))
    #expect(session.viewModel.state.music == .waiting)
    #expect(session.viewModel.position == .seconds(20))
    #expect(session.viewModel.state.elapsed == .seconds(320))
    #expect(session.viewModel.timeLeft == .seconds(370))
    session.advance(by: .seconds(310))
    #expect(session.viewModel.state.music == .sounding)
    #expect(session.viewModel.position == .seconds(30))
    session.perform(.plan([.music(false)]))
    session.advance(by: .seconds(5))
    session.perform(.plan([.music(true)]))
    #expect(session.viewModel.position == .seconds(30))
    session.advance(by: .seconds(60))
    #expect(session.viewModel.state.end == .completed)
    #expect(session.viewModel.state.summary.listened == .seconds(90))
    #expect(session.viewModel.state.elapsed == .seconds(695))
  }

  @Test("eight hours with a bell every ten minutes")
  func eightHours() {
    session.perform(.plan([.length(.open), .bells([.every(.seconds(600))])]))
    session.exhaustivity = .off
    session.perform(.start)
    session.advance(by: .seconds(8 * 3600))
    #expect(session.viewModel.state.summary.bellCount == 48)
    #expect(session.viewModel.state.nextStroke == Cue(.bell, stroke: 49, at: .seconds(29_400)))
    session.perform(.finish)
    #expect(session.viewModel.state.end == .stopped)
  }
}
