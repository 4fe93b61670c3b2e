import Practice
import Testing

@Suite struct CivilDateTests {
  @Test(
    "days and dates are each other's inverse",
    arguments: [-719_162, -1, 0, 59, 60, 10_957, 20_778, 2_932_896])
  func inverse(day: Int) {
    #expect(CivilDate(dayNumber: day).dayNumber == day)
  }
}
