import Playback

/// The sound in a file that ffmpeg decodes.
struct ForeignSound: Equatable {
  /// What ffmpeg is asked to deliver.
  var format: StreamFormat
  /// ffmpeg's name of the channels' layout; `nil` where it is unknown.
  var layout: String?
  /// The length in frames of `format`; `nil` where it is unknown.
  var frameCount: Int?
  /// Whether `frameCount` is exact. What follows is then padding.
  var isExact = false
  /// The time stamp of the first frame that ffmpeg delivers, in frames of `format`.
  var startTime = 0
  /// Frames of the encoder's delay, which ffmpeg delivers.
  var leadIn = 0
  var tags = Tags()
  /// The container and the codec, for people.
  var encoding = ""

  var properties: AudioProperties {
    AudioProperties(
      tags: tags, frameCount: frameCount, sampleRate: format.sampleRate,
      channelCount: format.channelCount, encoding: encoding)
  }
}
