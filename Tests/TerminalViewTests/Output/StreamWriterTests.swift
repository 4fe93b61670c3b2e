import Glibc
import Platform
import SystemPackage
import TestSupport
import Testing

@testable import TerminalView

@Suite("The writer of the standard streams", .waiting) struct StreamWriterTests {
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
    for _ in 0..<20 { writer.write(piece, to: write.rawValue) }
    #expect(!writer.hasRoom { sink.finish() })
    let expected = 8 << 20
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
    // What comes next is written again.
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
    LineReader.start(reading: read.rawValue, in: nil, pace: pace) { line in
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
