import Playback

/// What the first bytes of a file say of it, if libsndfile cannot read it.
struct ForeignFile: Equatable {
  let format: ForeignFormat
  /// The demuxer of ffmpeg, which is never left to choose: one for lists or streams would open
  /// other files.
  let demuxer: String

  init(_ format: ForeignFormat, _ demuxer: String) {
    self.format = format
    self.demuxer = demuxer
  }

  /// Whether time stamps count frames and a seek finds them, as the tests show.
  ///
  /// Matroska and ASF count milliseconds; AAC and Dolby Digital without a container count nothing.
  var seeksExactly: Bool { ["ape", "dsf", "mov", "tta", "wv"].contains(demuxer) }

  /// The names of codecs that ffmpeg calls otherwise.
  private static let codecs = [
    "aac": "AAC", "alac": "Apple Lossless", "flac": "FLAC", "mp3": "MP3", "opus": "Opus",
    "vorbis": "Vorbis",
  ]

  /// The container and the codec, for people: "MP4, AAC"; one of them if they are the same.
  ///
  /// - Parameter codec: ffmpeg's name.
  func encoding(_ codec: String) -> String {
    let container = format.rawValue
    let isOne = codec.lowercased().hasPrefix(container.lowercased())
    return isOne ? container : "\(container), \(Self.codecs[codec] ?? codec)"
  }

  /// Whether it says its length to the frame.
  var statesLength: Bool { seeksExactly || demuxer == "tak" }
}
