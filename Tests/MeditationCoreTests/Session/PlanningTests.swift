import MeditationPlan
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

  private let songs = { (id: SongID) in Segment.song(id: id) }

  @Test("settles in silence before session time 0, which the first song begins")
  func settling() {
    let session = session(.settling(.seconds(10)))
    session.perform(.start)
    #expect(session.modes == [.playable, .playable, .hidden])
    #expect(session.score.segment == .silence(length: .seconds(10)))
    #expect(session.score.next == songs(0))
    #expect(session.state.elapsed == .seconds(-10))
    #expect(session.score.beginning == .seconds(-10))
    session.report(.position, at: 4, elapsed: -6)
    #expect(session.state.elapsed == .seconds(-6))
    #expect(session.state.summary.listened == .zero)
    session.report(.crossed, at: 10, elapsed: 0)
    #expect(session.modes == [.playing, .playable, .hidden])
    #expect(session.state.elapsed == .zero)
  }

  @Test(
    "'next' and a song's number end the settling: now is session time 0", arguments: [true, false])
  func endOfSettling(byNext: Bool) {
    let session = session(.settling(.seconds(10)))
    session.perform(.start)
    session.report(.position, at: 4, elapsed: -6)
    let number = session.score.session
    #expect(session.perform(byNext ? .next : .select(1)) == .changed)
    #expect(
      session.modes == (byNext ? [.playing, .playable, .hidden] : [.playable, .playing, .hidden]))
    #expect(session.state.elapsed == .zero)
    #expect(session.score.session == number + 1)
  }

  @Test("is silent from its last song to its length, and then complete")
  func silenceAfterMusic() {
    let session = session(.length(.time(.seconds(300))))
    session.perform(.start)
    session.report(.crossed, at: 100, elapsed: 100)
    #expect(session.score.next == .silence(length: nil))
    session.report(.crossed, at: 100, elapsed: 200)
    #expect(session.modes == [.playable, .playable, .hidden])
    #expect(session.score.segment == .silence(length: nil))
    #expect(session.perform(.seek(.to(.seconds(5)))) == .refused(.inSilence))
    #expect(session.perform(.next) == .refused(.nothingFollows))
    session.report(.position, at: 50, elapsed: 250)
    session.report(.cue(Cue(.end, at: .seconds(300))), at: 100, elapsed: 300)
    #expect(session.phase == .finished)
    #expect(session.state.end == .completed)
    #expect(session.state.elapsed == .seconds(300))
    #expect(session.state.summary.listened == .seconds(200))
    #expect(session.score.isOver)
  }

  @Test(
    "goes on with its music after silence: the last song, one that joins, or all again")
  func musicAfterSilence() {
    for (action, modes) in [
      (.previous, [.playable, .playing, .hidden]), (.pick([2]), [.playable, .playable, .playing]),
      (.plan([.repeat(true)]), [.playing, .playable, .hidden]),
      (.select(0), [.playing, .playable, .hidden]),
    ] as [(Action, [SongMode])] {
      let session = session(.length(.open))
      session.perform(.start)
      session.perform(.next)
      #expect(session.perform(.next) == .changed)
      #expect(session.modes == [.playable, .playable, .hidden])
      #expect(session.perform(action) == .changed)
      #expect(session.modes == modes, "\(action)")
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
    session.report(.failed(reason: "damaged"), elapsed: 0)
    session.report(.failed(reason: "damaged"), elapsed: 0)
    #expect(session.phase == .listening)
    #expect(session.score.segment == .silence(length: nil))
    session.report(.cue(Cue(.end, at: .seconds(60))), at: 60, elapsed: 60)
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
    session.report(.cue(Cue(.closing, stroke: 1, at: .seconds(9))), elapsed: 9)
    #expect(session.state.summary.bellCount == 2)
    #expect(session.state.elapsed == .zero)
    #expect(session.state.isRinging)
    #expect(session.report(.rangOut, elapsed: 20) == .changed)
    #expect(!session.state.isRinging)
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

// MARK: - Parts

/// A session of several parts.
extension PlanningTests {
  /// 60 s, 30 s and 60 s, which has come to a session time.
  private func parts(at elapsed: Double) -> MeditationViewModel {
    let session = session(
      .then(.time(.seconds(60)), title: "Sit"), .opening(1),
      .then(.time(.seconds(30)), title: "Walk"), .bells([.every(.seconds(10))]),
      .then(.time(.seconds(60)), title: "Sit"), .closing(1))
    session.perform(.start)
    session.report(.position, at: elapsed, elapsed: elapsed)
    return session
  }

  private func lengths(_ session: MeditationViewModel) -> [Double?] {
    session.state.plan.parts.map { $0.duration.map { $0 / .seconds(1) } }
  }

  @Test("the first 'then' gives a plan without a length its first part, others add one")
  func then() {
    let session = session(.opening(3), .then(.time(.seconds(60)), title: "Sit"), .closing(2))
    #expect(session.state.plan.parts.map(\.title) == ["Sit"])
    session.perform(.plan([.then(.open, title: ""), .closing(1)]))
    #expect(lengths(session) == [60, nil])
    #expect(session.state.plan.parts.map(\.closing) == [2, 1])
    #expect(
      session.perform(.plan([.then(.open, title: "")])) == .refused(.beyondLimit(.partLength)))
    session.perform(.undo)
    #expect(lengths(session) == [60])
  }

  @Test(
    "parts that follow one without a length are refused, however many one line adds",
    arguments: [
      [.then(.time(.seconds(600)), title: "Walk"), .then(.time(.seconds(900)), title: "Sit")],
      [.then(.open, title: ""), .then(.open, title: "")],
      [
        .then(.songs, title: ""), .nextPart, .then(.songs, title: ""),
        .bells([.every(.seconds(7))]),
      ],
      [.off, .then(.open, title: ""), .then(.time(.seconds(5)), title: "")],
    ] as [[PlanChange]])
  func severalParts(changes: [PlanChange]) {
    let session = session()
    session.perform(.start)
    session.report(.position, at: 10, elapsed: 10)
    #expect(session.perform(.plan(changes)) == .refused(.beyondLimit(.partLength)))
  }

  @Test("the parts before one without a length take at most 24 hours")
  func longParts() {
    let day = PlanChange.then(.time(.seconds(24 * 3600)), title: "Evening")
    let open = PlanChange.then(.open, title: "")
    let session = session()
    #expect(
      session.perform(.plan([day, .lengthen(.seconds(5)), open])) == .refused(.beyondLimit(.length))
    )
    #expect(session.perform(.plan([day, open])) == .changed)
  }

  @Test("what one part says again of a sound beneath the session replaces it")
  func layersOfOnePart() {
    let session = session(.layer(Layer(.rain, volume: 40)))
    session.perform(.plan([.part(1), .layer(Layer(.rain, volume: 60))]))
    #expect(session.state.plan.under == [Layer(.rain, volume: 60)])
  }

  @Test("strokes of which there are none are none, however they would sound")
  func noStrokes() {
    #expect(session(.opening(Strokes(0, .gong)), .closing(Strokes(0))).state.plan.isEmpty)
  }

  @Test("after 'off', clauses are about the part that the session has come to")
  func offInLaterPart() {
    let session = parts(at: 70)
    session.perform(.plan([.off, .bells([.every(.seconds(7))]), .length(.time(.seconds(40)))]))
    #expect(session.state.plan.parts.map(\.title) == ["Sit", "Walk"])
    #expect(lengths(session) == [60, 40])
    #expect(session.state.plan.parts[1].bells == [.every(.seconds(7))])
    session.perform(.plan([.off, .length(.time(.seconds(50))), .then(.open, title: "Tea")]))
    #expect(session.state.plan.parts.map(\.title) == ["Sit", "Walk", "Tea"])
    #expect(lengths(session) == [60, 50, nil])
  }

  /// The strokes that sound in each part: those that open it, and those that close it.
  private func strokes(_ session: MeditationViewModel) -> [[Strokes]] {
    session.state.plan.soundingParts.map { [$0.opening, $0.closing] }
  }

  @Test("strokes that were said before the parts open and close the session, whatever its parts")
  func strokesOfSession() {
    let (sit, walk) = (Plan.Length.time(.seconds(60)), Plan.Length.time(.seconds(30)))
    let session = session(
      .opening(1), .closing(3), .then(sit, title: "Sit"), .then(walk, title: "Walk"))
    #expect(strokes(session) == [[1, 0], [0, 3]])
    session.perform(.plan([.then(sit, title: "Tea")]))
    #expect(strokes(session) == [[1, 0], [0, 0], [0, 3]])
    session.perform(.plan([.movePart(3, to: 1)]))
    #expect(session.state.plan.parts.map(\.title) == ["Tea", "Sit", "Walk"])
    #expect(strokes(session) == [[1, 0], [0, 0], [0, 3]])
    session.perform(.plan([.removePart(1), .removePart(2)]))
    #expect(strokes(session) == [[1, 3]])
    // A clause about a part stays with it.
    session.perform(.plan([.part(1), .closing(2), .then(walk, title: "Walk")]))
    #expect(strokes(session) == [[1, 2], [0, 3]])
    session.perform(.plan([.part(2), .closing(0)]))
    #expect(strokes(session) == [[1, 2], [0, 0]])
  }

  @Test("strokes of a session that had one part are its first and its last part's")
  func strokesOfOnePart() {
    let session = session(.length(.time(.seconds(60))), .opening(1), .closing(3))
    session.perform(.plan([.then(.time(.seconds(30)), title: "Walk")]))
    #expect(strokes(session) == [[1, 0], [0, 3]])
    session.perform(.plan([.closing(2)]))
    #expect(strokes(session) == [[1, 0], [0, 2]])
    session.perform(.plan([.then(.open, title: "")]))
    #expect(strokes(session) == [[1, 0], [0, 0], [0, 2]])
    session.perform(.undo)
    #expect(strokes(session) == [[1, 0], [0, 2]])
  }

  @Test(
    "a clause of a part is about the one that was named, else the current one",
    arguments: [
      ([.bells([.every(.seconds(7))])], 2), ([.part(3), .bells([.every(.seconds(7))])], 3),
    ] as [([PlanChange], Int)])
  func part(changes: [PlanChange], number: Int) {
    let session = parts(at: 70)
    #expect(session.perform(.plan(changes)) == .changed)
    let rules = session.state.plan.parts.map(\.bells)
    #expect(rules[number - 1] == [.every(.seconds(7))])
  }

  @Test(
    "what has passed of the parts is refused",
    arguments: [
      ([.part(1), .closing(3)], .refused(.partPassed(1))), ([.opening(3)], .refused(.planPassed)),
      ([.removePart(1)], .refused(.partPassed(1))), ([.removePart(2)], .refused(.planPassed)),
      ([.movePart(3, to: 2)], .refused(.planPassed)), ([.removePart(3)], .changed),
      ([.removePart(4)], .refused(.beyondLimit(.part))), ([.part(3), .opening(3)], .changed),
      ([.part(4), .closing(1)], .refused(.beyondLimit(.part))),
      ([.length(.time(.seconds(9)))], .refused(.planPassed)),
      ([.length(.time(.seconds(40)))], .changed),
      ([.then(.time(.seconds(5)), title: ""), .opening(1)], .changed),
      (
        [.then(.time(.seconds(5)), title: String(repeating: "x", count: 61))],
        .refused(.beyondLimit(.title))
      ),
      (
        [PlanChange](repeating: .then(.time(.seconds(5)), title: ""), count: 97),
        .refused(.beyondLimit(.parts))
      ),
    ] as [([PlanChange], Outcome)])
  func partsPassed(changes: [PlanChange], outcome: Outcome) {
    let session = parts(at: 70)
    let plan = session.state.plan
    #expect(session.perform(.plan(changes)) == outcome)
    #expect((session.state.plan != plan) == (outcome == .changed))
  }

  @Test("'next part' ends the current part a moment from now, and session time goes on")
  func nextPart() {
    let session = parts(at: 70)
    #expect(session.perform(.plan([.nextPart])) == .changed)
    #expect(lengths(session) == [60, 11, 60])
    #expect(session.state.elapsed == .seconds(70))
    session.report(.position, at: 72, elapsed: 72)
    #expect(session.perform(.plan([.nextPart])) == .refused(.lastPart))
    #expect(lengths(session) == [60, 11, 60])
    #expect(session.perform(.undo) == .refused(.nothingToUndo))
  }

  @Test("what was skipped in a session is there again in the next one")
  func skippedOnce() {
    let session = session(
      .length(.time(.seconds(60))),
      .voice(Voice("scan.ogg", at: .seconds(5), length: .seconds(40))),
      .then(.time(.seconds(60)), title: ""))
    let plan = session.state.plan
    session.perform(.start)
    session.report(.position, at: 10.3, elapsed: 10.3)
    session.perform(.plan([.moveVoice(.seconds(20))]))
    #expect(session.state.plan.voice(at: .seconds(10))?.begin == .seconds(-15))
    session.perform(.plan([.moveVoice(.seconds(-100))]))
    #expect(session.state.plan.voices.map(\.begin) == [session.state.elapsed])
    #expect(session.state.plan.parts[0].voices.map(\.time) == [.seconds(5)])
    session.perform(.plan([.nextPart]))
    #expect(lengths(session) == [12, 60] || lengths(session) == [11, 60])
    session.perform(.plan([.bellVolume(50)]))
    session.perform(.finish)
    session.perform(.start)
    var expected = plan
    expected.bell.volume = 50
    #expect(session.state.plan == expected)
    session.perform(.plan([.nextPart]))
    session.perform(.plan([.part(1), .length(.time(.seconds(30)))]))
    session.perform(.back)
    #expect(lengths(session) == [30, 60])
    session.perform(.undo)
    #expect(session.state.plan == expected)
  }

  @Test(
    "a part ends at a whole second, half a second from now or later",
    arguments: [(70.2, 11), (70.5, 12), (70.7, 12)] as [(Double, Double)])
  func wholeSecond(elapsed: Double, length: Double) {
    let session = parts(at: elapsed)
    session.perform(.plan([.nextPart]))
    #expect(lengths(session) == [60, length, 60])
  }

  @Test("'next part' while settling leaves a moment of the first part")
  func nextPartWhileSettling() {
    let session = session(
      .settling(.seconds(10)), .then(.time(.seconds(60)), title: ""),
      .then(.time(.seconds(30)), title: ""))
    session.perform(.start)
    #expect(session.perform(.plan([.nextPart])) == .changed)
    #expect(lengths(session) == [1, 30])
  }

  @Test("a change is not undone where that would skip the beginning of the next part")
  func undoAcrossSeam() {
    let session = parts(at: 50)
    session.perform(.plan([.lengthen(.seconds(20))]))
    session.report(.position, at: 70, elapsed: 70)
    #expect(session.perform(.undo) == .refused(.planPassed))
    #expect(lengths(session) == [80, 30, 60])
  }

  @Test("a part that is made shorter than it has been ends now", arguments: [-5, -30])
  func shorterPart(offset: Double) {
    let session = parts(at: 85)
    session.perform(.plan([.lengthen(.seconds(offset))]))
    #expect(lengths(session) == [60, 26, 60])
    #expect(session.phase == .listening)
  }

  @Test("the volume and the level that the listener sets are not undone with older changes")
  func undoKeepsVolume() {
    let session = session(.volume(50), .level(.on))
    session.perform(.plan([.closing(3)]))
    session.perform(.volume(.level(20)))
    session.perform(.level(.album))
    session.perform(.undo)
    #expect(session.state.plan.closing == 0)
    #expect(session.volume == 20 && session.level == .album)
    session.perform(.volume(.level(30)))
    session.perform(.redo)
    #expect(session.state.plan.closing == 3)
    #expect(session.volume == 30 && session.level == .album)
    session.perform(.undo)
    session.perform(.undo)
    #expect(session.state.plan.volume == nil && session.state.plan.level == nil)
  }

  @Test("a change that the listener's own volume has emptied is passed over by undo")
  func undoPassesEmpty() {
    let session = session(.volume(20))
    session.perform(.plan([.closing(3)]))
    session.perform(.plan([.volume(50)]))
    session.perform(.volume(.level(30)))
    #expect(session.perform(.undo) == .changed)
    #expect(session.state.plan.closing == 0 && session.volume == 30)
    #expect(session.perform(.redo) == .changed)
    #expect(session.state.plan.closing == 3 && session.volume == 30)
  }

  @Test("a time at the end of its type is refused in a part that goes on")
  func extremeTimesInParts() {
    let session = parts(at: 70)
    for time in [Duration(attoseconds: .max), Duration(attoseconds: .min)] {
      #expect(PlanLimit.exceeded(by: .moveVoice(time)) == .length)
      for change in [
        PlanChange.length(.time(time)), .voice(Voice("w.wav", at: time)), .moveVoice(time),
      ] {
        for part in 1...3 {
          let outcome = session.perform(.plan([.part(part), change]))
          guard case .refused = outcome else {
            Issue.record("\(change) of part \(part): \(outcome)")
            continue
          }
        }
      }
      #expect(TimeOfDay.midnight.after(time).second < 86_400)
    }
  }

  @Test("'plan off' keeps the parts that have passed, and undo brings back the others")
  func offInParts() {
    let session = parts(at: 70)
    session.perform(.plan([.off]))
    #expect(lengths(session) == [60, nil])
    #expect(session.state.plan.parts.map(\.title) == ["Sit", "Walk"])
    session.perform(.undo)
    #expect(lengths(session) == [60, 30, 60])
  }

  @Test("a part that begins is no bell")
  func partCue() {
    let session = parts(at: 50)
    session.report(.cue(Cue(.part, part: 2, at: .seconds(60))), at: 60, elapsed: 60)
    #expect(session.state.elapsed == .seconds(60))
    #expect(session.state.summary.bellCount == 0)
    #expect(session.state.latestStroke == nil)
  }
}

