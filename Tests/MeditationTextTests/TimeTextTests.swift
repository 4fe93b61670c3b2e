import Testing

@testable import MeditationText

struct TimeTextTests {
  static let times: [(text: String, time: Duration)] = [
    ("0", .zero), ("0.25", .milliseconds(250)), ("90", .seconds(90)), ("90s", .seconds(90)),
    ("90S", .seconds(90)), ("2m", .seconds(120)), ("1.5m", .seconds(90)), ("1h", .seconds(3600)),
    ("1h30m", .seconds(5400)), ("1h0m5.5s", .milliseconds(3_605_500)), ("0:05", .seconds(5)),
    ("1:30", .seconds(90)), ("1:30.5", .milliseconds(90_500)), ("90:00", .seconds(5400)),
    ("1:02:03", .seconds(3723)), ("01:02:03.25", .milliseconds(3_723_250)),
    ("0.123456789", .nanoseconds(123_456_789)), ("0.1234567899", .nanoseconds(123_456_789)),
    ("1000:00:00", .seconds(3_600_000)), ("1000h", .seconds(3_600_000)),
    ("5min", .seconds(300)), ("5 min", .seconds(300)), ("20 Minutes", .seconds(1200)),
    ("1h30", .seconds(5400)), ("1h 30m", .seconds(5400)), ("1h 30", .seconds(5400)),
    ("1 hour 5 minutes 2.5 secs", .milliseconds(3_902_500)), ("2hrs", .seconds(7200)),
    ("five minutes", .seconds(300)), ("an hour", .seconds(3600)), ("half an hour", .seconds(1800)),
    ("Twenty-five min", .seconds(1500)), ("forty two seconds", .seconds(42)),
    ("one hour 30 minutes", .seconds(5400)), ("sixty s", .seconds(60)),
  ]

  @Test("each form is its time", arguments: times)
  func parse(text: String, time: Duration) throws {
    #expect(try TimeText.parse(text) == time)
  }

  @Test(
    "a number alone is minutes where that is asked for, and all else is what it says",
    arguments: [
      ("20", .seconds(1200)), ("0.5", .seconds(30)), ("20s", .seconds(20)), ("0:20", .seconds(20)),
      ("1h30", .seconds(5400)), ("0", .zero),
    ] as [(String, Duration)])
  func minutes(text: String, time: Duration) throws {
    #expect(try TimeText.parse(text, numberIn: .minutes) == time)
  }

  @Test("the exact text of a time is that time", arguments: times.map(\.time))
  func roundTrip(time: Duration) throws {
    #expect(try TimeText.parse(TimeText.exact(time)) == time)
  }

  @Test(
    "what is no time is refused",
    arguments: [
      "", ".", "5.", ".5", "1.2.3", "s", "m5", "1m1h", "1s1s", "1m30", "-5", "+5", " 5", "5 ",
      ":", ":30", "1:", "1::2", "1:2:3:4", "5 minn", "min", "5 m 1 h", "5min ", "1h30 5s", "5 30",
      "five", "a", "an evening", "five ten minutes", "half", "half an",
      "sixty five minutes",
      "1:0x", "1.5:30", "1:30s", "٣", "1e3", "0x10", "1\u{0}",
    ])
  func notATime(text: String) {
    #expect(throws: TimeError.notATime) { try TimeText.parse(text) }
  }

  @Test(
    "what is nearly a time names the one that is meant",
    arguments: [
      ("1:75", "2:15"), ("1:60", "2:00"), ("1:5", "1:05"), ("1:2:03", "1:02:03"),
      ("1:60:00", "2:00:00"),
    ])
  func nearly(text: String, meant: String) {
    #expect {
      try TimeText.parse(text)
    } throws: { error in
      if case TimeError.nearly(meant, _) = error { true } else { false }
    }
  }

  @Test(
    "a time beyond the limit is refused",
    arguments: [
      "3600001", "1000:00:00.1", "1000h0.1s", "60001m", "99999999999999999999:00:00",
      "9223372036854775807", "1:99999999999999999999",
    ])
  func tooLong(text: String) {
    #expect(throws: TimeError.tooLong) { try TimeText.parse(text) }
  }

  @Test(
    "exact times keep their nanoseconds and no zeros",
    arguments: [
      (Duration.milliseconds(90_500), "1:30.5"), (.nanoseconds(1), "0:00.000000001"),
      (.milliseconds(-1_050), "-0:01.05"), (.milliseconds(-500), "-0:00.5"),
      (.seconds(3723), "1:02:03"), (Duration(secondsComponent: 0, attosecondsComponent: 1), "0:00"),
    ])
  func exact(time: Duration, text: String) {
    #expect(TimeText.exact(time) == text)
  }
}

@Suite("Times as people write them") struct BriefTimeTests {
  @Test(
    "brief and exact",
    arguments: [
      (.zero, "0s"), (.seconds(10), "10s"), (.milliseconds(12_500), "12.5s"), (.seconds(60), "1m"),
      (.seconds(1200), "20m"), (.seconds(750), "12:30"), (.seconds(3600), "1h"),
      (.seconds(4200), "1:10:00"), (.seconds(86_400), "24h"), (.milliseconds(90_500), "1:30.5"),
      (.nanoseconds(1), "0.000000001s"), (.nanoseconds(60_000_000_001), "1:00.000000001"),
    ] as [(Duration, String)])
  func brief(time: Duration, text: String) throws {
    #expect(TimeText.brief(time) == text)
    #expect(try TimeText.parse(text) == time)
  }
}

@Suite("A time as a player shows it") struct DurationTimeTextTests {
  @Test(
    "to the nearest second",
    arguments: [
      (.zero, "0:00"), (.milliseconds(7_900), "0:08"),
      (.milliseconds(7_400), "0:07"), (.nanoseconds(1_199_999_999_999), "20:00"),
      (.milliseconds(-400), "0:00"), (.seconds(330), "5:30"),
      (.seconds(3599), "59:59"), (.seconds(3723), "1:02:03"), (.seconds(-5), "0:00"),
    ] as [(Duration, String)])
  func timeText(time: Duration, text: String) {
    #expect(time.timeText == text)
  }

  @Test(
    "with a sign, unless it is rounded to zero",
    arguments: [
      (.seconds(-7), "-0:07"), (.milliseconds(-600), "-0:01"), (.milliseconds(-400), "0:00"),
      (.zero, "0:00"), (.seconds(330), "5:30"), (.seconds(-3723), "-1:02:03"),
    ] as [(Duration, String)])
  func signedTimeText(time: Duration, text: String) {
    #expect(time.signedTimeText == text)
  }

  @Test(
    "as a total of hours and minutes",
    arguments: [
      (.zero, "0 s"), (.milliseconds(59_400), "59 s"), (.seconds(750), "12 min"),
      (.seconds(3_600), "1 h"), (.seconds(45_059), "12 h 30 min"), (.seconds(-5), "0 s"),
    ] as [(Duration, String)])
  func unitText(time: Duration, text: String) {
    #expect(time.unitText == text)
  }
}
