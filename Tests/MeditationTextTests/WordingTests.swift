import Testing

@testable import MeditationText

@Suite("Times in words and figures") struct WordingTests {
  @Test(
    "a time in words",
    arguments: [
      (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"),
      (3_599, "59 minutes"), (3_600, "1 hour"), (3_660, "1 hour 1 minute"),
      (36_000_000, "10000 hours"), (-5, "0 seconds"),
    ])
  func words(seconds: Int, text: String) {
    #expect(Duration.seconds(seconds).words == text)
  }

  @Test(
    "a few seconds are rounded to a tenth, less than that to a hundredth",
    arguments: [
      (0, "less than 0.01 s"), (4, "less than 0.01 s"), (5, "0.01 s"), (94, "0.09 s"),
      (95, "0.1 s"), (450, "0.5 s"), (444, "0.4 s"), (1_960, "2.0 s"),
    ])
  func fewSeconds(milliseconds: Int, text: String) {
    #expect(Duration.milliseconds(milliseconds).fewSeconds == text)
  }
}
