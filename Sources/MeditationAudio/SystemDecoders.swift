import MeditationEngine
import MeditationSystem
import SystemPackage

/// Opens what libsndfile reads, and what ffmpeg reads where it is installed.
///
/// ffmpeg decodes in a process of its own. Whatever it does is a fault of the song and no more.
package struct SystemDecoders: DecoderOpener {
  /// The decoders with their versions. Others may read other metadata, or other files.
  package static var version: String {
    // The first is that of the tags as they are read here.
    ["tags 3", SndfileOpener.version, FFmpegPrograms.installed?.version].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// `nil` where ffmpeg is not installed.
  private let ffmpeg: FFmpegPrograms?
  /// The file that sound is written to; `nil` where it goes to a device.
  private let output: FilePath?

  /// Opens files with libsndfile, or else with `programs`; `nil` if there are none. The `output` of a
  /// session must not be read as a song or a bell.
  package init(programs: FFmpegPrograms? = .installed, sparing output: FilePath? = nil) {
    ffmpeg = programs
    self.output = output
  }

  /// Why the file at `path` is not opened although it may be sound: it is the output, under whatever
  /// name; `nil` if it is not. Blocks on the disk.
  package func refusal(of path: FilePath) -> String? {
    guard let output, let written = FileIdentity(of: output), FileIdentity(of: path) == written
    else { return nil }
    return "it is the output file"
  }

  /// The formats that the endings of names promise.
  package var formats: AudioFormats { AudioFormats(hasFFmpeg: ffmpeg != nil) }

  package func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    if let (file, range) = SongRange.split(path) { return try RangeDecoder(open(file), range) }
    if let reason = refusal(of: path) { throw SongDecodingError(reason) }
    let file = try SndfileOpener.openRegularFile(path)
    let start = FileStart(file)
    guard let foreign = start.foreignFile else { return try native(file, at: path, start) }
    return try opener(of: foreign, at: path, closing: file).decoder(of: file, foreign, start.bytes)
  }

  package func properties(of path: FilePath) throws(SongDecodingError) -> AudioProperties {
    if SongRange.split(path) != nil { return AudioProperties(try open(path)) }
    let file = try SndfileOpener.openRegularFile(path)
    if let properties = VorbisHeaders(file)?.properties {
      try? file.close()
      return properties
    }
    let start = FileStart(file)
    guard let foreign = start.foreignFile else {
      // Opening it closes the file.
      let tags = RawTags(start.bytes, of: file)
      var properties = AudioProperties(try native(file, at: path, start, isCounting: false))
      properties.tags = tags.completing(properties.tags)
      properties.chapters = tags.chapters
      return properties
    }
    let opener = try opener(of: foreign, at: path, closing: file)
    defer { try? file.close() }
    return try opener.properties(of: file, foreign, start.bytes)
  }

  /// Opens `file` by libsndfile, or by ffmpeg if only its encoding is foreign, or an MP3 begins with
  /// something else. Takes ownership of `file`.
  private func native(
    _ file: FileDescriptor, at path: FilePath, _ start: FileStart, isCounting: Bool = true
  ) throws(SongDecodingError) -> any SongDecoder {
    do throws(SongDecodingError) {
      return try SndfileOpener.sound(of: file, at: path, formats, isCounting: isCounting)
    } catch {
      let name = PathName.bytes(of: path)
      guard let ffmpeg, let container = start.container(of: name),
        let file = try? SndfileOpener.openRegularFile(path)
      else { throw error }
      do throws(SongDecodingError) {
        return try ffmpeg.decoder(of: file, container, start.bytes)
      } catch let other {
        // Of an encoding that it reads, libsndfile knows better what is wrong.
        throw start.isEncodedForeignly(named: name) ? other : error
      }
    }
  }

  /// The opener of `foreign`. Closes `file` if it throws the reason why there is none.
  private func opener(
    of foreign: ForeignFile, at path: FilePath, closing file: FileDescriptor
  ) throws(SongDecodingError) -> FFmpegPrograms {
    let formats = formats
    let reason = formats.refusal(of: foreign.format)
    if reason == nil, let ffmpeg { return ffmpeg }
    try? file.close()
    let ending = PathName.ending(ofName: PathName.bytes(of: path))
    if case .unsupported(let reason) = formats.verdict(onEnding: ending) {
      throw SongDecodingError(reason)
    }
    throw SongDecodingError(reason ?? "ffmpeg is not installed")
  }
}
