import MeditationPlan
import Testing

@testable import MeditationEngine

/// A device that holds 250 ms, written to by a clock of its own.
private struct FullDevice {
  var delay = DeviceDelay(latency: .milliseconds(250))
  private(set) var now = Duration.zero

  init() { fill(.milliseconds(250)) }

  /// The device, which takes 10 ms of sound in `pace`, plays for `duration`.
  mutating func play(for duration: Duration, pace: Duration = .milliseconds(10)) {
    let end = now + duration
    while now < end { write(taking: pace) }
  }

  mutating func write(taking time: Duration, stopped: Duration = .zero) {
    delay.accept(.milliseconds(10), in: now..<(now + time), stopped: stopped)
    now += time
  }

  /// The device takes what it is short of at once.
  mutating func fill(_ duration: Duration) {
    for _ in 0..<Int(duration / .milliseconds(10)) { write(taking: .zero) }
  }

  mutating func takeUnderrun() -> Underrun? { delay.takeUnderrun(at: now) }
}

struct DeviceDelayTests {
  private func isNear(_ estimate: DeviceDelay.Estimate?, _ milliseconds: Int) -> Bool {
    guard let estimate else { return false }
    let error = estimate.delay - .milliseconds(milliseconds)
    return (error < .zero ? .zero - error : error) <= estimate.uncertainty
  }

  @Test("until a write has blocked nothing is known; then the device was full")
  func filling() {
    var device = FullDevice()
    #expect(device.delay.next(at: device.now) == nil)
    device.write(taking: .milliseconds(10))
    #expect(isNear(device.delay.next(at: device.now), 250))
    #expect(isNear(device.delay.next(at: device.now + .milliseconds(100)), 150))
    device.play(for: .seconds(2))
    #expect(isNear(device.delay.next(at: device.now), 250))
    #expect(device.delay.next(at: device.now)?.uncertainty ?? .seconds(1) <= .milliseconds(20))
  }

  @Test(
    "a sink that stands still for two seconds before it plays holds no less, and has no underrun")
  func idleSink() {
    var device = FullDevice()
    device.write(taking: .seconds(2))
    #expect(isNear(device.delay.next(at: device.now), 250))
    for _ in 0..<200 {
      #expect(device.takeUnderrun() == nil)
      device.write(taking: .milliseconds(10))
    }
    #expect(!device.delay.wasLow)
    #expect(isNear(device.delay.next(at: device.now), 250))
  }

  @Test("clocks that differ by 100 ppm make no hole in an hour, and change no delay")
  func drift() {
    var device = FullDevice()
    for pace in [9_999, 10_001] {
      for _ in 0..<3_600 {
        device.play(for: .seconds(1), pace: .microseconds(pace))
        #expect(device.takeUnderrun() == nil)
      }
      #expect(isNear(device.delay.next(at: device.now), 250))
    }
  }

  @Test("a silent device takes a step at once when there is room, also after an hour")
  func silent() {
    var delay = DeviceDelay(latency: .milliseconds(250), isHeard: false)
    var now = Duration.zero
    for index in 0..<225 {
      let end = now + .milliseconds(index < 25 ? 0 : 10)
      delay.accept(.milliseconds(10), in: now..<end, stopped: .zero)
      now = end
    }
    let step = Duration.milliseconds(200)
    #expect(delay.wait(for: step, at: now) == step)
    now += step
    for _ in 0..<18_000 {
      delay.accept(step, in: now..<now, stopped: .zero)
      #expect(delay.wait(for: step, at: now) == step)
      now += step
    }
    #expect(delay.takeUnderrun(at: now) == nil)
  }

  @Test("a program that is stopped within a write makes a hole")
  func stopped() {
    var device = FullDevice()
    device.play(for: .seconds(2))
    device.write(taking: .milliseconds(1_200), stopped: .milliseconds(1_150))
    // Most of it is known before the device is full again: a bell may come until then.
    let known = device.takeUnderrun()?.more ?? .zero
    #expect((.milliseconds(900)...(.milliseconds(960))).contains(known))
    // The device held 250 ms.
    device.fill(.milliseconds(240))
    device.play(for: .seconds(2))
    let length = device.takeUnderrun()?.length ?? .zero
    #expect((.milliseconds(930)...(.milliseconds(970))).contains(length))
    device.play(for: .seconds(2))
    #expect(device.takeUnderrun() == nil)
  }

  @Test("a device that accepts more at first than later has a hole of the same length")
  func adaptation() {
    var device = FullDevice()
    device.play(for: .milliseconds(300))
    // Of what it holds it plays 60 ms before it asks for more.
    device.write(taking: .milliseconds(70))
    device.play(for: .seconds(2))
    #expect(isNear(device.delay.next(at: device.now), 190))
    device.write(taking: .milliseconds(1_200), stopped: .milliseconds(1_190))
    device.fill(.milliseconds(240))
    device.play(for: .milliseconds(300))
    device.write(taking: .milliseconds(70))
    device.play(for: .seconds(2))
    // It held 190 ms.
    let length = device.takeUnderrun()?.length ?? .zero
    #expect((.milliseconds(990)...(.milliseconds(1_010))).contains(length))
  }

