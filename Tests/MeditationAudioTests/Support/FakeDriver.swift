import MeditationEngine
import MeditationSystem
import MeditationTestSupport

@testable import MeditationAudio

/// A driver that blocks while its gate is closed, and notes what is done with its devices.
final class FakeDriver: Sendable {
  struct Log {
    var openings: [OutputFormat] = []
    var closingCount = 0
    var abandonedCount = 0
    var bytes: [UInt8] = []
  }

  /// Where it waits for its gate.
  enum Place { case opening, writing, closing, nowhere }

  let name: String
  let log = Locked(Log())
  let blocks: Locked<Place>
  private let gate = Gate()
  /// Why no device opens.
  let refusal: OutputError?
  /// Told of each device that is closed.
  let closings: AsyncStream<Void>
  fileprivate let closed: AsyncStream<Void>.Continuation

  init(_ name: String, blocks place: Place = .nowhere, refusal: OutputError? = nil) {
    self.name = name
    self.refusal = refusal
    blocks = Locked(place)
    (closings, closed) = AsyncStream.makeStream()
    gate.close()
  }

  /// Opens the gate for good.
  func answer() { gate.open() }

  var live: LiveDriver {
    LiveDriver(name: name) { [self] format, _ throws(OutputError) in
      log.withLock { $0.openings.append(format) }
      pass(.opening)
      if let refusal { throw refusal }
      return FakeDevice(format, self)
    }
  }

  fileprivate func pass(_ place: Place) {
    guard blocks.withLock({ $0 }) == place else { return }
    gate.pass()
  }
}

private final class FakeDevice: Output {
  let format: OutputFormat
  let bufferFrameCount = 100
  private let driver: FakeDriver
  private var isAbandoned = false

  init(_ format: OutputFormat, _ driver: FakeDriver) {
    self.format = format
    self.driver = driver
  }

  deinit {
    guard !isAbandoned else { return }
    driver.pass(.closing)
    driver.log.withLock { $0.closingCount += 1 }
    driver.closed.yield()
  }

  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    driver.pass(.writing)
    driver.log.withLock { $0.bytes += frames }
  }

  func abandon() {
    isAbandoned = true
    driver.log.withLock { $0.abandonedCount += 1 }
    driver.closed.yield()
  }
}
