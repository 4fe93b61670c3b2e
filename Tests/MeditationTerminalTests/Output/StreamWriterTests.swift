import Glibc
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationTerminal

@Suite("The writer of the standard streams", .blocking) struct StreamWriterTests {
  /// Reads `count` bytes. Blocks until they are there.
  private static func read(_ count: Int, from file: FileDescriptor) throws {
    var (buffer, rest) = ([UInt8](repeating: 0, count: 1 << 16), count)
    while rest > 0 {
      rest -= try buffer.withUnsafeMutableBytes {
        try file.read(into: .init(rebasing: $0[..<min(rest, $0.count)]))
      }
    }
  }

  @Test("who waits for room is told once little waits, not as soon as some was written")
  func room() async throws {
    let ((read, write), (otherRead, otherWrite)) = (
      try FileDescriptor.pipe(), try FileDescriptor.pipe()
    )
    defer { for file in [read, write, otherRead, otherWrite] { try? file.close() } }
    let writer = StreamWriter { _, _ in }
    let isTold = Locked(false)
    let (room, sink) = AsyncStream.makeStream(of: Void.self)
    let piece = [UInt8](repeating: UInt8(ascii: "."), count: 1 << 20)
    writer.write(piece, to: write.rawValue)
    writer.write("a", to: otherWrite.rawValue)
    writer.write(piece, to: write.rawValue)
    let hasRoom = writer.hasRoom {
      isTold.withLock { $0 = true }
      sink.finish()
    }
    #expect(!hasRoom)
    try await OwnThreads.run {
      try Self.read(1 << 20, from: read)
      try Self.read(1, from: otherRead)
    }
    let isEarly = isTold.withLock { $0 }
    #expect(!isEarly)
    try await OwnThreads.run { try Self.read(1 << 20, from: read) }
    for await _ in room {}
  }

  @Test("a reader that is far behind misses whole writes, which is reported when it has caught up")
  func slowReader() async throws {
    let (read, write) = try FileDescriptor.pipe()
    defer {
      try? read.close()
      try? write.close()
    }
    let failures = Locked<[Int32]>([])
    let writer = StreamWriter { _, error in failures.withLock { $0.append(error) } }
    let (room, sink) = AsyncStream.makeStream(of: Void.self)
    #expect(writer.hasRoom {})
    let piece = [UInt8](repeating: UInt8(ascii: "."), count: 1 << 20)
    for _ in 0..<80 { writer.write(piece, to: write.rawValue) }
    #expect(!writer.hasRoom { sink.finish() })
    let expected = 64 << 20
    let count = try await OwnThreads.run {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var count = 0
      while count < expected {
        count += try buffer.withUnsafeMutableBytes { try read.read(into: $0) }
      }
      return count
    }
    #expect(count == expected)
    for await _ in room {}
    writer.flush()
    #expect(failures.withLock(\.self) == [ENOBUFS])
    // Later output is written again.
    writer.write("b", to: write.rawValue)
    writer.flush()
    var next = [UInt8](repeating: 0, count: 8)
    let nextCount = try next.withUnsafeMutableBytes { try read.read(into: $0) }
    #expect(next.prefix(nextCount) == [UInt8(ascii: "b")])
  }

  @Test("no more of an input is read than is handled, but for a bound")
  func pace() async throws {
    let (read, write) = try FileDescriptor.pipe()
    defer { try? read.close() }
    let count = 100
    try write.writeAll(String(repeating: "a\n", count: count).utf8)
    try write.close()
    let pace = InputPace()
    let (lines, sink) = AsyncStream.makeStream(of: String.self)
    let state = Locked((read: 0, handled: 0, most: 0))
    InputReader.start(reading: read.rawValue, in: nil, pace: pace) { line in
      state.withLock { state in
        state.read += 1
        state.most = max(state.most, state.read - state.handled)
      }
      sink.yield(line)
    } onEnd: {
      sink.finish()
    }
    var handled = 0
    for await _ in lines {
      handled += 1
      // The first ones are handled late.
      guard handled >= 32 else { continue }
      state.withLock { $0.handled += handled == 32 ? 32 : 1 }
      for _ in 0..<(handled == 32 ? 32 : 1) { pace.readOn() }
    }
    #expect(handled == count)
    #expect(state.withLock(\.most) <= 32)
  }
}
