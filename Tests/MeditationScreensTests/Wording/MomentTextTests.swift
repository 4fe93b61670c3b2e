import MeditationPractice
import Testing

@testable import MeditationScreens

@Suite("A moment as people say it") struct MomentTextTests {
  private static let now = Moment.wednesday

  @Test(
    "by the calendar, not by hours",
    arguments: [
      (.at(2026, 11, 18, 7, 30), "Today 07:30"), (.at(2026, 11, 18, 0, 0), "Today 00:00"),
      (.at(2026, 11, 17, 23, 59), "Yesterday 23:59"), (.at(2026, 11, 17), "Yesterday 12:00"),
      (.at(2026, 11, 16, 21, 4), "Monday 21:04"), (.at(2026, 11, 12, 0, 1), "Thursday 00:01"),
      (.at(2026, 11, 11, 23, 59), "11 Nov 23:59"), (.at(2026, 1, 1, 0, 0), "1 Jan 00:00"),
      (.at(2025, 12, 31, 23, 59), "31 Dec 2025 23:59"),
      (.at(1987, 6, 5, 4, 3), "5 Jun 1987 04:03"),
    ] as [(Moment, String)])
  func title(moment: Moment, text: String) {
    #expect(MomentText.title(of: moment, asOf: Self.now) == text)
  }

  @Test("a moment to come has its date: the clock was set back")
  func future() {
    #expect(MomentText.title(of: .at(2026, 11, 18, 22, 1), asOf: Self.now) == "18 Nov 22:01")
    #expect(MomentText.title(of: .at(2027, 1, 2, 8, 0), asOf: Self.now) == "2 Jan 2027 08:00")
    #expect(MomentText.phrase(of: .at(2026, 11, 18, 22, 1), asOf: Self.now) == "18 Nov 22:01")
  }

  @Test("at the year's beginning, the last days are near")
  func newYear() {
    let now = Moment.at(2027, 1, 2, 0, 5)
    #expect(MomentText.title(of: .at(2027, 1, 1, 23, 0), asOf: now) == "Yesterday 23:00")
    #expect(MomentText.title(of: .at(2026, 12, 31, 23, 0), asOf: now) == "Thursday 23:00")
    #expect(MomentText.title(of: .at(2026, 12, 26, 9, 0), asOf: now) == "26 Dec 2026 09:00")
  }

  @Test("each moment has the date and time of its own offset")
  func offsets() {
    // Auckland, 07:00 on the 18th, is 19:00 on the 17th in Berlin.
    let morning = Moment.at(2026, 11, 18, 7, 0, offset: 13 * 3600)
    #expect(MomentText.title(of: morning, asOf: .wednesday) == "Today 07:00")
    let evening = Moment.at(2026, 11, 18, 23, 30, offset: 13 * 3600)
    #expect(MomentText.title(of: evening, asOf: .at(2026, 11, 19, 9, 0)) == "Yesterday 23:30")
    // It was tomorrow there.
    let ahead = Moment.at(2026, 11, 19, 3, 0, offset: 13 * 3600)
    #expect(MomentText.title(of: ahead, asOf: .wednesday) == "19 Nov 03:00")
  }

  @Test("the hour that summer time repeats or leaves out changes no day")
  func summerTime() {
    // On 25 October 2026, 03:00 became 02:00.
    let before = Moment.at(2026, 10, 25, 2, 30, offset: 7200)
    let after = Moment.at(2026, 10, 25, 2, 10, offset: 3600)
    #expect(before < after)
    #expect(MomentText.title(of: before, asOf: after) == "Today 02:30")
    let saturday = Moment.at(2026, 3, 28, 23, 30, offset: 3600)
    #expect(
      MomentText.title(of: saturday, asOf: .at(2026, 3, 29, 3, 10, offset: 7200))
        == "Yesterday 23:30")
  }

  @Test("in the middle of a sentence, and of a sit")
  func phrases() {
    let yesterday = Moment.at(2026, 11, 17, 21, 4)
    #expect(MomentText.phrase(of: yesterday, asOf: Self.now) == "yesterday 21:04")
    #expect(MomentText.phrase(of: .at(2026, 11, 16, 21, 4), asOf: Self.now) == "Monday 21:04")
    #expect(MomentText.sit(at: yesterday, asOf: Self.now) == "Yesterday's sit")
    #expect(
      MomentText.sit(at: .at(2026, 11, 16, 21, 4), asOf: Self.now) == "The sit of Monday 21:04")
  }
}
