import FileSystem
import Playback
import SystemPackage

/// Opens what libsndfile reads, and what ffmpeg reads where it is installed.
///
/// ffmpeg decodes in a process of its own. Whatever it does is a fault of the song and no more.
public struct SystemDecoders: DecoderOpener {
  /// What decodes, with versions. Others may read other metadata, or other files.
  public static var version: String {
    [SndfileOpener.version, FFmpegPrograms.installed?.version].compactMap { $0 }
      .joined(separator: ", ")
  }

  private let programs: FFmpegPrograms?

  /// Opens files with libsndfile, or else with `programs`; `nil` if there are none.
  public init(programs: FFmpegPrograms? = .installed) { self.programs = programs }

  /// What the endings of names promise.
  package var formats: AudioFormats {
    AudioFormats(foreign: programs == nil ? .needsFFmpeg : .decoded)
  }

  /// Opens the file at `path`. May block on the disk, but never on a FIFO or a device.
  ///
  /// - Throws: A reason fit to be shown, without the path.
  public func open(_ path: FilePath) throws(DecodingError) -> any Decoder {
    try decoder(of: SndfileOpener.openRegularFile(path), at: path)
  }

  /// What the file at `path` says of itself. Blocks as `open` does.
  public func properties(of path: FilePath) throws(DecodingError) -> AudioProperties {
    let file = try SndfileOpener.openRegularFile(path)
    guard let properties = VorbisHeaders(file)?.properties else {
      return AudioProperties(try decoder(of: file, at: path))
    }
    try? file.close()
    return properties
  }

  /// Takes ownership of `file`.
  private func decoder(
    of file: FileDescriptor, at path: FilePath
  ) throws(DecodingError) -> any Decoder {
    let start = FileStart(file)
    if let foreign = start.foreignFile { return try decoder(of: file, foreign, start) }
    do throws(DecodingError) {
      return try SndfileOpener().decoder(of: file, at: path, formats)
    } catch {
      guard let demuxer = start.containerDemuxer,
        let file = try? SndfileOpener.openRegularFile(path),
        let decoder = try? decoder(of: file, ForeignFile(.aac, demuxer), start)
      else { throw error }
      return decoder
    }
  }

  /// Takes ownership of `file`.
  private func decoder(
    of file: FileDescriptor, _ foreign: ForeignFile, _ start: FileStart
  ) throws(DecodingError) -> FFmpegDecoder {
    do throws(DecodingError) {
      if let refusal = formats.refusal(of: foreign.format) { throw DecodingError(refusal) }
      guard let programs else { throw DecodingError("ffmpeg is not installed") }
      var sound = try FFprobe.sound(in: file, foreign, programs)
      if let header = MusepackHeader(start.bytes) {
        sound.leadIn = header.leadIn
        sound.frameCount = header.frameCount
        sound.isExact = true
      }
      return FFmpegDecoder(file, foreign, sound, programs)
    } catch {
      try? file.close()
      throw error
    }
  }
}
