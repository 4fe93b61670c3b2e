import MeditationPlan
import Testing

@Suite("A rehearsal") struct RehearsalTests {
  /// The stretches of a plan in seconds.
  private func stretches(_ change: (inout Plan) -> Void) -> [[Int64]] {
    var plan = Plan()
    change(&plan)
    return Rehearsal(of: Timetable(plan)).stretches.map { stretch in
      [stretch.lowerBound, stretch.upperBound].map(\.components.seconds)
    }
  }

  @Test("plays five seconds before each cue and after it, and the beginning and the end")
  func cues() {
    #expect(
      stretches {
        $0.length = .time(.seconds(1_200))
        $0.settling = .seconds(30)
        $0.opening = 2
        $0.bells = [.at([.seconds(300), .seconds(309), .seconds(600)])]
        $0.closing = 3
      } == [[0, 9], [295, 314], [595, 605], [1_195, 1_200]])
  }

  @Test("a roll is one cue, and so are strokes of one occasion")
  func occasions() {
    #expect(
      stretches {
        $0.length = .time(.seconds(600))
        $0.bells = [.at([.seconds(100)], Strokes(.roll(.seconds(20))))]
      } == [[0, 5], [95, 125], [595, 600]])
  }

  @Test("of bells that come again and again, the first two and the last are heard")
  func many() {
    #expect(
      stretches {
        $0.length = .time(.seconds(3_600))
        $0.bells = [.every(.seconds(60)), .at([.seconds(1_000)])]
      } == [[0, 5], [55, 65], [115, 125], [995, 1_005], [3_535, 3_545], [3_595, 3_600]])
    #expect(
      stretches {
        $0.length = .open
        $0.bells = [.every(.seconds(60))]
      } == [[0, 5], [55, 65], [115, 125], [175, 185]])
    #expect(
      stretches {
        $0.length = .time(.seconds(86_400))
        $0.bells = [.at((1..<10_000).map { .seconds($0 * 8) })]
      }.count == 3)
  }

  @Test("parts: their beginnings, and what closes one and opens the next")
  func parts() {
    #expect(
      stretches {
        $0.parts = [Part("Sit", .time(.seconds(600))), Part("Walk", .time(.seconds(300)))]
        $0.parts[0].closing = 2
        $0.parts[1].opening = 1
      } == [[0, 5], [595, 617], [895, 900]])
    #expect(
      stretches {
        $0.parts = [Part("Sit", .time(.seconds(600))), Part("Walk", .open)]
      } == [[0, 5], [595, 605]])
  }

  @Test("strokes that the end of their part cuts off are not waited for")
  func cutOff() {
    #expect(
      stretches {
        $0.parts = [Part("Sit", .time(.seconds(600))), Part("Walk", .time(.seconds(300)))]
        $0.parts[0].bells = [.at([.seconds(590)], 10)]
      } == [[0, 5], [585, 605], [895, 900]])
  }

  @Test("a short session is heard whole, and one without cues at its edges")
  func short() {
    #expect(stretches { $0.length = .time(.seconds(8)) } == [[0, 8]])
    #expect(stretches { $0.length = .time(.seconds(60)) } == [[0, 5], [55, 60]])
    #expect(stretches { _ in } == [[0, 5]])
  }

  @Test("jumps where a stretch is over, and ends after the last one")
  func steps() {
    var plan = Plan()
    plan.length = .time(.seconds(60))
    let rehearsal = Rehearsal(of: Timetable(plan))
    #expect(rehearsal.step(at: .zero) == .stay)
    #expect(rehearsal.step(at: .milliseconds(4_999)) == .stay)
    #expect(rehearsal.step(at: .seconds(5)) == .jump(to: .seconds(55)))
    #expect(rehearsal.step(at: .seconds(54)) == .jump(to: .seconds(55)))
    #expect(rehearsal.step(at: .seconds(56)) == .stay)
    #expect(rehearsal.step(at: .seconds(60)) == .end)
  }
}
