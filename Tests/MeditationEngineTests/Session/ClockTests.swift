import MeditationPlan
import Testing

@testable import MeditationEngine

/// A session whose time 0 is a time of the system's clock.
@MainActor struct ClockTests {
  private static let rate = 8_000

  /// The time of the server's clock at which the opening bell is heard.
  ///
  /// - Parameters:
  ///   - beginning: The session time of the first frame.
  ///   - zero: The time of the system's clock at which session time 0 is due.
  ///   - share: The part of the wanted buffer that the server holds.
  ///   - systemTime: The system's clock by that of the server.
  private func opening(
    _ beginning: Duration, zero: Duration, share: Double = 1,
    systemTime: @escaping (Duration) -> Duration = { $0 }
  ) -> Duration? {
    let silence = [Int16](repeating: 0, count: Self.rate * 60)
    let plan = Plan.of {
      $0.length = .time(.seconds(60))
      $0.begin = TimeOfDay(second: 0)
      ($0.opening, $0.bells) = (1, [.at([.seconds(20)])])
    }
    let settles = beginning < .zero
    let program = ServedProgram(
      silence,
      Score(
        generation: Generation(jump: 1),
        segment: settles ? .silence(length: .zero - beginning) : .song(id: 0),
        next: settles ? .song(id: 0) : nil, session: 1, beginning: beginning, zero: zero, plan: plan
      ),
      on: SoundServer(share: share), systemTime: systemTime)
    program.run(until: .seconds(24))
    let heard = program.server.heard
    return heard.indices.dropFirst().first { abs(Int(heard[$0])) > 6_000 }.map {
      Duration(frames: $0, sampleRate: Self.rate)
    }
  }

  private func isNear(_ time: Duration?, _ wanted: Double) -> Bool {
    time.map { abs($0.inSeconds - wanted) < 0.012 } ?? false
  }

  @Test(
    "its opening is heard at that time, whatever the device holds and whenever it opened",
    arguments: [(-10, 0), (-10, 0.3), (-10, -0.3), (-3, 0.02), (-12, 2)], [1, 0.5, 0.25])
  func opening(times: (beginning: Double, error: Double), share: Double) {
    let zero = times.error - times.beginning
    #expect(isNear(opening(.seconds(times.beginning), zero: .seconds(zero), share: share), zero))
  }

  @Test("a device whose clock is faster or slower moves it by no more", arguments: [0.998, 1.002])
  func drift(speed: Double) {
    let heard = opening(.seconds(-15), zero: .seconds(15)) { $0 * speed }
    #expect(isNear(heard.map { $0 * speed }, 15))
  }

  @Test("who comes late hears the next bell with the others")
  func late() {
    // The session is 12 s old when the program opens the device, 300 ms later than it meant to.
    #expect(isNear(opening(.seconds(12), zero: .seconds(-12.3)), 20 - 12.3))
  }

  @Test("who comes late is corrected once, not again when the clock is set a little later")
  func lateOnce() {
    #expect(
      isNear(
        opening(.seconds(12), zero: .seconds(-12.3)) {
          $0 < .seconds(3) ? $0 : $0 + .seconds(1)
        }, 20 - 12.3))
  }

  @Test("a clock that is set is for the session to follow")
  func set() {
    #expect(isNear(opening(.seconds(-10), zero: .seconds(1_000)), 10.01))
  }
}
