import Glibc
import MeditationEngine
import MeditationSystem
import MeditationTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import MeditationLibrary

struct SongProberTests {
  private let temporary = TemporaryFolder()

  private func found() -> [Candidate] {
    var discovery = Discovery([temporary.path], formats: .withoutFFmpeg)
    return discovery.next() ?? []
  }

  @Test("a file deleted between finding and opening is reported")
  func deleted() throws {
    let file = try temporary.write("a.flac")
    let candidates = found()
    #expect(candidates.map(\.path) == [file])
    try #require(file.withPlatformString { unlink($0) } == 0)
    let prober = SongProber(
      opener: MemoryOpener(), formats: .withoutFFmpeg, cache: nil, isCancelled: Locked(false))
    #expect(
      prober.read(candidates[...]).contents.skipped == [
        SkippedFile(name: file.string, reason: "the file does not exist")
      ])
  }

  @Test("a cancelled scan opens no further files")
  func cancellation() throws {
    for number in 1...1_000 { try temporary.write("\(number).wav") }
    let candidates = found()
    let isCancelled = Locked(false)
    let opener = CancellingOpener(isCancelled)
    let prober = SongProber(
      opener: opener, formats: .withoutFFmpeg, cache: nil, isCancelled: isCancelled)
    _ = prober.read(candidates[...])
    #expect((1..<500).contains(opener.openedCount))
  }

  @Test("what others may read another time is not remembered")
  func passingRefusals() throws {
    let damaged = try temporary.write("damaged.flac")
    let removed = try temporary.write("removed.flac")
    let good = try temporary.write("good.flac")
    let crashed = try temporary.write("crashed.m4a")
    let opener = RemovingOpener()
    let prober = SongProber(
      opener: opener, formats: AudioFormats(hasFFmpeg: true),
      cache: SongCache(in: nil, reader: "test"),
      isCancelled: Locked(false))
    let result = prober.read([damaged, removed, good, crashed].map { Candidate(path: $0) }[...])
    #expect(result.contents.skipped.count == 3)
    #expect(
      Set(result.news.map { String(decoding: $0.file.path, as: UTF8.self) })
        == [damaged.string, good.string])
  }
}

/// Cancels the scan for which it opens.
private final class CancellingOpener: DecoderOpener {
  private let isCancelled: Locked<Bool>
  private let count = Locked(0)

  init(_ isCancelled: Locked<Bool>) { self.isCancelled = isCancelled }

  var openedCount: Int { count.withLock { $0 } }

  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    count.withLock { $0 += 1 }
    isCancelled.withLock { $0 = true }
    return try MemoryOpener().open(path)
  }
}

/// Fails for damaged files and for files that it deleted itself: a disk that is removed.
private struct RemovingOpener: DecoderOpener {
  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    switch path.stem {
    case "damaged": throw SongDecodingError("it is damaged")
    case "crashed": throw SongDecodingError("ffprobe crashed", concernsFile: false)
    case "removed":
      path.withPlatformString { _ = unlink($0) }
      throw SongDecodingError("the disk cannot read it")
    default: return try MemoryOpener().open(path)
    }
  }
}
