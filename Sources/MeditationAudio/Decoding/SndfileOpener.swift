import CMeditationSndfile
import Glibc
import MeditationEngine
import MeditationSystem
import SystemPackage

/// Opens what libsndfile reads: WAV, AIFF, AU, CAF, FLAC, Ogg Vorbis, Opus, MP3 and more.
enum SndfileOpener {
  /// The library's name and version. Another version may read other metadata.
  static var version: String {
    sf_version_string().map { String(cString: $0) } ?? "libsndfile"
  }

  /// Decodes all streams of `file`. Takes ownership of it.
  static func sound(
    of file: FileDescriptor, at path: FilePath, _ formats: AudioFormats, isCounting: Bool
  ) throws(SongDecodingError) -> any SongDecoder {
    let extent = SoundExtent(of: file, isCounting: isCounting)
    let links =
      extent.isOgg
      ? OggLinks.ranges(in: file, extent.range, isThorough: isCounting) : [extent.range]
    guard links.count > 1 else { return try decoder(of: file, extent, at: path, formats) }
    return try ChainDecoder(OggChain(file, links, at: path, formats))
  }

  /// Decodes `extent` of `file`. Takes ownership of it.
  static func decoder(
    of file: FileDescriptor, _ extent: SoundExtent, at path: FilePath, _ formats: AudioFormats
  ) throws(SongDecodingError) -> SndfileDecoder {
    let start = FileStart(file)
    guard !start.bytes.isEmpty else {
      try? file.close()
      throw SongDecodingError("the file is empty")
    }
    guard let handle = SndfileHandle(file, extent) else {
      throw SongDecodingError(start.refusal(named: PathName.bytes(of: path), formats))
    }
    return try SndfileDecoder(handle)
  }

  static func openRegularFile(_ path: FilePath) throws(SongDecodingError) -> FileDescriptor {
    let file: FileDescriptor
    do {
      // Non-blocking: opening a FIFO for reading would wait for a writer.
      file = try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
    } catch {
      throw SongDecodingError(ErrnoClause.reading(error, of: path))
    }
    let refusal: String?
    do {
      refusal = FileTypeClause.of(try file.stat().type)
    } catch {
      refusal = ErrnoClause.reading(error)
    }
    guard let refusal else { return file }
    try? file.close()
    throw SongDecodingError(refusal)
  }
}

/// The streams of a chained file, which it keeps open.
final class OggChain {
  private let file: FileDescriptor
  private let path: FilePath
  private let formats: AudioFormats
  /// Where the streams are in the file.
  let links: [Range<Int64>]

  /// Takes ownership of `file`.
  init(
    _ file: FileDescriptor, _ links: [Range<Int64>], at path: FilePath, _ formats: AudioFormats
  ) {
    self.file = file
    self.links = links
    self.path = path
    self.formats = formats
  }

  deinit { try? file.close() }

  func open(_ index: Int) throws(SongDecodingError) -> SndfileDecoder {
    let copy = FileDescriptor(rawValue: fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0))
    guard copy.rawValue >= 0 else {
      throw SongDecodingError("too many files are open", concernsFile: false)
    }
    return try SndfileOpener.decoder(of: copy, SoundExtent(links[index]), at: path, formats)
  }
}
