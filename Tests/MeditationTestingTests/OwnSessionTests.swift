import MeditationCore
import MeditationPlan
import MeditationScripts
import MeditationTesting
import Testing

@Suite("A session of the client") @MainActor struct OwnSessionTests {
  private let session = MeditationViewModel(
    songs: [
      SongViewModel(title: "Waves", length: .seconds(60)),
      SongViewModel(title: "Bowl", length: .seconds(30)),
    ])

  private func begin() {
    session.perform(.plan([.opening(1), .bells([.every(.seconds(20))])]))
    session.perform(.pick([0, 1]))
    session.perform(.start)
  }

  @Test("that is listening already goes on from its beginning")
  func listening() {
    begin()
    let scripted = ScriptedSession(session: session)
    scripted.advance(by: .seconds(59))
    #expect(session.position == .seconds(59))
    #expect(session.state.summary.bellCount == 3)
    scripted.advance(by: .seconds(1)) {
      $0[0] = .listening(.playable)
      $0[1] = .listening(.playing)
    }
    scripted.advance(by: .seconds(30)) { $0[1] = .listening(.playable) }
    #expect(session.state.end == .completed)
    #expect(session.state.elapsed == .seconds(90))
  }

  @Test("that is in the middle of its second song goes on from there, after a pause too")
  func middle() {
    begin()
    session.receive(event(.crossed, position: 60, elapsed: 60))
    session.receive(event(.position, position: 10, elapsed: 70))
    session.perform(.pause)
    let scripted = ScriptedSession(session: session)
    scripted.advance(by: .seconds(1000))
    scripted.perform(.play)
    scripted.advance(by: .milliseconds(19_900))
    scripted.advance(by: .milliseconds(100)) { $0[1] = .listening(.playable) }
    #expect(session.state.elapsed == .seconds(90))
    #expect(session.state.summary.listened == .seconds(90))
  }

  @Test("that is taken over at a stroke is not struck again")
  func stroke() {
    begin()
    let scripted = ScriptedSession(session: session)
    scripted.advance(by: .seconds(20))
    #expect(session.state.summary.bellCount == 2)
    scripted.run(script: "wait 1\nexpect bells 2\nwait 19\nexpect bells 3")
  }

  @Test("that is finished is not struck again, and starts again")
  func finished() {
    begin()
    session.perform(.plan([.closing(2)]))
    session.perform(.finish)
    let scripted = ScriptedSession(session: session)
    scripted.advance(by: .seconds(60))
    #expect(session.state.summary.bellCount == 0)
    scripted.perform(.start) { $0[0] = .listening(.playing) }
    scripted.advance(by: .seconds(60)) {
      $0[0] = .listening(.playable)
      $0[1] = .listening(.playing)
    }
  }

  private func event(_ kind: EngineEvent.Kind, position: Int, elapsed: Int) -> EngineEvent {
    EngineEvent(
      generation: session.score.generation, position: .seconds(position),
      elapsed: .seconds(elapsed), kind: kind)
  }

  @Test("is run by a script, which its followers hear")
  func script() {
    var phases: [Phase] = []
    let subscription = session.observe(\.phase) { phases.append($1) }
    let changes = run(
      script: """
        song "Rain" 1:00
        1 3
        start
        wait 30
        expect 1 playing
        """, on: session)
    #expect(session.songs.map(\.title) == ["Waves", "Bowl", "Rain"])
    #expect(changes.count == 5)
    #expect(session.position == .seconds(30))
    // A second script goes on where the first one stopped.
    run(script: "wait 30\nexpect 3 playing\nwait end-of-session", on: session)
    #expect(phases == [.listening, .finished])
    withExtendedLifetime(subscription) {}
  }
}
