import SystemPackage
import Testing

@testable import MeditationSystem

struct SongRangeTests {
  @Test(
    "a range is written as times, and read again",
    arguments: [
      ("0:00-", 0, nil), ("0:00-0:00.000000001", 0, 1),
      ("3:25.493-7:10", 205_493_000_000, 430_000_000_000),
      ("59:59.999999999-1:00:00", 3_599_999_999_999, 3_600_000_000_000),
      ("26:00:01-27:10:00.5", 93_601_000_000_000, 97_800_500_000_000),
    ] as [(String, Int64, Int64?)])
  func text(text: String, start: Int64, end: Int64?) throws {
    let range = try #require(
      SongRange(from: .nanoseconds(start), to: end.map { .nanoseconds($0) }))
    #expect(range.text == text)
    #expect(SongRange(text.utf8) == range)
    let path = range.path(in: "/Music/Album.flac")
    #expect(path.string == "/Music/Album.flac/" + text)
    let split = try #require(SongRange.split(path))
    #expect(split == ("/Music/Album.flac", range))
  }

  @Test("a person may write minutes above 59, and zeros")
  func loosely() {
    #expect(SongRange("90:00-5400:30.50".utf8)?.text == "1:30:00-90:00:30.5")
  }

  @Test(
    "whatever else is a file",
    arguments: [
      "", "/", "a.flac", "1-2", "0:30", "0:30-", "a.mp3", "a/0:00-1:00", "a.d/1-2", "a.d/1:00-x",
      "a.flac/0:30", "a.flac/1:00-0:30", "a.flac/1:00-1:00", "a.flac/-1:00", "a.flac/0:00--",
      "a.flac/0:0.5.5-", "a.flac/1:2:3:4-", "a.flac/:-:", "a.flac/9999999999:00-", "a.flac/.-",
      "a.flac/0:00-1:00/b", ".flac/0:00-1:00", "a.flac/999999999:00-",
    ])
  func others(path: String) {
    #expect(SongRange.split(FilePath(path)) == nil)
    #expect(PathName.file(of: FilePath(path)) == FilePath(path))
  }

  @Test(
    "two are the same track if they begin less than 20 ms apart, whichever is first",
    arguments: [(0, true), (19, true), (20, false)] as [(Int64, Bool)])
  func near(gap: Int64, isNear: Bool) throws {
    let first = try #require(SongRange(from: .seconds(10), to: nil))
    let second = try #require(SongRange(from: .seconds(10) + .milliseconds(gap), to: .seconds(20)))
    #expect(first.isNear(second) == isNear)
    #expect(second.isNear(first) == isNear)
  }

  @Test(
    "of a range that is none, the reason is about the range",
    arguments: [
      ("a.wav/0:20-0:10", "the range 0:20-0:10 ends before it begins"),
      ("a.wav/0:10-0:10.000", "the range 0:10-0:10.000 is empty"),
      ("a.wav/0:20", "'0:20' is not a range, such as 3:25-7:10 or 7:10-"),
      ("a.wav/0:20-30", "'0:20-30' is not a range, such as 3:25-7:10 or 7:10-"),
      ("a.wav/0:20--", "'0:20--' is not a range, such as 3:25-7:10 or 7:10-"),
      ("a.wav/-0:20", "'-0:20' is not a range, such as 3:25-7:10 or 7:10-"),
      ("a/0:20-0:30", "only a file whose name has an ending has ranges"),
      ("a/0:20-", "only a file whose name has an ending has ranges"),
      ("a.wav/b.wav", "part of its path is not a folder"),
      ("a.wav/20-30", "part of its path is not a folder"),
    ])
  func faults(path: String, reason: String) {
    #expect(ErrnoClause.reading(Errno.notDirectory, of: FilePath(path)) == reason)
    #expect(
      ErrnoClause.reading(Errno.noSuchFileOrDirectory, of: FilePath(path))
        == "the file does not exist")
  }

  @Test("a file without an ending has no ranges")
  func withoutEnding() throws {
    let range = try #require(SongRange(from: .zero, to: .seconds(1)))
    #expect(range.path(in: "/Music/Album") == "/Music/Album")
  }

  @Test("the URL of a range has it as a fragment")
  func url() {
    #expect(
      PathName.url(of: "/a b.flac/3:25.493-7:10") == "file:///a%20b.flac#t=205.493,430")
    #expect(PathName.url(of: "/a.flac/7:10-") == "file:///a.flac#t=430")
    #expect(PathName.url(of: "a.flac/7:10-") == nil)
  }
}
