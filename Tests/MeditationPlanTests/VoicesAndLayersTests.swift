import MeditationPlan
import Testing

/// Voices, and lines of a guide, along session time.
struct VoicesAndLayersTests {
  private static let guide = Guide(
    "g.txt",
    lines: [
      Guide.Line("begin", at: .seconds(30)), Guide.Line("late", at: .seconds(5_000)),
      Guide.Line("last", at: .seconds(-60), from: .end),
      Guide.Line("step", at: .seconds(10), part: "Walk"),
      Guide.Line("stand", at: .seconds(-10), from: .end, part: "Walk"),
      Guide.Line("gone", at: .seconds(600), part: "Walk"), Guide.Line("over", at: .seconds(3_600)),
      Guide.Line("nobody", at: .seconds(10), part: "Run"),
    ])

  private static var plan: Plan {
    var plan = Plan()
    plan.parts = [
      Part("Sit", .time(.seconds(1500))), Part("Walk", .time(.seconds(600))),
      Part("Sit", .time(.seconds(1500))),
    ]
    plan.guide = guide
    return plan
  }

  private func lines(_ timetable: Timetable) -> [String] {
    var all: [String] = []
    var next = timetable.moment(from: .seconds(-1))
    while let time = next {
      all += timetable.moments(at: time).filter { $0.kind == .line }
        .map { "\($0.text) \($0.part) \($0.time / .seconds(1))" }
      next = timetable.moment(from: time + .milliseconds(1))
    }
    return all
  }

  @Test("lines come at their times, in the parts of their titles; what has no time is left out")
  func guideLines() {
    #expect(
      lines(Timetable(Self.plan)) == [
        "begin 1 30.0", "step 2 1510.0", "stand 2 2090.0", "last 3 3540.0",
      ])
  }

  @Test("without an end, lines before it never come")
  func open() {
    var plan = Self.plan
    plan.length = .open
    #expect(
      lines(Timetable(plan)) == [
        "begin 1 30.0", "step 2 1510.0", "stand 2 2090.0", "over 3 3600.0",
        "late 3 5000.0",
      ])
  }

  @Test(
    "pauses are not printed, and one that is wrong is said",
    arguments: [
      ("In. [pause 3s] Out.", "In. Out."), ("[Pause 1:00] Now [pause 2s]", "Now"),
      ("A [bracket], [pauses]", "A [bracket], [pauses]"),
    ])
  func pauses(sentence: String, printed: String) throws {
    var plan = Plan()
    plan.guide = Guide("g.txt", lines: try GuideText.parse("0:10 \(sentence)"))
    #expect(Timetable(plan).moments(at: .seconds(10)).map(\.text) == [printed])
    for wrong in ["a [pause] [pause x] b", "a [pause 2m]", "[pause 3s]"] {
      #expect(throws: GuideText.Problem.self) { try GuideText.parse("0:10 \(wrong)") }
    }
  }

  @Test("a part is told before the line of its beginning")
  func order() {
    var plan = Self.plan
    plan.guide = Guide("g.txt", lines: [Guide.Line("now", at: .zero, part: "Walk")])
    #expect(Timetable(plan).moments(at: .seconds(1500)).map(\.kind) == [.part, .line])
  }

  @Test("a voice speaks from its time on, for as long as it is")
  func voices() {
    var plan = Self.plan
    plan.parts[1].voices = [Voice("b.mp3", at: .seconds(60), length: .seconds(30))]
    plan.parts[0].voices = [Voice("a.mp3", length: .seconds(10))]
    #expect(plan.voices.map(\.begin) == [.zero, .seconds(1560)])
    #expect(plan.voice(at: .seconds(9))?.path == "a.mp3")
    #expect(plan.voice(at: .seconds(10)) == nil)
    #expect(plan.voice(at: .seconds(1589))?.path == "b.mp3")
  }

  @Test(
    "the extremes of time do not trap",
    arguments: [Duration(attoseconds: .min), .seconds(Int64.min), Duration(attoseconds: .max)])
  func extremes(time: Duration) {
    var plan = Self.plan
    plan.parts[1].voices = [Voice("b.mp3", at: time, length: time)]
    plan.guide = Guide(
      "g.txt", lines: [Guide.Line("Sit.", at: time), Guide.Line("Up.", at: time, from: .end)])
    let limit = Duration.seconds(200 * 366 * 86_400)
    #expect(
      plan.voices.allSatisfy { (.zero - limit)...limit ~= $0.begin && $0.end ?? limit <= limit })
    #expect(Timetable(plan).moments(at: .zero).map(\.kind) == [.part])
  }

  @Test(
    "a tone has a name and a number",
    arguments: [("A4", 69), ("a2", 45), ("C#3", 49), ("Bb1", 34), ("A0", 21), ("A5", 81)])
  func pitch(name: String, number: Int) {
    #expect(Pitch(name)?.number == number)
    #expect(Pitch(number: number).flatMap { Pitch($0.name) }?.number == number)
  }

  @Test(
    "what is none has none", arguments: ["", "A", "H2", "A9", "G#0", "A#5", "A##2", "2A", "♪2"])
  func noPitch(name: String) { #expect(Pitch(name) == nil) }
}
