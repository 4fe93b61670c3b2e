import Testing
import Text

@Suite("A time as a player shows it") struct DurationTimeTextTests {
  @Test(
    "in whole seconds, rounded down",
    arguments: [
      (.zero, "0:00"), (.milliseconds(7_900), "0:07"), (.seconds(330), "5:30"),
      (.seconds(3599), "59:59"), (.seconds(3723), "1:02:03"), (.seconds(-5), "0:00"),
    ] as [(Duration, String)])
  func timeText(time: Duration, text: String) {
    #expect(time.timeText == text)
  }

  @Test(
    "as a total of hours and minutes",
    arguments: [
      (.zero, "0 s"), (.milliseconds(59_900), "59 s"), (.seconds(750), "12 min"),
      (.seconds(3_600), "1 h"), (.seconds(45_059), "12 h 30 min"), (.seconds(-5), "0 s"),
    ] as [(Duration, String)])
  func unitText(time: Duration, text: String) {
    #expect(time.unitText == text)
  }
}