// MARK: - Changes

/// How a plan is changed, and what undoes that.
extension PlanningTests {
  @Test(
    "while listening, what has passed is refused",
    arguments: [
      (.settling(.seconds(1)), .refused(.planPassed)), (.opening(1), .refused(.planPassed)),
      (.length(.time(.seconds(20))), .refused(.planPassed)), (.closing(1), .changed),
      (.bells([.every(.seconds(10))]), .changed), (.fade(.seconds(5)), .changed),
      (.breath(.box), .changed), (.bell(.gong), .changed), (.length(.open), .changed),
    ] as [(PlanChange, Outcome)])
  func passed(change: PlanChange, outcome: Outcome) {
    let session = session(.length(.time(.seconds(60))))
    session.perform(.start)
    session.report(.position, at: 20, elapsed: 20)
    #expect(session.perform(.plan([change])) == outcome)
  }

  @Test("'plan off' while listening keeps what has passed")
  func offKeepsThePast() {
    let session = session(.settling(.seconds(5)), .opening(2), .closing(3), .length(.open))
    session.perform(.start)
    session.report(.crossed, at: 5, elapsed: 0)
    session.perform(.plan([.off]))
    #expect(session.state.plan.settling == .seconds(5))
    #expect(session.state.plan.opening == 2)
    #expect(session.state.plan.closing == 0)
    #expect(session.state.plan.length == .songs)
  }

