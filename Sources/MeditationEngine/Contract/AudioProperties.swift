/// An audio file's description of itself; unchecked until the file is decoded.
package struct AudioProperties: Equatable, Sendable {
  /// Not cleaned: clean them before they are shown.
  package var tags: Tags
  /// The length in frames; `nil` if unknown.
  package var frameCount: Int?
  /// True if `frameCount` is a guess.
  package var isEstimate: Bool
  /// In hertz.
  package var sampleRate: Int
  /// Samples per frame.
  package var channelCount: Int
  /// The container and the codec, for people: "FLAC, 16 bit PCM"; empty if unknown.
  package var encoding: String
  /// The songs within the file.
  package var chapters = Chapters()

  package init(
    tags: Tags, frameCount: Int?, isEstimate: Bool = false, sampleRate: Int, channelCount: Int,
    encoding: String = ""
  ) {
    self.tags = tags
    self.frameCount = frameCount
    self.isEstimate = isEstimate
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.encoding = encoding
  }

  package init(_ decoder: any SongDecoder) {
    self.init(
      tags: decoder.tags, frameCount: decoder.frameCount, isEstimate: decoder.isEstimate,
      sampleRate: decoder.format.sampleRate, channelCount: decoder.format.channelCount,
      encoding: decoder.encoding)
  }
}

/// The songs within an audio file, according to itself; unchecked.
package struct Chapters: Equatable, Sendable {
  /// A mark in the file, with its title.
  package struct Mark: Equatable, Sendable {
    /// Counted from the first frame.
    package var start: Duration
    /// Not cleaned; `nil` if there is none.
    package var title: String?

    package init(at start: Duration, title: String? = nil) {
      self.start = start
      self.title = title
    }
  }

  package var marks: [Mark] = []
  /// The bytes of a cue sheet in a tag; empty if there is none.
  package var cueSheet: [UInt8] = []

  package init() {}
}

/// The text fields of an audio file. Not cleaned: clean them before they are shown.
package struct Tags: Equatable, Sendable {
  package var title: String?
  package var artist: String?
  package var album: String?
  /// The number of the disc in the album: `1`, `1/2`.
  package var disc: String?
  /// The number of the song on the disc: `3`, `03`, `3/12`.
  package var track: String?
  /// When it was released: `2019`, `2019-05-01`.
  package var date: String?

  package init(
    title: String? = nil, artist: String? = nil, album: String? = nil, disc: String? = nil,
    track: String? = nil, date: String? = nil
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.disc = disc
    self.track = track
    self.date = date
  }
}
