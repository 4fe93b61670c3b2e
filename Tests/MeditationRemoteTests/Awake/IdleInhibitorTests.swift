import MeditationControl
import MeditationCore
import MeditationTestSupport
import Testing

@testable import MeditationRemote

/// When the machine is kept awake, on a virtual clock.
@Suite("Keeping the machine awake", .blocking) @MainActor struct IdleInhibitorTests {
  /// Records the inhibitor's calls, and the pauses for which it waits.
  @MainActor private final class Lock {
    private(set) var calls: [Bool] = []
    /// How many pauses are not waited for any more.
    private(set) var endCount = 0
    private var pauses: [CheckedContinuation<Void, Never>] = []
    var pauseCount: Int { pauses.count }

    func hold(_ isHeld: Bool) { calls.append(isHeld) }

    func wait() async {
      await withCheckedContinuation { pauses.append($0) }
      endCount += 1
    }

    func endPause(_ number: Int) { pauses[number - 1].resume() }
  }

  private let lock = Lock()
  private let stage: VirtualStage
  private let inhibitor: IdleInhibitor

  init() {
    stage = VirtualStage(session: MeditationViewModel(songs: []))
    inhibitor = IdleInhibitor(
      stage.controller, hold: { [lock] in lock.hold($0) }, wait: { [lock] in await lock.wait() })
  }

  private func type(_ lines: String...) {
    for line in lines { _ = stage.controller.submit(line, from: Client()) }
  }

  @Test("from the start, with its settling, to the end")
  func session() {
    #expect(lock.calls == [])
    type("for 1m, settle 10s, closing 3", "start")
    #expect(lock.calls == [true])
    stage.advance(by: .seconds(65))
    #expect(lock.calls == [true])
    stage.advance(by: .seconds(60))
    #expect(lock.calls == [true, false])
    type("start", "back")
    #expect(lock.calls == [true, false, true, false])
  }

  @Test("released when a pause has lasted, and taken again by 'play'")
  func longPause() async throws {
    type("for 10m", "start", "pause")
    #expect(try await Poll.wait { lock.pauseCount == 1 })
    #expect(lock.calls == [true])
    lock.endPause(1)
    #expect(try await Poll.wait { lock.calls == [true, false] })
    type("play")
    #expect(lock.calls == [true, false, true])
  }

  @Test("released at once when the program is stopped, and taken again by 'play'")
  func stopped() async throws {
    type("for 10m", "start", "pause")
    #expect(try await Poll.wait { lock.pauseCount == 1 })
    inhibitor.release()
    #expect(lock.calls == [true, false])
    type("play")
    #expect(lock.calls == [true, false, true])
  }

  @Test("kept over a short pause, also when it would have lasted by now")
  func shortPause() async throws {
    type("for 10m", "start", "pause")
    #expect(try await Poll.wait { lock.pauseCount == 1 })
    type("play")
    lock.endPause(1)
    #expect(try await Poll.wait { lock.endCount == 1 })
    // The task that waited for the pause has gone on in the same turn of the main actor.
    #expect(lock.calls == [true])
  }

  @Test("the system's bus is the one that the environment names")
  func systemBus() {
    let named = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/a"]
    #expect(BusAddress.findSystem(in: named) == "unix:path=/a")
  }
}
