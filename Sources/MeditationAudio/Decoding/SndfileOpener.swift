import CMeditationSndfile
import MeditationEngine
import MeditationSystem
import SystemPackage

/// Opens what libsndfile reads: WAV, AIFF, AU, CAF, FLAC, Ogg Vorbis, Opus, MP3 and more.
enum SndfileOpener {
  /// The library's name and version. Another version may read other metadata.
  static var version: String {
    sf_version_string().map { String(cString: $0) } ?? "libsndfile"
  }

  /// Decodes all streams of `file`, which is at `path`: FLAC in Ogg by `ffmpeg`, where installed.
  static func sound(
    of file: SongFile, at path: FilePath, _ ffmpeg: FFmpegPrograms?, isCounting: Bool
  ) throws(SongDecodingError) -> any SongDecoder {
    let links = SoundExtent.links(of: file, isCounting: isCounting)
    guard links.count > 1 else { return try decoder(of: file, links[0], at: path, ffmpeg) }
    return try ChainDecoder(SoundChain(file: file, links: links, path: path, ffmpeg: ffmpeg))
  }

  /// Decodes `extent` of `file`, which is at `path`.
  static func decoder(
    of file: SongFile, _ extent: SoundExtent, at path: FilePath, _ ffmpeg: FFmpegPrograms?
  ) throws(SongDecodingError) -> SndfileDecoder {
    let start = FileStart(file)
    if let failure = file.failure { throw failure }
    guard file.size > 0 else { throw SongDecodingError("the file is empty") }
    guard let handle = SndfileHandle(file, extent) else {
      let formats = AudioFormats(hasFFmpeg: ffmpeg != nil)
      throw file.failure
        ?? SongDecodingError(start.refusal(named: PathName.bytes(of: path), formats))
    }
    return try SndfileDecoder(handle)
  }
}

/// The streams of a file that follow each other, each of which is opened when it is its turn.
struct SoundChain {
  let file: SongFile
  let links: [SoundExtent]
  let path: FilePath
  let ffmpeg: FFmpegPrograms?

  func open(_ index: Int) throws(SongDecodingError) -> any SongDecoder {
    let link = links[index]
    guard link.isOgg, ForeignFile.isFLAC(file, at: link.range.lowerBound) else {
      return try SndfileOpener.decoder(of: file, link, at: path, ffmpeg)
    }
    guard let ffmpeg else {
      throw SongDecodingError(AudioFormats(hasFFmpeg: false).refusal(ofEncoding: "FLAC in Ogg"))
    }
    let foreign = ForeignFile(.ogg, "ogg", in: link.range)
    return try ffmpeg.decoder(of: file, foreign, [])
  }
}
