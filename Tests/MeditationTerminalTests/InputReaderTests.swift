import Glibc
import MeditationTestSupport
import Testing

@testable import MeditationTerminal

@Suite("Standard input", .waiting) struct InputReaderTests {
  @Test("Ctrl-D is a key of a terminal, which is read on until it is gone")
  func endKey() async throws {
    // Source: ioctl_tty(2), TIOCSPTLCK and TIOCGPTN: what unlockpt(3) and ptsname(3) do.
    let controlling = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number) = (Int32(0), UInt32(0))
    try #require(ioctl(controlling, 0x4004_5431, &lock) == 0)
    try #require(ioctl(controlling, 0x8004_5430, &number) == 0)
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    let (heard, mailbox) = AsyncStream.makeStream(of: String.self)
    InputReader.start(
      "input of a test", reading: terminal, in: nil, onLine: { mailbox.yield($0) },
      onEndKey: { mailbox.yield("Ctrl-D") }, onEnd: { mailbox.yield("end") })
    let typed = Array("a\n\u{4}b\n\u{4}\u{4}".utf8)
    #expect(write(controlling, typed, typed.count) == typed.count)
    var lines = heard.makeAsyncIterator()
    for line in ["a", "Ctrl-D", "b", "Ctrl-D", "Ctrl-D"] { #expect(await lines.next() == line) }
    close(controlling)
    #expect(await lines.next() == "end")
  }

  @Test("a pipe ends, also where Ctrl-D is a key")
  func pipe() async throws {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    let (heard, mailbox) = AsyncStream.makeStream(of: String.self)
    InputReader.start(
      "input of a test", reading: ends[0], in: nil, onLine: { mailbox.yield($0) },
      onEndKey: { mailbox.yield("Ctrl-D") }, onEnd: { mailbox.yield("end") })
    let typed = Array("a\nb".utf8)
    #expect(write(ends[1], typed, typed.count) == typed.count)
    close(ends[1])
    var lines = heard.makeAsyncIterator()
    for line in ["a", "b", "end"] { #expect(await lines.next() == line) }
  }
}
