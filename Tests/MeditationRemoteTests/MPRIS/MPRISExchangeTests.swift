import Glibc
import Testing

@testable import MeditationRemote

@Suite("What the session shows the bus") struct MPRISExchangeTests {
  /// True if the bus's thread was woken since the last call.
  private func isWoken(_ exchange: MPRISExchange) -> Bool {
    var polled = pollfd(fd: exchange.wake, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 0) > 0 else { return false }
    var count: UInt64 = 0
    return read(exchange.wake, &count, MemoryLayout<UInt64>.size) > 0
  }

  @Test("wakes it where the state changes or the position jumps, once, and not as time passes")
  func wakes() throws {
    let exchange = try #require(MPRISExchange())
    exchange.show(MPRISState(), position: 1, hasJumped: false)
    exchange.show(position: 2)
    #expect(!isWoken(exchange))
    exchange.show(MPRISState(), position: 9, hasJumped: true)
    #expect(isWoken(exchange))
    let contents = [exchange.take(), exchange.take()]
    #expect(contents.map(\.hasJumped) == [true, false])
    #expect(contents.map(\.position) == [9, 9])
    exchange.show(MPRISState(status: .playing), position: 9, hasJumped: false)
    #expect(isWoken(exchange))
    #expect(exchange.take().state.status == .playing)
  }
}