  @Test(
    "a length can be changed by a time; one that has passed ends the session now",
    arguments: [
      (60, 30, 90), (60, -30, 30), (60, -40, nil), (60, -45, nil), (nil, 30, 50),
    ] as [(Double?, Double, Double?)])
  func lengthen(length: Double?, by offset: Double, to end: Double?) {
    let session = session()
    if let length { session.perform(.plan([.length(.time(.seconds(length)))])) }
    session.perform(.start)
    session.report(.position, at: 20, elapsed: 20)
    session.perform(.plan([.lengthen(.seconds(offset))]))
    #expect(session.phase == (end == nil ? .finished : .listening))
    // Where the session ends now, the plan stays for the next start.
    #expect(session.state.plan.end == (end ?? length).map { .seconds($0) })
    if end == nil { #expect(session.state.end == .completed) }
  }

  @Test("an open session that gets a length while settling gets it from session time 0 on")
  func lengthenWhileSettling() {
    let session = session(.settling(.seconds(10)), .length(.open))
    session.perform(.start)
    session.report(.position, at: 4, elapsed: -6)
    session.perform(.plan([.lengthen(.seconds(30))]))
    #expect(session.state.plan.end == .seconds(30))
  }

  @Test("the next stroke is not the one that is struck just now")
  func nextStroke() {
    let session = session(.length(.time(.seconds(600))), .bells([.every(.seconds(60))]))
    session.perform(.start)
    session.report(.cue(Cue(.bell, stroke: 1, at: .seconds(60))), at: 60, elapsed: 60)
    #expect(session.state.nextStroke?.time == .seconds(120))
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
    session.report(.cue(Cue(.end, at: .seconds(60))), at: 60, elapsed: 60)
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

  @Test("a skip is not undone, alone or beside a change of the plan")
  func skips() {
    let session = session(
      .then(.time(.seconds(50)), title: "Sit"), .then(.time(.seconds(50)), title: "Walk"))
    session.perform(.start)
    #expect(!session.canUndo)
    session.perform(.plan([.part(2), .closing(2)]))
    #expect(session.perform(.plan([.part(1), .nextPart, .music(false)])) == .changed)
    let skipped = session.state.plan.parts[0].length
    #expect(skipped == .time(.seconds(1)))
    session.perform(.undo)
    #expect(session.state.plan.parts[0].hasMusic)
    #expect(session.state.plan.parts[0].length == skipped)
    #expect(session.canUndo && session.canRedo)
    session.perform(.undo)
    #expect(session.state.plan.parts.last?.closing == Strokes.none)
    #expect(session.state.plan.parts[0].length == skipped)
    #expect(!session.canUndo)
    session.perform(.redo)
    session.perform(.redo)
    #expect(!session.canRedo)
    #expect(session.state.plan.parts.last?.closing == 2)
    #expect(!session.state.plan.parts[0].hasMusic)
  }

  @Test("a song that 'repeat' began plays on when that is undone")
  func repeating() {
    let session = MeditationViewModel(count: 1)
    session.perform(.plan([.length(.open)]))
    session.perform(.pick([0]))
    session.perform(.start)
    session.report(.ended, at: 100, elapsed: 100)
    #expect(session.currentSong == nil)
    session.perform(.plan([.repeat(true)]))
    #expect(session.currentSong != nil)
    session.perform(.undo)
    #expect(session.state.plan.repeats == .off)
    #expect(session.currentSong != nil)
    session.report(.ended, at: 100, elapsed: 200)
    #expect(session.currentSong == nil)
  }

  @Test("undo while listening takes a change of the plan back, unless its end has passed")
  func undo() {
    let session = session(.length(.time(.seconds(60))))
    session.perform(.start)
    session.perform(.plan([.lengthen(.seconds(60))]))
    session.perform(.undo)
    #expect(session.state.plan.end == .seconds(60))
    session.perform(.plan([.lengthen(.seconds(60))]))
    session.report(.position, at: 70, elapsed: 70)
    #expect(session.perform(.undo) == .refused(.planPassed))
  }

  @Test("what was skipped is within the limits again in the next session")
  func skippedLimits() {
    let settling = session(.settling(.seconds(10)))
    settling.perform(.start)
    #expect(
      settling.perform(.plan([.then(.time(.seconds(73)), title: "Walk"), .nextPart]))
        == .refused(.beyondLimit(.partLength)))

    let long = session(
      .length(.time(.seconds(23 * 3600))), .then(.time(.seconds(60)), title: "Two"))
    long.perform(.start)
    long.report(.position, at: 10, elapsed: 10)
    #expect(long.perform(.plan([.nextPart])) == .changed)
    long.report(.position, at: 20, elapsed: 20)
    #expect(
      long.perform(.plan([.lengthen(.seconds(22 * 3600))])) == .refused(.beyondLimit(.length)))
    long.perform(.back)
    #expect(long.perform(.plan([.fade(.seconds(3))])) == .changed)
  }

