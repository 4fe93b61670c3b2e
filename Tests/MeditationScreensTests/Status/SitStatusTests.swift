import MeditationCore
import MeditationPlan
import MeditationText
import Testing

@testable import MeditationScreens

@Suite("The status of a sit") struct SitStatusTests {
  private static let sit = SitStatus(
    segment: .song, elapsed: .seconds(300), length: .time(.seconds(1200)), bell: .seconds(80),
    breath: BreathStatus(
      Breath(inhale: .seconds(4), holdFull: .seconds(7), exhale: .seconds(8)),
      at: .milliseconds(5500), end: nil))

  private func changed(_ change: (inout SitStatus) -> Void) -> SitStatus {
    var sit = Self.sit
    change(&sit)
    return sit
  }

  @Test("the most needed comes first")
  func symbols() {
    let left = TimeLeft(known: .milliseconds(899_500), isMore: false)
    #expect(
      Self.sit.symbols(left: left) == ["left 15:00", "bell in 1:20", "hold 6", "session 5:00"])
    #expect(
      changed { $0.length = .open }.symbols(left: left)
        == ["session 5:00", "bell in 1:20", "hold 6", "open"])
    #expect(
      changed {
        $0.length = .songs; $0.bell = nil; $0.breath = nil
      }
      .symbols(left: TimeLeft(known: .seconds(90), isMore: true))
        == ["left 1:30+", "session 5:00"])
    #expect(
      changed {
        $0.segment = .silence; $0.breath = nil
      }.symbols(left: left)
        == ["left 15:00", "bell in 1:20"])
  }

  @Test("a part is named, with what is left of it; the last one ends with the session")
  func parts() {
    var state = SessionState()
    state.phase = .listening
    state.segment = .silence(length: nil)
    state.plan.parts = [Part("Sit", .time(.seconds(1500))), Part("", .time(.seconds(600)))]
    state.elapsed = .seconds(1260)
    let timetable = Timetable(state.plan)
    let none = TimeLeft(known: .zero, isMore: false)
    // A silence shows the part and its time itself.
    #expect(SitStatus(of: state, timetable: timetable).symbols(left: none) == ["left 0:00"])
    (state.current, state.segment) = (0, .song(id: 0))
    #expect(SitStatus(of: state, timetable: timetable).words(left: none)[1] == "Sit ends in 4:00")
    state.elapsed = .seconds(1560)
    #expect(SitStatus(of: state, timetable: timetable).part?.words(.screen) == "Part 2")
    (state.current, state.segment) = (nil, .silence(length: nil))
    #expect(
      SitStatus(of: state, timetable: timetable).symbols(left: none)
        == ["left 0:00", "session 26:00"])
    (state.current, state.segment) = (0, .song(id: 0))
    state.plan.parts[1].hasMusic = false
    #expect(
      SitStatus(of: state, timetable: timetable).symbols(
        left: TimeLeft(known: .zero, isMore: false))
        == ["left 0:00", "the music waits", "session 26:00"])
    (state.current, state.segment) = (nil, .silence(length: .seconds(10)))
    state.elapsed = .seconds(-10)
    #expect(SitStatus(of: state, timetable: timetable).part == nil)
  }

  @Test("the same in words")
  func words() {
    let left = TimeLeft(known: .seconds(900), isMore: false)
    #expect(
      Self.sit.words(left: left) == [
        "session at 5:00", "15:00 left in the session", "bell in 1:20", "hold for 6 s",
      ])
    #expect(
      changed {
        $0.length = .open; $0.bell = nil
      }.words(left: left)
        == ["session at 5:00", "open session", "hold for 6 s"])
  }

  @Test(
    "a breath counts each phase down, in the same width",
    arguments: [
      (0.0, "in   4", "breathe in for 4 s"), (0.1, "in   4", "breathe in for 4 s"),
      (3.9, "in   1", "breathe in for 1 s"), (4.0, "hold 7", "hold for 7 s"),
      (11.0, "out  8", "breathe out for 8 s"), (19.0, "in   4", "breathe in for 4 s"),
    ])
  func breath(time: Double, symbols: String, words: String) {
    let breath = Breath(inhale: .seconds(4), holdFull: .seconds(7), exhale: .seconds(8))
    let status = BreathStatus(breath, at: .seconds(time), end: nil)
    #expect(status?.symbols == symbols)
    #expect(status?.words(.screen) == words)
  }

  @Test("a sigh breathes in again")
  func sigh() {
    let again = BreathStatus(.sigh, at: .seconds(3), end: nil)
    #expect(again?.symbols == "in+ 1" && again?.words(.screen) == "breathe in again for 1 s")
    #expect(BreathStatus(.sigh, at: .seconds(4), end: nil)?.symbols == "out 8")
  }

  @Test("there is no breath before session time 0, and none after its end")
  func noBreath() {
    #expect(BreathStatus(.coherent, at: .seconds(-1), end: nil) == nil)
    #expect(BreathStatus(.coherent, at: .seconds(59), end: .seconds(62)) != nil)
    #expect(BreathStatus(.coherent, at: .seconds(60), end: .seconds(62)) == nil)
    #expect(BreathStatus(.coherent, at: .seconds(1), end: nil)?.symbols == "in  4")
  }
}
