import MeditationTestSupport
import Testing

@testable import MeditationEngine

struct SessionClockTests {
  /// As the journal keeps it.
  private func inNanoseconds(_ time: Duration) -> Duration {
    .nanoseconds((time / .nanoseconds(1)).rounded())
  }

  @Test("however often a session is left and resumed, its parts add up to its length")
  func resumed() {
    var random = SeededGenerator(seed: 3)
    for rate in [8_000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 383_999] {
      let length = Duration.seconds(Int.random(in: 1...3_600, using: &random))
      var place = Duration.seconds(Int.random(in: -20...0, using: &random))
      let count = (length - place).frameCount(at: rate)
      var played = 0
      for _ in 0..<100 {
        var clock = FrameClock(at: place, sampleRate: rate)
        #expect(inNanoseconds(clock.now) == place)
        let left = clock.frame(at: length) - clock.frame
        let part = Int.random(in: 0...left / 2, using: &random)
        clock.advance(by: part)
        played += part
        place = inNanoseconds(clock.now)
      }
      var clock = FrameClock(at: place, sampleRate: rate)
      let rest = clock.frame(at: length) - clock.frame
      clock.advance(by: rest)
      #expect(played + rest == count && clock.now == length)
    }
  }

  @Test("each frame is the one at its time, also before session time 0")
  func frames() {
    let clock = FrameClock(at: .seconds(-3.5), sampleRate: 44_100)
    for frame in -50_000...50_000 { #expect(clock.frame(at: clock.time(of: frame)) == frame) }
  }

  @Test("frames that were lost are gone back to, but none of another rate")
  func lost() {
    var clock = FrameClock(at: .seconds(10), sampleRate: 48_000)
    clock.advance(by: 480)
    clock.goBack(by: 240)
    #expect(clock.now == .milliseconds(10_005))
    clock.goBack(by: 48_000)
    #expect(clock.now == .seconds(10))
  }
}
