import MeditationEngine
import MeditationPlan
import MeditationSystem
import SystemPackage

@testable import MeditationLibrary

/// An opener that ignores the contents of files: it returns properties by name.
///
/// A file that is not listed has no tags and no known length.
struct MemoryOpener: DecoderOpener {
  struct Recording: Sendable {
    var tags = Tags()
    var frameCount: Int?
    var sampleRate = 44_100
    var failure: String?
    var chapters = Chapters()
  }

  var recordings: [String: Recording] = [:]

  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    let name = String(decoding: PathName.bytes(of: path), as: UTF8.self)
    let recording = recordings[name] ?? Recording()
    if let failure = recording.failure { throw SongDecodingError(failure) }
    return MemoryDecoder(recording)
  }

  func properties(of path: FilePath) throws(SongDecodingError) -> AudioProperties {
    var properties = AudioProperties(try open(path))
    let name = String(decoding: PathName.bytes(of: path), as: UTF8.self)
    properties.chapters = recordings[name]?.chapters ?? Chapters()
    return properties
  }
}

extension SoundFormat {
  /// The format of a recording without a sample rate of its own.
  static let stereo = SoundFormat(sampleRate: 44_100, channelCount: 2)
}

private final class MemoryDecoder: SongDecoder {
  let format: StreamFormat
  let frameCount: Int?
  let tags: Tags

  init(_ recording: MemoryOpener.Recording) {
    format = StreamFormat(sampleRate: recording.sampleRate, channelCount: 2, sample: .int16)
    frameCount = recording.frameCount
    tags = recording.tags
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int { 0 }

  func seek(to frame: Int) throws(SongDecodingError) {}
}
