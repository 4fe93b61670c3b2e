import Testing

@testable import Text

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
