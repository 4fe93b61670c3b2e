import MeditationSystem
import Testing

@testable import MeditationEngine

struct PacedOutputTests {
  /// A clock that a test sets; sleeping sets it, too.
  private func clock(_ time: Locked<Duration>) -> PacingClock {
    PacingClock(
      now: { time.withLock { $0 } },
      sleep: { until in time.withLock { $0 = max($0, until) } })
  }

  @Test("a second of sound takes a second, less the buffer, without drift")
  func pace() throws {
    let time = Locked(Duration.seconds(5))
    let output = PacedOutput(
      OutputFormat(sampleRate: 44_100, channelCount: 2, bits: 16), buffer: .milliseconds(40),
      clock: clock(time))
    let slice = [UInt8](repeating: 0, count: 441 * 4)
    for _ in 0..<100 { try slice.withUnsafeBytes { try output.write($0) } }
    #expect(time.withLock { $0 } == .seconds(6) - .milliseconds(40))
  }

  @Test("after a stop it does not race to catch up")
  func stopped() throws {
    let time = Locked(Duration.zero)
    let output = PacedOutput(
      OutputFormat(sampleRate: 1_000, channelCount: 1, bits: 16), buffer: .milliseconds(40),
      clock: clock(time))
    let slice = [UInt8](repeating: 0, count: 100 * 2)
    try slice.withUnsafeBytes { try output.write($0) }
    time.withLock { $0 += .seconds(3_600) }
    let woken = time.withLock { $0 }
    for _ in 0..<10 { try slice.withUnsafeBytes { try output.write($0) } }
    #expect(time.withLock { $0 } == woken + .seconds(1) - .milliseconds(40))
  }
}
