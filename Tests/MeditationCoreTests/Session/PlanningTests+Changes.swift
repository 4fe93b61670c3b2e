import Score
import Testing

@testable import MeditationCore

/// How a plan is changed, and what undoes that.
extension PlanningTests {
  @Test(
    "while listening, what has passed is refused",
    arguments: [
      (.settling(.seconds(1)), .refused(.planPassed)), (.opening(1), .refused(.planPassed)),
      (.length(.time(.seconds(20))), .refused(.planPassed)), (.closing(1), .changed),
      (.bells(.every(.seconds(10))), .changed), (.fade(.seconds(5)), .changed),
      (.breath(.box), .changed), (.bell(.gong), .changed), (.length(.open), .changed),
    ] as [(PlanChange, Outcome)])
  func passed(change: PlanChange, outcome: Outcome) {
    let session = session(.length(.time(.seconds(60))))
    session.perform(.start)
    report(.position, at: 20, elapsed: 20, to: session)
    #expect(session.perform(.plan([change])) == outcome)
  }

  @Test("'plan off' while listening keeps what has passed")
  func offKeepsThePast() {
    let session = session(.settling(.seconds(5)), .opening(2), .closing(3), .length(.open))
    session.perform(.start)
    report(.crossed, at: 5, elapsed: 0, to: session)
    session.perform(.plan([.off]))
    #expect(session.state.plan.settling == .seconds(5))
    #expect(session.state.plan.opening == 2)
    #expect(session.state.plan.closing == 0)
    #expect(session.state.plan.length == .songs)
  }

  @Test(
    "a length can be changed by a time; one that has passed ends the session now",
    arguments: [
      (60, 30, 90), (60, -30, 30), (60, -45, nil), (nil, 30, 50),
    ] as [(Double?, Double, Double?)])
  func lengthen(length: Double?, by offset: Double, to end: Double?) {
    let session = session()
    if let length { session.perform(.plan([.length(.time(.seconds(length)))])) }
    session.perform(.start)
    report(.position, at: 20, elapsed: 20, to: session)
    session.perform(.plan([.lengthen(.seconds(offset))]))
    #expect(session.phase == (end == nil ? .finished : .listening))
    // Where the session ends now, the plan stays for the next start.
    #expect(session.state.plan.end == (end ?? length).map { .seconds($0) })
    if end == nil { #expect(session.state.end == .completed) }
  }

  @Test("a silence that the plan no longer asks for ends the session")
  func noMoreSilence() {
    let session = session(.length(.open))
    session.perform(.start)
    session.perform(.next)
    session.perform(.next)
    session.perform(.plan([.length(.songs)]))
    #expect(session.phase == .finished)
    #expect(session.state.end == .completed)
  }

  @Test("'plan off' in silence keeps the length; a sit without songs cannot end with them")
  func offInSilence() {
    let session = session(.length(.open), .closing(3), picks: [])
    session.perform(.start)
    #expect(session.perform(.plan([.off])) == .changed)
    #expect(session.phase == .listening)
    #expect(session.state.plan.length == .open)
    #expect(session.state.plan.closing == 0)
    #expect(session.perform(.plan([.length(.songs)])) == .refused(.nothingFollows))
  }

  @Test("a plan that is changed after the end is for the next session, and can be undone")
  func afterTheEnd() {
    let session = session(.length(.time(.seconds(60))))
    session.perform(.start)
    report(.cue(Cue(.end, at: .seconds(60))), at: 60, elapsed: 60, to: session)
    #expect(session.perform(.undo) == .refused(.sessionFinished))
    session.perform(.plan([.lengthen(.seconds(60))]))
    #expect(session.state.plan.end == .seconds(120))
    #expect(session.state.elapsed == .seconds(60))
    #expect(session.perform(.undo) == .changed)
    #expect(session.state.plan.end == .seconds(60))
  }

  @Test("changes are made together or not at all, and undone together")
  func together() {
    let session = session(.closing(1))
    let before = session.state.plan
    #expect(
      session.perform(.plan([.opening(1), .opening(10)])) == .refused(.beyondLimit(.strokes)))
    #expect(session.state.plan == before)
    session.perform(.plan([.opening(1), .fade(.seconds(5))]))
    session.perform(.undo)
    #expect(session.state.plan == before)
  }

  @Test("undo while listening takes a change of the plan back, unless its end has passed")
  func undo() {
    let session = session(.length(.time(.seconds(60))))
    session.perform(.start)
    session.perform(.plan([.lengthen(.seconds(60))]))
    session.perform(.undo)
    #expect(session.state.plan.end == .seconds(60))
    session.perform(.plan([.lengthen(.seconds(60))]))
    report(.position, at: 70, elapsed: 70, to: session)
    #expect(session.perform(.undo) == .refused(.planPassed))
  }

  @Test(
    "limits are refused",
    arguments: [
      (.settling(.seconds(3601)), .settling), (.opening(10), .strokes), (.closing(-1), .strokes),
      (.bells(.every(.milliseconds(4999))), .interval), (.length(.time(.seconds(86_401))), .length),
      (.bells(.at([.seconds(86_401)])), .length), (.bells(.random(count: 0, seed: 1)), .bellCount),
      (.bellVolume(101), .volume), (.breathVolume(-1), .volume), (.fade(.seconds(601)), .fade),
      (.lengthen(.seconds(-1)), .length),
      (.breath(Breath(inhale: .zero, exhale: .seconds(4))), .breath),
    ] as [(PlanChange, PlanLimit)])
  func limits(change: PlanChange, limit: PlanLimit) {
    #expect(session().perform(.plan([change])) == .refused(.beyondLimit(limit)))
  }
}
