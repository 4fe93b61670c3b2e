import Score
import Testing

@testable import MeditationCore

@Suite("A session with a plan") @MainActor struct PlanningTests {
  /// A session of three songs of 100 s, of which the first two are picked.
  func session(_ changes: PlanChange..., picks: [Int] = [0, 1]) -> MeditationViewModel {
    let session = MeditationViewModel(count: 3)
    session.perform(.pick(picks))
    session.perform(.plan(changes))
    return session
  }

  /// An event of `kind` in the current generation, at a session time.
  @discardableResult func report(
    _ kind: EngineEvent.Kind, at position: Double = 0, elapsed: Double,
    to session: MeditationViewModel
  ) -> Outcome {
    session.receive(
      EngineEvent(
        generation: session.score.generation, position: .seconds(position),
        elapsed: .seconds(elapsed), kind: kind))
  }

  private let songs = { (id: Int) in Segment.song(id: id) }

  @Test("settles in silence before session time 0, which the first song begins")
  func settling() {
    let session = session(.settling(.seconds(10)))
    session.perform(.start)
    #expect(session.letters == "..h")
    #expect(session.score.segment == .silence(length: .seconds(10)))
    #expect(session.score.next == songs(0))
    #expect(session.state.elapsed == .seconds(-10))
    #expect(session.score.beginning == .seconds(-10))
    report(.position, at: 4, elapsed: -6, to: session)
    #expect(session.state.elapsed == .seconds(-6))
    #expect(session.state.summary.listened == .zero)
    report(.crossed, at: 10, elapsed: 0, to: session)
    #expect(session.letters == ">.h")
    #expect(session.state.elapsed == .zero)
  }

  @Test(
    "'next' and a song's number end the settling: now is session time 0", arguments: [true, false])
  func endOfSettling(byNext: Bool) {
    let session = session(.settling(.seconds(10)))
    session.perform(.start)
    report(.position, at: 4, elapsed: -6, to: session)
    let number = session.score.session
    #expect(session.perform(byNext ? .next : .select(1)) == .changed)
    #expect(session.letters == (byNext ? ">.h" : ".>h"))
    #expect(session.state.elapsed == .zero)
    #expect(session.score.session == number + 1)
  }

  @Test("is silent from its last song to its length, and then complete")
  func silenceAfterMusic() {
    let session = session(.length(.time(.seconds(300))))
    session.perform(.start)
    report(.crossed, at: 100, elapsed: 100, to: session)
    #expect(session.score.next == .silence(length: nil))
    report(.crossed, at: 100, elapsed: 200, to: session)
    #expect(session.letters == "..h")
    #expect(session.score.segment == .silence(length: nil))
    #expect(session.perform(.seek(.to(.seconds(5)))) == .refused(.inSilence))
    #expect(session.perform(.next) == .refused(.nothingFollows))
    report(.position, at: 50, elapsed: 250, to: session)
    report(.cue(Cue(.end, at: .seconds(300))), at: 100, elapsed: 300, to: session)
    #expect(session.phase == .finished)
    #expect(session.state.end == .completed)
    #expect(session.state.elapsed == .seconds(300))
    #expect(session.state.summary.listened == .seconds(200))
    #expect(session.score.isOver)
  }

  @Test(
    "goes on with its music after silence: the last song, one that joins, or all again")
  func musicAfterSilence() {
    for (action, letters) in [
      (Action.previous, ".>h"), (.pick([2]), "..>"), (.plan([.repeat(true)]), ">.h"),
      (.select(0), ">.h"),
    ] {
      let session = session(.length(.open))
      session.perform(.start)
      session.perform(.next)
      #expect(session.perform(.next) == .changed)
      #expect(session.letters == "..h")
      #expect(session.perform(action) == .changed)
      #expect(session.letters == letters, "\(action)")
    }
  }

  @Test("needs no songs, if it has a length")
  func silentSit() {
    let session = session(.length(.time(.seconds(60))), picks: [])
    #expect(session.perform(.start) == .changed)
    #expect(session.score.segment == .silence(length: nil))
    #expect(session.perform(.previous) == .refused(.inSilence))
    #expect(session.timeLeft == .seconds(60))
    let without = self.session(.settling(.seconds(5)), picks: [])
    #expect(without.perform(.start) == .refused(.nothingPicked))
  }

  @Test("whose songs all fail goes on in silence, and is complete at its length")
  func allFail() {
    let session = session(.length(.time(.seconds(60))))
    session.perform(.plan([.repeat(true)]))
    session.perform(.start)
    report(.failed(reason: "damaged"), elapsed: 0, to: session)
    report(.failed(reason: "damaged"), elapsed: 0, to: session)
    #expect(session.phase == .listening)
    #expect(session.score.segment == .silence(length: nil))
    report(.cue(Cue(.end, at: .seconds(60))), at: 60, elapsed: 60, to: session)
    #expect(session.state.end == .completed)
  }

  @Test("counts bells of every kind, also while they ring out, but not those of an earlier session")
  func bells() {
    let session = session(.length(.open), .closing(1))
    session.perform(.start)
    let early = session.score.generation
    let bell = EngineEvent.Kind.cue(Cue(.bell, stroke: 1, at: .seconds(5)))
    session.perform(.next)
    #expect(
      session.receive(
        EngineEvent(generation: early, position: .zero, elapsed: .seconds(5), kind: bell))
        == .changed)
    session.perform(.finish)
    report(.cue(Cue(.closing, stroke: 1, at: .seconds(9))), elapsed: 9, to: session)
    #expect(session.state.summary.bellCount == 2)
    #expect(session.state.elapsed == .zero)
    #expect(report(.rangOut, elapsed: 20, to: session) == .unchanged)
    session.perform(.start)
    #expect(
      session.receive(
        EngineEvent(generation: early, position: .zero, elapsed: .seconds(5), kind: bell))
        == .dropped)
    #expect(session.state.summary.bellCount == 0)
  }

  @Test("a late end cue of another generation is dropped")
  func staleEnd() {
    let session = session(.length(.time(.seconds(60))))
    session.perform(.start)
    let early = session.score.generation
    session.perform(.next)
    #expect(
      session.receive(
        EngineEvent(
          generation: early, position: .zero, elapsed: .seconds(60),
          kind: .cue(Cue(.end, at: .seconds(60))))) == .dropped)
    #expect(session.phase == .listening)
  }
}
