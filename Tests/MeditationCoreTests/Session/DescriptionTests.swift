import MeditationCore
import MeditationPlan
import Testing

/// Texts for logs, and for tests that fail.
@Suite("A description") struct DescriptionTests {
  @Test(
    "of an action is as it is written in code",
    arguments: [
      (.pick([0, 2]), "pick([0, 2])"), (.start, "start"),
      (.move([1], to: .next), "move([1], to: next)"),
      (.sort(SongSort(.title, isDescending: true)), "sort(title, descending)"),
      (.seek(.by(.seconds(-5))), "seek(by: -5.0 seconds)"),
      (.volume(.offset(10)), "volume(by: 10)"),
      (.startAt(.part(2)), "startAt(part 2)"),
      (.jump(.to(.time(.seconds(9)))), "jump(to: 9.0 seconds)"),
      (
        .resume(.init(place: nil, elapsed: .seconds(3))),
        "resume(place: nil, position: 0.0 seconds, elapsed: 3.0 seconds)"
      ),
      (
        .plan([.opening(Strokes(2, .gong, volume: 60)), .length(.time(.seconds(1200))), .off]),
        "plan([opening(2 gong 60%, 4.0 seconds apart), length(1200.0 seconds), off])"
      ),
      (
        .plan([.bells([.every(.seconds(300)), .at([.seconds(9)], 2)]), .layer(Layer(.rain))]),
        "plan([bells([every 300.0 seconds: 1, at [9.0 seconds]: 2, 4.0 seconds apart]), "
          + "layer(rain 74%)])"
      ),
      (
        .load([1], plan: [.then(.open, title: "Walk")]),
        #"load([1], plan: [then(open, title: "Walk")])"#
      ),
    ] as [(Action, String)])
  func actions(action: Action, text: String) {
    #expect("\(action)" == text)
  }

  @Test("of a score has what plays, and when")
  func scores() {
    var score = Score(segment: .song(id: 0), start: .seconds(3), next: .silence(length: nil))
    score.beginning = .seconds(9)
    let rest = "; playing, session time 9.0 seconds, generation"
    #expect("\(score)" == "song 0 at 3.0 seconds, then silence\(rest) 0.0")
    score.jump(to: .silence(length: .seconds(60)))
    #expect("\(score)" == "silence of 60.0 seconds at 0.0 seconds\(rest) 1.0")
    score.jump(to: nil)
    #expect("\(score)" == "nothing\(rest) 2.0")
    score.isOver = true
    #expect("\(score)" == "the end\(rest) 2.0")
  }

  @Test("of a cue has what happened, and when")
  func cues() {
    let closing = Cue(.closing, stroke: 2, of: 3, at: .seconds(64), bell: Bell(.gong))
    #expect("\(closing)" == "closing 2 of 3 (gong) at 64.0 seconds")
    let bells: Plan = {
      var plan = Plan()
      plan.bells = [.every(.seconds(60), 2), .every(.seconds(70))]
      return plan
    }()
    let strokes = [60, 64, 70, 120].compactMap { Timetable(bells).stroke(from: .seconds($0)) }
    #expect(
      strokes.map(\.description) == [
        "bell 1, 1 of 2 (bowl) at 60.0 seconds, gain 0.5", "bell 2, 2 of 2 (bowl) at 64.0 seconds",
        "bell 1 (bowl) at 70.0 seconds", "bell 3, 1 of 2 (bowl) at 120.0 seconds, gain 0.5",
      ])
    var plan = Plan()
    plan.parts = [Part(), Part(), Part()]
    #expect("\(Cue.end(of: plan, at: .seconds(9)))" == "end in part 3 at 9.0 seconds")
    #expect("\(Cue(.part, part: 2, at: .zero))" == "part 2 at 0.0 seconds")
    #expect("\(Cue(.line, at: .seconds(1), text: "Sit."))" == #"line "Sit." at 1.0 seconds"#)
  }
}
