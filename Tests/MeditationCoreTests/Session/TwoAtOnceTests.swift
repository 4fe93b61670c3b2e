import MeditationCore
import MeditationPlan
import Testing

/// How two changes of a plan act together, and the limits that they reach.
@Suite("Two features at once") @MainActor struct TwoAtOnceTests {
  private func session(_ changes: PlanChange...) -> MeditationViewModel {
    let session = MeditationViewModel(
      songs: [60, 60].map { SongViewModel(title: "", length: .seconds($0)) })
    session.perform(.load([0, 1], plan: changes))
    return session
  }

  @Test("a voice that is planned twice at one time speaks once; at two times, twice")
  func sameVoice() {
    let voice = Voice("scan.mp3", at: .seconds(30))
    let session = session(.length(.time(.seconds(300))), .voice(voice), .voice(voice))
    #expect(session.state.plan.parts[0].voices == [voice])
    session.perform(.plan([.voice(Voice("scan.mp3", at: .seconds(90)))]))
    #expect(session.state.plan.parts[0].voices.map(\.time) == [.seconds(30), .seconds(90)])
  }

  @Test(
    "a layer is made no louder than 100 %, and no softer than 0",
    arguments: [(50, 100), (-200, 0), (10, 84), (.max, 100), (.min, 0)])
  func layerVolume(change: Int, volume: Int) {
    let session = session(.layer(Layer(.rain)), .layerVolume(.rain, by: change))
    #expect(session.state.plan.under.map(\.volume) == [volume])
  }

  @Test("to undo another change moves no voice back")
  func undoBesideVoice() {
    let session = session(
      .length(.time(.seconds(300))), .voice(Voice("scan.mp3", length: .seconds(200))))
    session.perform(.start)
    session.report(.position, at: 50, elapsed: 50)
    session.perform(.plan([.bells([.every(.seconds(20))])]))
    session.perform(.plan([.moveVoice(.seconds(30))]))
    #expect(session.state.plan.voices.map(\.begin) == [.seconds(-30)])
    session.perform(.undo)
    #expect(session.state.plan.bells.isEmpty)
    #expect(session.state.plan.voices.map(\.begin) == [.seconds(-30)])
  }

  @Test("after a jump back, the next bell is the one that follows there")
  func bellAfterJump() {
    let session = session(.length(.time(.seconds(300))), .bells([.every(.seconds(60))]))
    session.perform(.start)
    session.report(.cue(Cue(.bell, stroke: 2, at: .seconds(120))), at: 60, elapsed: 120)
    #expect(session.nextStroke?.time == .seconds(180))
    session.perform(.jump(.to(.time(.seconds(50)))))
    #expect(session.nextStroke?.time == .seconds(60))
  }

  @Test("the time left follows a change of repeat and of the crossfade")
  func timeLeft() {
    let session = session(.crossfade(.seconds(10)))
    session.perform(.start)
    #expect(session.timeLeft == .seconds(110))
    session.perform(.plan([.repeat(.on)]))
    #expect(session.timeLeft == nil)
    session.perform(.plan([.repeat(.off)]))
    #expect(session.timeLeft == .seconds(110))
    session.perform(.plan([.crossfade(.zero)]))
    #expect(session.timeLeft == .seconds(120))
  }

  @Test("what closes the session stays when its last part goes, and can be changed in that line")
  func closingWithoutLastPart() throws {
    let parts: [PlanChange] = [
      .closing(1), .then(.time(.seconds(60)), title: "A"), .then(.time(.seconds(60)), title: "B"),
      .then(.time(.seconds(60)), title: "C"),
    ]
    let session = session()
    session.perform(.plan(parts))
    session.perform(.plan([.removePart(3)]))
    #expect(session.state.plan.closing == 1)
    session.perform(.undo)
    session.perform(.plan([.removePart(3), .closing(2)]))
    #expect(session.state.plan.parts.map(\.title) == ["A", "B"])
    #expect(session.state.plan.closing == 2)
    #expect(session.state.plan.parts.allSatisfy { $0.closing.isNone })
  }
}
