import Glibc
import SystemPackage

/// Writes a ZIP archive uncompressed, as music does not compress, with ZIP64 only where needed.
struct ZipWriter {
  /// A file has become shorter meanwhile.
  struct Changed: Error {}

  private let file: FileDescriptor
  private let isWanted: () -> Bool
  /// The length of the archive so far.
  private var offset: UInt64 = 0
  private var directory = ZipRecord()
  private var count: UInt64 = 0

  /// Writes to `file`, which is empty, and writable at any position, until `isWanted` is false.
  init(_ file: FileDescriptor, isWanted: @escaping () -> Bool = { true }) {
    (self.file, self.isWanted) = (file, isWanted)
  }

  /// Adds a file with these contents. Blocks on the disk.
  mutating func add(_ bytes: [UInt8], named name: String, modified: time_t) throws {
    try add(named: name, size: UInt64(bytes.count), modified: modified) { write in
      try bytes.withUnsafeBytes { try write($0) }
    }
  }

  /// Adds the first `size` bytes of `source`. Blocks on the disk.
  mutating func add(
    _ source: FileDescriptor, named name: String, size: UInt64, modified: time_t
  ) throws {
    let isWanted = isWanted
    try add(named: name, size: size, modified: modified) { write in
      try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
        while case let count = try source.read(into: buffer), count > 0 {
          guard isWanted() else { throw ArchiveProblem.interrupted }
          try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      }
    }
  }

  /// Writes the list of files, which completes the archive. Blocks on the disk.
  mutating func finish() throws {
    let (start, size) = (offset, UInt64(directory.bytes.count))
    var end = ZipRecord()
    if count >= UInt64(UInt16.max) || start + size >= ZipFormat.zip64Mark {
      end.add(
        ZipFormat.zip64End, UInt64(ZipFormat.zip64EndSize - 12), ZipFormat.zip64Version,
        ZipFormat.zip64Version, UInt64(0), count, count, size, start)
      end.add(ZipFormat.zip64Locator, UInt32(0), start + size, UInt32(1))
    }
    end.add(
      ZipFormat.end, UInt32(0), UInt16(clamping: count), UInt16(clamping: count),
      UInt32(clamping: size), UInt32(clamping: start), UInt16(0))
    try write(directory.bytes)
    try write(end.bytes)
  }

  private mutating func add(
    named name: String, size: UInt64, modified: time_t,
    contents: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let (start, isLarge) = (offset, size >= ZipFormat.zip64Mark)
    // The checksum is known only at the end; the header is then written again.
    func header(_ sum: UInt32) -> ZipRecord {
      var header = ZipRecord()
      header.add(ZipFormat.localHeader)
      header.addDescription(name, sum: sum, size: size, modified: modified, isLarge: isLarge)
      header.add(UInt16(isLarge ? 20 : 0))
      header.bytes += name.utf8
      if isLarge { header.addZip64([size, size]) }
      return header
    }
    try write(header(0).bytes)
    let file = file
    var (sum, written, place) = (CRC32(), UInt64(0), offset)
    try contents { bytes in
      guard written + UInt64(bytes.count) <= size else { throw Changed() }
      _ = try file.writeAll(toAbsoluteOffset: Int64(place), bytes)
      sum.add(bytes)
      written += UInt64(bytes.count)
      place += UInt64(bytes.count)
    }
    guard written == size else { throw Changed() }
    offset = place
    _ = try file.writeAll(toAbsoluteOffset: Int64(start), header(sum.value).bytes)

    let isFar = start >= ZipFormat.zip64Mark
    let large = (isLarge ? [size, size] : []) + (isFar ? [start] : [])
    directory.add(
      ZipFormat.directoryHeader, UInt16(ZipFormat.unix << 8) | ZipFormat.zip64Version)
    directory.addDescription(
      name, sum: sum.value, size: size, modified: modified, isLarge: isLarge || isFar)
    // No comment, on the first disk, no internal attributes.
    directory.add(
      UInt16(large.isEmpty ? 0 : 4 + 8 * large.count), UInt16(0), UInt16(0), UInt16(0),
      UInt32(S_IFREG | 0o644) << 16, UInt32(clamping: start))
    directory.bytes += name.utf8
    if !large.isEmpty { directory.addZip64(large) }
    count += 1
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    _ = try file.writeAll(toAbsoluteOffset: Int64(offset), bytes)
    offset += UInt64(bytes.count)
  }
}

/// A record of little-endian numbers.
private struct ZipRecord {
  var bytes: [UInt8] = []

  mutating func add(_ numbers: any FixedWidthInteger...) {
    func add(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    for number in numbers { add(number) }
  }

  /// Adds what a file's header and its entry share, from the required version to the name's length.
  mutating func addDescription(
    _ name: String, sum: UInt32, size: UInt64, modified: time_t, isLarge: Bool
  ) {
    let stored = UInt16(0)
    add(
      isLarge ? ZipFormat.zip64Version : ZipFormat.version, ZipFormat.utf8Flag, stored,
      Self.dosTime(modified), sum, UInt32(clamping: size), UInt32(clamping: size),
      UInt16(name.utf8.count))
  }

  mutating func addZip64(_ numbers: [UInt64]) {
    add(ZipFormat.zip64Field, UInt16(8 * numbers.count))
    for number in numbers { add(number) }
  }

  /// Local time: the date in the upper half, the time of day in the lower. There are no time zones.
  private static func dosTime(_ time: time_t) -> UInt32 {
    var (time, local) = (time, tm())
    let first: UInt32 = 1 << 21 | 1 << 16
    guard localtime_r(&time, &local) != nil, (80...207).contains(local.tm_year) else {
      return first
    }
    let date = (local.tm_year - 80) << 9 | (local.tm_mon + 1) << 5 | local.tm_mday
    let clock = local.tm_hour << 11 | local.tm_min << 5 | local.tm_sec / 2
    return UInt32(date) << 16 | UInt32(clock)
  }
}