  @Test("where undo would bring back nothing, it is refused, and is not offered")
  func emptyUndo() {
    let session = MeditationViewModel(count: 2)
    session.perform(.plan([.volume(50)]))
    session.perform(.pick([0]))
    session.perform(.start)
    session.perform(.plan([.volume(60)]))
    #expect(session.canUndo)
    session.perform(.volume(.level(40)))
    #expect(!session.canUndo && !session.canRedo)
    #expect(session.perform(.undo) == .refused(.nothingToUndo))
    #expect(session.perform(.redo) == .refused(.nothingToRedo))
    session.perform(.back)
    #expect(session.canUndo)
    #expect(session.perform(.undo) == .changed)
    #expect(session.songs[0].mode == .picking(.unselected))
    #expect(session.perform(.redo) == .changed)
  }

  @Test(
    "limits are refused",
    arguments: [
      (.settling(.seconds(3601)), .settling), (.opening(10), .strokes), (.closing(-1), .strokes),
      (.bells([.every(.milliseconds(4999))]), .interval),
      (.length(.time(.seconds(86_401))), .length),
      (.bells([.at([.seconds(86_401)])]), .length),
      (.bells([.random(count: 0, seed: 1)]), .bellCount),
      (.bellVolume(101), .volume), (.breathVolume(-1), .volume), (.fade(.seconds(601)), .fade),
      (.lengthen(.seconds(-1)), .length),
      (.breath(Breath(inhale: .zero, exhale: .seconds(4))), .breath),
    ] as [(PlanChange, PlanLimit)])
  func limits(change: PlanChange, limit: PlanLimit) {
    #expect(session().perform(.plan([change])) == .refused(.beyondLimit(limit)))
  }

  @Test("nine files as bells are beyond a limit, which a client can ask for before")
  func files() {
    func bells(_ count: Int) -> PlanChange {
      .bells((0..<count).map { .every(.seconds(60), Strokes(1, .file("\($0 % 9).wav"))) })
    }
    #expect(PlanLimit.exceeded(by: bells(8)) == nil)
    #expect(PlanLimit.exceeded(by: bells(9)) == .files)
    #expect(session().perform(.plan([bells(8)])) == .changed)
    #expect(session().perform(.plan([bells(9)])) == .refused(.beyondLimit(.files)))
  }
}
