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
  /// Reads the files; tests make it fail.
  var reader = SongFile.reader

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
    try open(path, after: nil)
  }

  package func open(
    _ path: FilePath, after last: (any SongDecoder)?
  ) throws(SongDecodingError) -> any SongDecoder {
    if let (file, range) = SongRange.split(path) {
      // A file is opened once for all ranges that follow each other, and not sought from one to the next.
      if let last = last as? RangeDecoder, last.path == file {
        return RangeDecoder(range, of: last)
      }
      return RangeDecoder(try open(file), range, at: file)
    }
    if let reason = refusal(of: path) { throw SongDecodingError(reason) }
    return try read(path) { file, start throws(SongDecodingError) in
      guard let foreign = start.foreignFile else { return try native(file, at: path, start) }
      return try opener(of: foreign, at: path).decoder(of: file, foreign, start.bytes)
    }
  }

  package func properties(of path: FilePath) throws(SongDecodingError) -> AudioProperties {
    if SongRange.split(path) != nil { return AudioProperties(try open(path)) }
    return try read(path) { file, start throws(SongDecodingError) in
      if let properties = VorbisHeaders(file)?.properties { return properties }
      if let foreign = start.foreignFile {
        return try opener(of: foreign, at: path).properties(of: file, foreign, start.bytes)
      }
      let tags = RawTags(start.bytes, of: file)
      var properties = AudioProperties(try native(file, at: path, start, isCounting: false))
      properties.tags = tags.completing(properties.tags)
      properties.chapters = tags.chapters
      return properties
    }
  }

  /// Reads the file by `read`; throws if a part could not be read: nobody knows what `read` missed.
  private func read<Result>(
    _ path: FilePath,
    _ read: (SongFile, FileStart) throws(SongDecodingError) -> Result
  ) throws(SongDecodingError) -> Result {
    let file = try SongFile(path, by: reader)
    do throws(SongDecodingError) {
      let result = try read(file, FileStart(file))
      guard let failure = file.failure else { return result }
      throw failure
    } catch {
      throw file.failure ?? error
    }
  }

  /// Opens `file` by libsndfile, or by ffmpeg if only its encoding, or an MP3's start, is foreign.
  private func native(
    _ file: SongFile, at path: FilePath, _ start: FileStart, isCounting: Bool = true
  ) throws(SongDecodingError) -> any SongDecoder {
    do throws(SongDecodingError) {
      return try SndfileOpener.sound(of: file, at: path, ffmpeg, isCounting: isCounting)
    } catch {
      let name = PathName.bytes(of: path)
      guard let ffmpeg, file.failure == nil, let container = start.container(of: name) else {
        throw error
      }
      do throws(SongDecodingError) {
        return try ffmpeg.decoder(of: file, container, start.bytes)
      } catch let other {
        // If libsndfile reads the encoding, it knows better what is wrong.
        throw start.isEncodedForeignly(named: name) ? other : error
      }
    }
  }

  /// The opener of `foreign`, which is at `path`.
  private func opener(
    of foreign: ForeignFile, at path: FilePath
  ) throws(SongDecodingError) -> FFmpegPrograms {
    let formats = formats
    let reason = formats.refusal(of: foreign.format)
    if reason == nil, let ffmpeg { return ffmpeg }
    let ending = PathName.ending(ofName: PathName.bytes(of: path))
    if case .unsupported(let reason) = formats.verdict(onEnding: ending) {
      throw SongDecodingError(reason)
    }
    throw SongDecodingError(reason ?? "ffmpeg is not installed")
  }
}
