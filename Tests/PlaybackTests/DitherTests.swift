import Testing

@testable import Playback

struct DitherTests {
  @Test("its density is a triangle, two steps wide, and no value tells the next")
  func density() {
    var dither = Dither()
    let values = (0..<400_000).map { _ in Double(dither.next()) }
    func mean(_ part: (Int) -> Double) -> Double {
      values.indices.dropLast().reduce(0) { $0 + part($1) } / Double(values.count - 1)
    }
    #expect(values.allSatisfy { abs($0) <= 1 })
    #expect(abs(mean { values[$0] }) < 0.005)
    // Of a triangle from -1 to 1: a sixth, and a fifteenth.
    #expect(abs(mean { values[$0] * values[$0] } - 1 / 6) < 0.002)
    #expect(abs(mean { values[$0] * values[$0] * values[$0] * values[$0] } - 1 / 15) < 0.002)
    #expect(abs(mean { values[$0] * values[$0 + 1] }) < 0.002)
  }
}
