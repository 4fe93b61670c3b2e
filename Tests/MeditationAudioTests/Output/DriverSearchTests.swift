import MeditationEngine
import MeditationSystem
import Testing

@testable import MeditationAudio

/// Drivers that block, and what is done meanwhile.
@Suite("Drivers that block", .timeLimit(.minutes(20))) struct DriverSearchTests {
  private let format = OutputFormat(sampleRate: 44_100, channelCount: 2, bits: 16)

  /// A search that gives up soon where it is sure that a driver blocks, and late otherwise.
  private func search(
    _ drivers: FakeDriver..., each: Duration = .milliseconds(20),
    all: Duration = .seconds(200), close: Duration = .seconds(99), isNamed: Bool = false
  ) -> DriverSearch {
    DriverSearch(
      isNamed: isNamed,
      limits: DriverSearch.Limits(
        all: all, each: each, write: .milliseconds(20), close: close,
        start: .milliseconds(20))
    ) { _ throws(OutputError) in drivers.map(\.live) }
  }

  private func write(_ bytes: [UInt8], to output: any Output) -> OutputError? {
    bytes.withUnsafeBytes { frames in
      do throws(OutputError) {
        try output.write(frames)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test("one that blocks is not waited for: the next one plays; it is not tried again meanwhile")
  func next() throws {
    let hanging = FakeDriver("hanging", blocks: .opening)
    let playing = FakeDriver("playing")
    let search = search(hanging, playing)
    for _ in 1...3 { #expect(try search.open(format, buffer: .zero).format == format) }
    #expect(hanging.log.withLock { $0.openings.count } == 1)
    #expect(playing.log.withLock { $0.openings.count } == 3)
    hanging.answer()
  }

  @Test("an answer that comes late is told, and the driver is used again")
  func lateAnswer() async throws {
    let hanging = FakeDriver("hanging", blocks: .opening)
    let search = search(hanging, FakeDriver("playing"))
    let (answers, told) = AsyncStream<Void>.makeStream()
    search.whenAnswering { told.yield() }
    _ = try search.open(format, buffer: .zero)
    hanging.answer()
    for await _ in answers { break }
    // The output that was opened too late is closed by then.
    #expect(hanging.log.withLock { $0.closingCount } == 1)
    let output = try search.open(format, buffer: .zero)
    #expect(write([1, 2, 3, 4], to: output) == nil)
    #expect(hanging.log.withLock { $0.bytes } == [1, 2, 3, 4])
  }

  @Test("the reason says which drivers were tried, and which of them do not answer")
  func reason() {
    let hanging = FakeDriver("hanging", blocks: .opening)
    defer { hanging.answer() }
    let refusing = FakeDriver("refusing", refusal: .noDevice)
    let wrong = OutputError("its file is wrong", concernsFormat: false)
    let faulty = FakeDriver("faulty", refusal: wrong)
    let reason = "tried hanging (no answer), faulty (its file is wrong), refusing"
    #expect(throws: OutputError(reason, concernsFormat: false)) {
      _ = try search(hanging, faulty, refusing).open(format, buffer: .zero)
    }
    for (driver, error) in [(refusing, OutputError.noDevice), (faulty, wrong)] {
      #expect(throws: error) {
        _ = try search(driver, isNamed: true).open(format, buffer: .zero)
      }
    }
    let silent = FakeDriver("silent", blocks: .opening)
    defer { silent.answer() }
    // A named driver has the time of all.
    #expect(throws: OutputError("it does not answer", concernsFormat: false)) {
      _ = try search(silent, all: .milliseconds(20), isNamed: true).open(format, buffer: .zero)
    }
    #expect(throws: OutputError("libao has no driver for one", concernsFormat: false)) {
      _ = try search().open(format, buffer: .zero)
    }
  }

  @Test("a driver that refuses the format is the driver: no other is tried")
  func refusedFormat() {
    let other = FakeDriver("other")
    let search = search(
      FakeDriver("first", refusal: OutputError("not this")), other, each: .seconds(99))
    #expect(throws: OutputError("not this")) { _ = try search.open(format, buffer: .zero) }
    #expect(other.log.withLock { $0.openings.isEmpty })
  }

  @Test("what is written arrives in order and whole")
  func writes() async throws {
    let driver = FakeDriver("driver")
    let search = DriverSearch { _ throws(OutputError) in [driver.live] }
    var output: (any Output)? = try search.open(format, buffer: .zero)
    #expect(output?.bufferFrameCount == 100)
    var sent: [UInt8] = []
    for size in [4, 400, 40_000, 8, 0, 4_000] {
      let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ size) }
      sent += piece
      if let output { #expect(write(piece, to: output) == nil) }
      #expect(driver.log.withLock { $0.bytes } == sent)
    }
    output = nil
    for await _ in driver.closings { break }
    #expect(driver.log.withLock { $0.closingCount } == 1)
  }

  @Test("a write that blocks is a lost device; it is closed when the driver returns")
  func blockedWrite() async throws {
    let driver = FakeDriver("driver", blocks: .writing)
    let search = search(driver, each: .seconds(99))
    let (answers, told) = AsyncStream<Void>.makeStream()
    search.whenAnswering { told.yield() }
    var output: (any Output)? = try search.open(format, buffer: .zero)
    if let output { #expect(write([1, 2, 3, 4], to: output)?.reason == "driver does not answer") }
    output = nil
    #expect(driver.log.withLock { $0.closingCount } == 0)
    driver.answer()
    for await _ in answers { break }
    #expect(driver.log.withLock { $0.closingCount } == 1)
  }

  @Test("closing blocks nobody, but the next device of the driver waits for it")
  func blockedClosing() async throws {
    let driver = FakeDriver("driver", blocks: .closing)
    let search = search(driver, FakeDriver("other"), close: .milliseconds(20))
    _ = try search.open(format, buffer: .zero)
    #expect(driver.log.withLock { $0.closingCount } == 0)
    _ = try search.open(format, buffer: .zero)
    #expect(driver.log.withLock { $0.openings.count } == 1)
    driver.answer()
    for await _ in driver.closings { break }
  }

  @Test("two devices of one driver play side by side")
  func two() throws {
    let driver = FakeDriver("driver")
    let search = search(driver, FakeDriver("other"), each: .seconds(99))
    let outputs = [try search.open(format, buffer: .zero), try search.open(format, buffer: .zero)]
    #expect(driver.log.withLock { $0.openings.count } == 2)
    for output in outputs { #expect(write([1, 2, 3, 4], to: output) == nil) }
  }

  @Test("an abandoned device is not closed")
  func abandoned() async throws {
    let driver = FakeDriver("driver")
    let search = DriverSearch { _ throws(OutputError) in [driver.live] }
    var output: (any Output)? = try search.open(format, buffer: .zero)
    output?.abandon()
    output = nil
    for await _ in driver.closings { break }
    #expect(driver.log.withLock { $0.abandonedCount } == 1)
    #expect(driver.log.withLock { $0.closingCount } == 0)
  }
}
