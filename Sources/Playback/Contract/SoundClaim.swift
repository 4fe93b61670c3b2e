/// What a file says of itself, as it says it: a claim until it is decoded.
public struct SoundClaim: Equatable, Sendable {
  /// Not cleaned, and not to be shown as they are.
  public var tags: Tags
  /// The length in frames; `nil` where it is unknown.
  public var frameCount: Int?
  /// In hertz.
  public var sampleRate: Int

  /// A claim from its parts.
  public init(tags: Tags, frameCount: Int?, sampleRate: Int) {
    self.tags = tags
    self.frameCount = frameCount
    self.sampleRate = sampleRate
  }

  /// What `decoder` found in its file.
  public init(_ decoder: any Decoder) {
    self.init(
      tags: decoder.tags, frameCount: decoder.frameCount, sampleRate: decoder.format.sampleRate)
  }
}

/// What a file says of itself, as it says it: not cleaned, and not to be shown as it is.
public struct Tags: Equatable, Sendable {
  /// The title, if the file has one.
  public var title: String?
  /// The artist, if the file names one.
  public var artist: String?
  /// The album, if the file names one.
  public var album: String?

  /// Tags from their parts.
  public init(title: String? = nil, artist: String? = nil, album: String? = nil) {
    self.title = title
    self.artist = artist
    self.album = album
  }
}
