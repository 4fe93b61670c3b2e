import Glibc
import MeditationText
import SystemPackage

/// Reads a ZIP archive whose files are stored without compression.
///
/// Nothing in the archive is trusted: all records must be inside the file, and its files must not
/// overlap, so they are never larger than the archive.
struct ZipReader {
  struct Entry {
    /// Relative, with no `..` and no control characters.
    let name: [UInt8]
    let size: UInt64
    fileprivate let sum: UInt32
    /// Where its local header begins.
    fileprivate let place: UInt64

    /// The name, ready for display.
    var shown: String { CleanText.clean(String(decoding: name, as: UTF8.self)) }
  }

  private static let mostEntries = 20_000
  /// The largest list of files, in bytes.
  private static let largestDirectory = 32 << 20

  /// The files; folders are left out.
  let entries: [Entry]
  private let file: FileDescriptor

  /// Reads the list of files. Blocks on the disk.
  init(_ file: FileDescriptor, size: UInt64) throws {
    self.file = file
    let (start, directory, count) = try Self.directory(of: file, size: size)
    entries = try Self.entries(in: directory, count: count, before: start)
  }

  /// Passes the pieces of `entry` to `write`; throws at the end if the checksum is wrong. Blocks.
  func read(_ entry: Entry, to write: (UnsafeRawBufferPointer) throws -> Void) throws {
    let header = try Self.bytes(of: file, at: entry.place, count: ZipFormat.localHeaderSize)
    let nameSize = header.number(at: 26, bytes: 2)
    let name = try Self.bytes(
      of: file, at: entry.place + UInt64(ZipFormat.localHeaderSize), count: Int(nameSize))
    guard header.number(at: 0, bytes: 4) == ZipFormat.localHeader, name == entry.name else {
      throw ArchiveProblem.damaged
    }
    var place =
      entry.place + UInt64(ZipFormat.localHeaderSize) + nameSize + header.number(at: 28, bytes: 2)
    var (rest, sum) = (entry.size, CRC32())
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      while rest > 0 {
        let piece = UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<Int(min(rest, UInt64(buffer.count)))])
        let count = try file.read(fromAbsoluteOffset: Int64(place), into: piece)
        guard count > 0 else { throw ArchiveProblem.damaged }
        let bytes = UnsafeRawBufferPointer(rebasing: piece[..<count])
        sum.add(bytes)
        try write(bytes)
        (rest, place) = (rest - UInt64(count), place + UInt64(count))
      }
    }
    guard sum.value == entry.sum else {
      throw ArchiveProblem(reason: "'\(entry.shown)' in it is damaged: its checksum is wrong")
    }
  }

  // MARK: - The list of files

  /// The list of files, its position, and the number of files.
  private static func directory(
    of file: FileDescriptor, size: UInt64
  ) throws -> (start: UInt64, bytes: [UInt8], count: UInt64) {
    // A comment of up to 65,535 bytes may follow the end record.
    let tailSize = Int(min(size, UInt64(ZipFormat.endSize + Int(UInt16.max))))
    let tail = try bytes(of: file, at: size - UInt64(tailSize), count: tailSize)
    let last = tailSize - ZipFormat.endSize
    let place = stride(from: last, through: 0, by: -1).first {
      tail.number(at: $0, bytes: 4) == ZipFormat.end
        && tail.number(at: $0 + 20, bytes: 2) == tailSize - ZipFormat.endSize - $0
    }
    guard let place else { throw ArchiveProblem.damaged }
    let end = size - UInt64(tailSize) + UInt64(place)
    guard tail.number(at: place + 4, bytes: 4) == 0 else {
      throw ArchiveProblem(reason: "it is one part of a split archive")
    }
    var count = tail.number(at: place + 10, bytes: 2)
    var length = tail.number(at: place + 12, bytes: 4)
    var start = tail.number(at: place + 16, bytes: 4)
    var limit = end
    if count == UInt16.max || length == ZipFormat.zip64Mark || start == ZipFormat.zip64Mark {
      guard end >= ZipFormat.zip64LocatorSize + ZipFormat.zip64EndSize else {
        throw ArchiveProblem.damaged
      }
      let locator = try bytes(
        of: file, at: end - UInt64(ZipFormat.zip64LocatorSize), count: ZipFormat.zip64LocatorSize)
      if locator.number(at: 0, bytes: 4) == ZipFormat.zip64Locator {
        limit = locator.number(at: 8, bytes: 8)
        guard limit <= end - UInt64(ZipFormat.zip64LocatorSize + ZipFormat.zip64EndSize) else {
          throw ArchiveProblem.damaged
        }
        let record = try bytes(of: file, at: limit, count: ZipFormat.zip64EndSize)
        guard record.number(at: 0, bytes: 4) == ZipFormat.zip64End else {
          throw ArchiveProblem.damaged
        }
        count = record.number(at: 32, bytes: 8)
        length = record.number(at: 40, bytes: 8)
        start = record.number(at: 48, bytes: 8)
      }
    }
    guard start <= limit, length <= limit - start else { throw ArchiveProblem.damaged }
    guard count <= mostEntries, length <= largestDirectory else {
      throw ArchiveProblem(reason: "it has more than \(mostEntries) files")
    }
    return (start, try bytes(of: file, at: start, count: Int(length)), count)
  }

  /// - Parameter end: Where the list begins, which is where the files end.
  private static func entries(
    in directory: [UInt8], count: UInt64, before end: UInt64
  ) throws -> [Entry] {
    var (entries, place): ([Entry], Int) = ([], 0)
    for _ in 0..<count {
      guard directory.count - place >= ZipFormat.directoryHeaderSize,
        directory.number(at: place, bytes: 4) == ZipFormat.directoryHeader
      else { throw ArchiveProblem.damaged }
      let lengths = [28, 30, 32].map { Int(directory.number(at: place + $0, bytes: 2)) }
      let next = place + ZipFormat.directoryHeaderSize + lengths.reduce(0, +)
      guard next <= directory.count else { throw ArchiveProblem.damaged }
      let nameStart = place + ZipFormat.directoryHeaderSize
      let name = Array(directory[nameStart..<nameStart + lengths[0]])
      let extra = Array(directory[(nameStart + lengths[0])...].prefix(lengths[1]))
      let entry = try Self.entry(
        Array(directory[place..<nameStart]), named: name, extra: extra)
      if let entry { entries.append(entry) }
      place = next
    }
    let sorted = entries.sorted { $0.place < $1.place }
    for (entry, next) in zip(sorted, sorted.dropFirst().map(\.place) + [end]) {
      let smallest = UInt64(ZipFormat.localHeaderSize + entry.name.count)
      guard next >= entry.place, next - entry.place >= smallest,
        next - entry.place - smallest >= entry.size
      else { throw ArchiveProblem.damaged }
    }
    return entries
  }

  /// The entry of `header`; `nil` if it is a folder.
  private static func entry(
    _ header: [UInt8], named name: [UInt8], extra: [UInt8]
  ) throws -> Entry? {
    let shown = CleanText.clean(String(decoding: name, as: UTF8.self))
    let isFolder = name.last == UInt8(ascii: "/")
    guard isSafe(isFolder ? name.dropLast() : name[...]) else {
      throw ArchiveProblem(reason: "'\(shown)' in it is not a name below its folder")
    }
    if isFolder { return nil }
    let type = header.number(at: 40, bytes: 2) & UInt64(S_IFMT)
    if header.number(at: 5, bytes: 1) == ZipFormat.unix, type != 0, type != S_IFREG {
      throw ArchiveProblem(reason: "'\(shown)' in it is a link or a device, not a file")
    }
    if header.number(at: 8, bytes: 2) & ZipFormat.encryptedFlag != 0 {
      throw ArchiveProblem(reason: "'\(shown)' in it is encrypted")
    }
    guard header.number(at: 10, bytes: 2) == 0 else {
      throw ArchiveProblem(
        reason: "'\(shown)' in it is compressed; unpack it, and pack it again with 'zip -0 -r'")
    }
    // ZIP64 has the numbers that do not fit, in this order.
    var numbers = [(24, 4), (20, 4), (42, 4)].map { header.number(at: $0.0, bytes: $0.1) }
    var large = zip64(extra)[...]
    for index in numbers.indices where numbers[index] == ZipFormat.zip64Mark {
      if let number = large.popFirst() { numbers[index] = number }
    }
    guard numbers[0] == numbers[1], numbers[0] <= Int64.max, numbers[2] <= Int64.max else {
      throw ArchiveProblem.damaged
    }
    return Entry(
      name: name, size: numbers[0], sum: UInt32(header.number(at: 16, bytes: 4)),
      place: numbers[2])
  }

  /// True if `name` leads to a file below its root.
  private static func isSafe(_ name: ArraySlice<UInt8>) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.count <= 1_000 && parts.count <= 20
      && name.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
      && parts.allSatisfy {
        (1...255).contains($0.count) && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }
  }

  private static func zip64(_ extra: [UInt8]) -> [UInt64] {
    var place = 0
    while place + 4 <= extra.count {
      let size = Int(extra.number(at: place + 2, bytes: 2))
      guard place + 4 + size <= extra.count else { return [] }
      if extra.number(at: place, bytes: 2) == ZipFormat.zip64Field {
        return (0..<size / 8).map { extra.number(at: place + 4 + 8 * $0, bytes: 8) }
      }
      place += 4 + size
    }
    return []
  }

  private static func bytes(of file: FileDescriptor, at place: UInt64, count: Int) throws -> [UInt8]
  {
    var (bytes, done) = ([UInt8](repeating: 0, count: count), 0)
    while done < count {
      let read = try bytes.withUnsafeMutableBytes {
        try file.read(
          fromAbsoluteOffset: Int64(place) + Int64(done),
          into: UnsafeMutableRawBufferPointer(rebasing: $0[done...]))
      }
      guard read > 0 else { throw ArchiveProblem.damaged }
      done += read
    }
    return bytes
  }
}

extension [UInt8] {
  /// The little-endian number of `bytes` bytes at `index`, which are there.
  fileprivate func number(at index: Int, bytes: Int) -> UInt64 {
    self[index..<index + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