  @Test("a device that stands still, or that holds less than before, makes none")
  func frozen() {
    var device = FullDevice()
    device.play(for: .seconds(2))
    device.write(taking: .milliseconds(1_000))
    device.play(for: .seconds(4))
    #expect(device.takeUnderrun() == nil)
    // Its delay is that of a full device again.
    #expect(isNear(device.delay.next(at: device.now), 250))
  }
}

/// Sessions on devices that say nothing true about how much they hold and when they play it.
@MainActor struct LyingDeviceTests {
  private static let rate = 8_000

  /// A device of which a program knows nothing but what it accepts.
  struct Lie: Sendable {
    /// The part that it holds of what it is asked to.
    var share: Double
    /// For how long it stands still before it plays.
    var idle = Duration.zero
    /// The part of that which it still holds half a second later.
    var lasting = 1.0
    /// The pace of the program's clock by that of the device.
    var pace = 1.0
    /// How late the program goes on after a write, at most.
    var lateness = Duration.zero
    /// How late a write returns while the device is filled, as if it were full.
    var hesitation = Duration.zero
    /// How much a sink behind it holds, if it tells how long all that takes to be heard.
    var told: Duration?
    /// How much silence it counts as well while it plays nothing, which it takes back then.
    var silence = Duration.zero
  }

  private nonisolated static let lies = [
    Lie(share: 1), Lie(share: 0.08), Lie(share: 4), Lie(share: 0.9, idle: .milliseconds(500)),
    Lie(share: 1, idle: .seconds(2)), Lie(share: 0.8, lasting: 0.75),
    Lie(share: 1, pace: 1.000_2), Lie(share: 1, pace: 0.999_8),
    Lie(share: 1, lateness: .milliseconds(60)),
    Lie(share: 1, idle: .seconds(1), lasting: 0.75, lateness: .milliseconds(20)),
    Lie(share: 1, idle: .seconds(1), hesitation: .milliseconds(8)),
    Lie(share: 1, lateness: .milliseconds(60), told: .milliseconds(300)),
    Lie(share: 0.8, idle: .seconds(1), lasting: 0.75, pace: 1.000_2, told: .milliseconds(400)),
    Lie(share: 1, told: .milliseconds(5), silence: .milliseconds(400)),
  ]

  private func program(_ lie: Lie, _ score: Score, song: [Int16]) -> ServedProgram {
    ServedProgram(
      song, score,
      on: SoundServer(
        share: lie.share, idle: lie.idle, lasting: lie.lasting, lateness: lie.lateness,
        hesitation: lie.hesitation, told: lie.told, silence: lie.silence),
      pace: lie.pace)
  }

  @Test(
    "no hole that the lie makes, with and without a plan", arguments: lies.indices, [false, true])
  func holes(index: Int, isPlanned: Bool) {
    let song = [Int16](repeating: 5_000, count: Self.rate * 12)
    let program = program(
      Self.lies[index],
      Score(
        generation: Generation(jump: 1), segment: .song(id: 0), session: 1,
        plan: .of { if isPlanned { $0.length = .open } }), song: song)
    program.run(until: .seconds(10))
    // The device was opened once, and from the first sound on there is no silence.
    let heard = program.server.heard.drop { $0 == 0 }
    #expect(program.server.buffers.count == 1)
    #expect(heard.count > Self.rate * 7)
    #expect(heard.allSatisfy { $0 != 0 })
    #expect(program.losses == [])
  }

  @Test("a session that begins at a time of day is heard then", arguments: lies.indices)
  func begins(index: Int) {
    let lie = Self.lies[index]
    let program = program(
      lie,
      Score(
        generation: Generation(jump: 1), segment: .silence(length: .seconds(10)),
        next: .song(id: 0), session: 1, beginning: .seconds(-10), zero: .seconds(10),
        plan: .of {
          $0.length = .time(.seconds(60))
          $0.begin = TimeOfDay(second: 0)
          $0.opening = 1
        }), song: [Int16](repeating: 0, count: Self.rate * 60))
    program.run(until: .seconds(13))
    let onset = program.server.heard.firstIndex { abs(Int($0)) > 6_000 } ?? 0
    #expect(abs(onset - 10 * Self.rate) <= Self.rate / 50, "\(onset)")
  }

  @Test(
    "after stops of the program the bells are at their distance from the first",
    arguments: lies.indices, [0, 10])
  func stops(index: Int, settling: Int) {
    let program = program(
      Self.lies[index],
      Score(
        generation: Generation(jump: 1), segment: .song(id: 0), session: 1,
        plan: .of {
          $0.length = .open
          $0.settling = .seconds(settling)
          $0.bells = [.every(.seconds(6))]
        }), song: [Int16](repeating: 0, count: Self.rate * 60))
    // Between the bells, which come each 6 s; one that is due during a stop is struck after it.
    for (time, stop) in [(14.4, 0.3), (20.4, 1), (26.4, 2.5)] {
      program.run(until: .seconds(time))
      program.hold(for: .seconds(stop))
    }
    program.run(until: .seconds(42))
    let onsets = program.onsets
    let first = onsets.first ?? 0
    #expect(onsets.count >= 4)
    for onset in onsets {
      let place = (onset - first) % (6 * Self.rate)
      #expect(min(place, 6 * Self.rate - place) <= Self.rate / 50, "\(onset - first)")
    }
  }
}
