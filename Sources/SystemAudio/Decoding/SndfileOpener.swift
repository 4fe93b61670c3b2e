import CSndfile
import Glibc
import Platform
import Playback
import SystemPackage

/// Opens what libsndfile reads: WAV, AIFF, AU, CAF, FLAC, Ogg Vorbis, Opus, MP3 and more.
public struct SndfileOpener: DecoderOpener {
  /// The library's name and version. Another version may read other metadata.
  public static var version: String {
    sf_version_string().map { String(cString: $0) } ?? "libsndfile"
  }

  /// Opens files of any format that the library detects by itself.
  public init() {}

  /// Opens the file at `path`. May block on the disk, but never on a FIFO or a device.
  ///
  /// - Throws: A reason fit to be shown, without the path.
  public func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    try decoder(of: Self.openRegularFile(path), at: path)
  }

  /// What the file at `path` says of itself. Blocks as `open` does.
  public func properties(of path: FilePath) throws(SongDecodingError) -> AudioProperties {
    let file = try Self.openRegularFile(path)
    guard let properties = VorbisHeaders(file)?.properties else {
      return AudioProperties(try decoder(of: file, at: path))
    }
    try? file.close()
    return properties
  }

  /// Takes ownership of `file`.
  ///
  /// - Parameter formats: What else would be decoded, for the reason of a refusal.
  func decoder(
    of file: FileDescriptor, at path: FilePath, _ formats: AudioFormats = AudioFormats()
  ) throws(SongDecodingError) -> SndfileDecoder {
    let start = FileStart(file)
    guard start.byteCount > 0 else {
      try? file.close()
      throw SongDecodingError("the file is empty")
    }
    var info = SF_INFO()
    // libsndfile closes the descriptor from here on, even when it fails.
    guard let handle = sf_open_fd(file.rawValue, Int32(SFM_READ), &info, 1) else {
      throw SongDecodingError(start.refusal(named: PathName.bytes(of: path), formats))
    }
    guard Int(info.format) & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_MPEG),
      !start.statesMPEGLength
    else { return try SndfileDecoder(SndfileHandle(handle, info, file)) }
    let copy = FileDescriptor(rawValue: fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0))
    sf_close(handle)
    let presented = MPEGFile(copy, factor: MPEGFile.unstatedFactor)
    guard let handle = presented.open(&info) else {
      throw SongDecodingError("the file is damaged, or its encoding is not supported")
    }
    return try SndfileDecoder(SndfileHandle(handle, info, copy, presented: presented))
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
