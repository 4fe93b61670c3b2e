/// What an audio file says of itself, as it says it: unchecked until the file is decoded.
public struct AudioProperties: Equatable, Sendable {
  /// Not cleaned, and not to be shown as they are.
  public var tags: Tags
  /// The length in frames; `nil` where it is unknown.
  public var frameCount: Int?
  /// In hertz.
  public var sampleRate: Int
  /// Samples per frame.
  public var channelCount: Int
  /// The container and the codec, for people: "FLAC, 16 bit PCM"; empty if unknown.
  public var encoding: String

  /// What a file says of itself.
  public init(
    tags: Tags, frameCount: Int?, sampleRate: Int, channelCount: Int, encoding: String = ""
  ) {
    self.tags = tags
    self.frameCount = frameCount
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.encoding = encoding
  }

  /// What `decoder` found in its file.
  public init(_ decoder: any Decoder) {
    self.init(
      tags: decoder.tags, frameCount: decoder.frameCount, sampleRate: decoder.format.sampleRate,
      channelCount: decoder.format.channelCount, encoding: decoder.encoding)
  }
}
