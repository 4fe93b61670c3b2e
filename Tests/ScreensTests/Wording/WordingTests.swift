import Testing

@testable import Screens

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

}
