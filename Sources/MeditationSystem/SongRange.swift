import Glibc
import SystemPackage

/// A range of a file that is a song of its own: a track of a cue sheet, a chapter.
///
/// The path of such a song is that of its file with the range as one more component:
/// `Album.flac/3:25.493-7:10`. No file can have that path. Whatever stores a song's path also
/// stores its range: the list, sets, the journal.
package struct SongRange: Hashable, Sendable {
  /// Where it begins in the file, to the nanosecond.
  package let start: Duration
  /// Where it ends, after `start`; `nil` at the end of the file.
  package let end: Duration?

  /// Creates a range; `nil` if it is empty, or if a time is negative or above 11 days.
  package init?(from start: Duration, to end: Duration?) {
    let (start, end) = (Self.nanoseconds(start), end.map(Self.nanoseconds))
    guard (0..<Self.limit).contains(start), end.map({ start < $0 && $0 < Self.limit }) ?? true
    else { return nil }
    self.start = .nanoseconds(start)
    self.end = end.map { .nanoseconds($0) }
  }

  /// True if both are the same track, even if a playlist rounded the times.
  package func isNear(_ other: SongRange) -> Bool {
    let gap = start > other.start ? start - other.start : other.start - start
    return gap < .milliseconds(20)
  }

  private static let limit: Int64 = 1_000_000_000_000_000

  private static func nanoseconds(_ time: Duration) -> Int64 {
    Int64(clamping: (time.attoseconds + 500_000_000) / 1_000_000_000)
  }

  // MARK: - As a component of a path

  /// The range in `text`: `3:25.493-7:10`, or `7:10-` up to the end of the file; `nil` if none.
  package init?(_ text: some BidirectionalCollection<UInt8>) {
    guard let dash = text.firstIndex(of: UInt8(ascii: "-")), let start = Self.time(text[..<dash])
    else { return nil }
    let last = text[text.index(after: dash)...]
    let end = Self.time(last)
    guard end != nil || last.isEmpty else { return nil }
    self.init(from: start, to: end)
  }

  /// The fault of the last component of `path` if it looks like a range but is none, as a clause.
  /// Does not access the disk.
  static func fault(in path: FilePath) -> String? {
    let text = PathName.bytes(of: path)
    guard text.contains(UInt8(ascii: ":")), text.allSatisfy("0123456789:.-".utf8.contains) else {
      return nil
    }
    if SongRange(text) != nil { return "only a file whose name has an ending has ranges" }
    let range = String(decoding: text, as: UTF8.self)
    let times = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .compactMap { Self.time($0) }
    guard times.count == 2, let start = times.first, let end = times.last, end <= start else {
      return "'\(range)' is not a range, such as 3:25-7:10 or 7:10-"
    }
    return "the range \(range) \(start == end ? "is empty" : "ends before it begins")"
  }

  /// The range as text: `3:25.493-7:10`.
  package var text: String { "\(Self.text(start))-\(end.map(Self.text) ?? "")" }

  /// `3:25`, `1:03:25.493`.
  private static func text(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let clock = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
    return "\(clock):\(two(seconds % 60))\(fraction(attoseconds))"
  }

  /// The beginning, and the end unless it is that of the file, in seconds: `205.493`, `430`.
  package var seconds: [String] {
    [start, end].compactMap { time in
      time.map { "\($0.components.seconds)\(Self.fraction($0.components.attoseconds))" }
    }
  }

  /// The part of a second: `.493`; empty if it is none.
  private static func fraction(_ attoseconds: Int64) -> String {
    guard attoseconds >= 1_000_000_000 else { return "" }
    var digits = "\(1_000_000_000 + attoseconds / 1_000_000_000)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return ".\(digits)"
  }

  /// The time of `3:25.493` or `1:03:25`; `nil` without a colon.
  private static func time(_ text: some BidirectionalCollection<UInt8>) -> Duration? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let pieces = last.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    var seconds = 0
    for part in parts.dropLast().map({ $0[...] }) + [pieces[0]] {
      guard let number = number(part) else { return nil }
      seconds = seconds * 60 + number
    }
    guard pieces.count == 2 else { return .seconds(seconds) }
    guard let number = number(pieces[1]) else { return nil }
    let scale = (pieces[1].count..<9).reduce(1) { scale, _ in scale * 10 }
    return .seconds(seconds) + .nanoseconds(number * scale)
  }

  /// The number of one to nine digits.
  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...9).contains(digits.count), digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The path of the range of `file`; `file` itself without an ending: such files have no ranges.
  package func path(in file: FilePath) -> FilePath {
    let path = PathName.path(PathName.allBytes(of: file) + "/\(text)".utf8)
    return Self.split(path) == nil ? file : path
  }

  /// The file and the range of the song at `path`; `nil` for a whole file. Never reads the disk.
  package static func split(_ path: FilePath) -> (file: FilePath, range: SongRange)? {
    path.withPlatformString { pointer in
      let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      // Fast path: almost all paths end in a name's ending.
      guard let slash = bytes.lastIndex(where: { !"0123456789:.-".utf8.contains($0) }),
        bytes[slash] == UInt8(ascii: "/"), let range = SongRange(bytes[(slash + 1)...])
      else { return nil }
      let file = PathName.path(bytes[..<slash])
      return PathName.ending(ofName: PathName.bytes(of: file)) == nil ? nil : (file, range)
    }
  }
}

extension PathName {
  package static func file(of path: FilePath) -> FilePath { SongRange.split(path)?.file ?? path }
}
