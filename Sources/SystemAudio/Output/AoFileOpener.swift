import CAo
import Glibc
import Platform
import Playback
import SystemPackage

/// Opens one file to write sound to: `.wav`, `.au` or `.raw`.
public struct AoFileOpener: OutputOpener {
  /// Bytes of sound that a 32-bit header can count, with room for the header.
  private static let limit = 0xFFFF_F000

  private let path: FilePath
  private let driver: String
  /// The sample rate in hertz; `nil` is that of the songs.
  public let fixedSampleRate: Int?

  /// Checks whether the file at `path` can be written. It is created, or overwritten, when sound
  /// begins.
  ///
  /// - Parameters:
  ///   - path: The file; its extension names the format.
  ///   - ending: The extension to take in place of the path's.
  ///   - used: Files that must not be overwritten, under whatever name, and what each is, such as
  ///     "one of the songs".
  ///   - sampleRate: In hertz; `nil` is that of the songs.
  ///   - replacing: Whether a file that has contents is overwritten.
  /// - Throws: Where the extension is none of the three, or the file is one of those `used`, or is kept,
  ///   or cannot be created. The reason says what to do.
  public init(
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
    let isLink = (try? path.stat(followTargetSymlink: false))?.type == .symbolicLink
    return isLink ? "it is a broken symbolic link" : "another program is creating it"
  }

  /// A file keeps the format that it was opened with.
  public var isFixedFormat: Bool { true }

  /// Opens the file for `format`, empty. May block on the disk.
  public func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    guard let driver = LibAO.loaded.drivers.first(where: { $0.name == driver }) else {
      throw OutputError("libao has no driver for '.\(driver)' files", concernsFormat: false)
    }
    // libao 1.2.2 frees twice, and so aborts, where its au driver refuses 24 bits.
    guard driver.name != "au" || format.bits == 16 else {
      throw OutputError("an '.au' file takes 16 bits")
    }
    let opened = LibAO.silently {
      LibaoFormat(format).withFormat([]) { sample, options in
        path.withPlatformString { ao_open_file(driver.id, $0, 1, sample, options) }
      }
    }
    guard let opened else { throw OutputError("it cannot be opened") }
    return LibaoOutput(
      opened, format, driver: driver.name, bufferFrameCount: 0,
      byteLimit: driver.name == "raw" ? .max : Self.limit)
  }
}

extension OutputOpener where Self == AoFileOpener {
  /// The file at `path`, a `.wav`, `.au` or `.raw`, which is overwritten when sound begins:
  /// `try .file("x.wav")`. Each player needs a file of its own; two that write one destroy it.
  ///
  /// - Throws: Where the file cannot be written.
  public static func file(_ path: FilePath) throws(OutputError) -> AoFileOpener {
    try AoFileOpener(path: path)
  }
}
