import MeditationSystem
import MeditationTestSupport
import Testing

@testable import MeditationRemote

@Suite("What waits for a client of the socket")
struct SocketExchangeTests {
  private let exchange = SocketExchange()

  private func message(_ bytes: [UInt8]) -> OutgoingMessage {
    OutgoingMessage(bytes, countedIn: exchange.waitingMemory)
  }

  private var memory: Int { exchange.waitingMemory.withLock { $0 } }

  @Test("is written in order, however little is taken or written at once", arguments: 0..<8)
  func order(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    exchange.add(1)
    var (sent, written): ([UInt8], [UInt8]) = ([], [])
    while sent.count < 10_000 || written.count < sent.count {
      if sent.count < 10_000 {
        let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        exchange.write(message(bytes), to: 1)
        sent += bytes
      }
      #expect(exchange.takeOrders().connections[1]?.hasOutput == (written.count < sent.count))
      withUnsafeTemporaryAllocation(byteCount: .random(in: 1..<60, using: &random), alignment: 1) {
        let count = exchange.copyOutput(for: 1, into: $0)
        let taken = Int.random(in: 0...count, using: &random)
        written += $0[..<taken]
        _ = exchange.wrote(taken, to: 1)
      }
    }
    #expect(written == sent)
    #expect(memory == 0)
  }

  @Test("has caught up once, when most of it is written")
  func catchingUp() {
    exchange.add(1)
    exchange.write(message([UInt8](repeating: 0, count: SocketLimits.unhurriedBytes + 1)), to: 1)
    #expect(exchange.isBehind(1))
    let caughtUp = (0..<4).map { _ in
      withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
        exchange.wrote(exchange.copyOutput(for: 1, into: $0), to: 1)
      }
    }
    #expect(caughtUp == [true, false, false, false])
    #expect(!exchange.isBehind(1))
  }

  @Test("is dropped with the client, also while a piece of it is written")
  func dropping() {
    exchange.add(1)
    exchange.write(message([1, 2, 3]), to: 1)
    withUnsafeTemporaryAllocation(byteCount: 2, alignment: 1) {
      #expect(exchange.copyOutput(for: 1, into: $0) == 2)
    }
    exchange.drop(1)
    #expect(memory == 0)
    #expect(!exchange.wrote(2, to: 1))
    #expect(exchange.takeOrders().connections[1]?.hasOutput == false)
    #expect(exchange.count == 1)
    exchange.remove(1)
    #expect(exchange.count == 0)
  }

  @Test("one order to read on is one")
  func readingOn() {
    exchange.add(1)
    exchange.readOn(1)
    #expect((0..<2).map { _ in exchange.takeOrders().connections[1]?.readsOn } == [true, false])
  }
}
