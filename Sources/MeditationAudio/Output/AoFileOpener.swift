import CMeditationAo
import Glibc
import MeditationEngine
import MeditationSystem
import SystemPackage

/// Opens one file to write sound to: `.wav`, `.au` or `.raw`.
package struct AoFileOpener: OutputOpener {
  /// Bytes of sound that a 32-bit header can count, with room for the header.
  private static let limit = 0xFFFF_F000

  private let path: FilePath
  private let driver: String
  package let fixedSampleRate: Int?

  /// Checks that the file at `path` can be written. It is created or overwritten when sound begins.
  ///
  /// - Parameters:
  ///   - path: The file; its extension names the format.
  ///   - ending: The extension to take in place of the path's.
  ///   - used: Files that must not be overwritten, under whatever name, and what each is, such as
  ///     "one of the songs".
  ///   - sampleRate: In hertz; `nil` is that of the songs.
  ///   - replacing: True if a file that has contents is overwritten.
  /// - Throws: If the file cannot be used like that. The reason says what to do.
  package init(
    path: FilePath, ending: String? = nil, sparing used: [(file: FilePath, role: String)] = [],
    sampleRate: Int? = nil, replacing: Bool = true
  ) throws(OutputError) {
    self.path = path
    fixedSampleRate = sampleRate
    switch (ending ?? path.extension)?.lowercased() {
    case "wav"?, "wave"?: driver = "wav"
    case "au"?, "snd"?: driver = "au"
    case "raw"?, "pcm"?: driver = "raw"
    default:
      throw OutputError("its name must end in '.wav', '.au' or '.raw'")
    }
    do {
      try Self.touch(path)
    } catch {
      throw OutputError(Self.reason(error, of: path))
    }
    if let file = FileIdentity(of: path),
      let used = used.first(where: { FileIdentity(of: $0.file) == file })
    {
      throw OutputError("it is \(used.role)")
    }
    if !replacing, let status = try? path.stat(), status.type == .regular, status.size > 0 {
      throw OutputError("it exists already. '--force' overwrites it")
    }
  }

  /// Opens the file at `path` for writing, and removes it again if it is new.
  private static func touch(_ path: FilePath) throws {
    let isThere = (try? path.stat()) != nil
    // Exclusive, so that only a file that was created here is removed.
    let file = try FileDescriptor.open(
      path, .writeOnly,
      options: [.closeOnExec, .nonBlocking, isThere ? [] : [.create, .exclusiveCreate]],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
    try file.close()
    if !isThere { _ = path.withPlatformString { unlink($0) } }
  }

  private static func reason(_ error: any Error, of path: FilePath) -> String {
    guard error as? Errno == .fileExists else { return ErrnoClause.writing(error) }
    return SymbolicLink.isBroken(path)
      ? "it is a broken symbolic link" : "another program is creating it"
  }

  /// A file keeps the format that it was opened with.
  package var isFixedFormat: Bool { true }

  /// Opens the file for `format`, empty. May block on the disk.
  package func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    guard let driver = LibAO.loaded.drivers.first(where: { $0.name == driver }) else {
      throw OutputError("libao has no driver for '.\(driver)' files", concernsFormat: false)
    }
    // libao 1.2.2 frees twice, and so aborts, where its au driver refuses 24 bits.
    guard driver.name != "au" || format.bits == 16 else {
      throw OutputError("an '.au' file takes 16 bits")
    }
    let opened = format.withLibaoFormat([]) { sample, options in
      path.withPlatformString { ao_open_file(driver.id, $0, 1, sample, options) }
    }
    guard let opened else { throw OutputError("it cannot be opened") }
    let isPlain = driver.name == "wav" && format.bits == 16 && format.channelCount <= 2
    return LibaoOutput(
      opened, format, driver: driver.name, bufferFrameCount: 0,
      byteLimit: driver.name == "raw" ? .max : Self.limit,
      onClose: { [path] in if isPlain { PlainWAV.simplify(path) } })
  }
}

/// The header of a WAV file that every program opens.
///
/// libao 1.2.2 writes `WAVE_FORMAT_EXTENSIBLE` for any format, which is needed above two channels or
/// 16 bits, and which Python's `wave` refuses before version 3.12.
enum PlainWAV {
  private static let extensibleSize = 40
  private static let plainSize = 16

  /// Turns the header of a file that libao has written into a plain one. The extension becomes a chunk
  /// that is skipped, so that no sound is moved. A file that begins otherwise is left as it is.
  static func simplify(_ path: FilePath) {
    guard
      let file = try? FileDescriptor.open(path, .readWrite, options: [.closeOnExec, .nonBlocking])
    else { return }
    defer { try? file.close() }
    var header = [UInt8](repeating: 0, count: 20 + extensibleSize)
    guard
      (try? header.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) })
        == header.count,
      let plain = simplified(header)
    else { return }
    _ = try? plain.withUnsafeBytes { try file.write(toAbsoluteOffset: 0, $0) }
  }

  /// `header` up to the end of its format; `nil` if it is not of the kind that libao writes.
  private static func simplified(_ header: [UInt8]) -> [UInt8]? {
    guard header.starts(with: "RIFF".utf8), header[8..<16].elementsEqual("WAVEfmt ".utf8),
      header[16..<22].elementsEqual([UInt8(extensibleSize), 0, 0, 0, 0xFE, 0xFF])
    else { return nil }
    // The rest of the format becomes another chunk: a header of 8 bytes, and its content.
    let junkSize = extensibleSize - plainSize - 8
    return header[..<16] + [UInt8(plainSize), 0, 0, 0, 1, 0] + header[22..<36] + "JUNK".utf8
      + [UInt8(junkSize), 0, 0, 0] + [UInt8](repeating: 0, count: junkSize)
  }
}
