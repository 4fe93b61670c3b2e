import MeditationText

/// Songs and a plan, saved under a name.
public struct SongSet: Hashable, Sendable {
  /// As it is shown; upper and lower case are the same.
  public var name: SetName
  /// The songs in playing order, missing ones included.
  public var songs: [SetSong]
  /// The plan in its one notation, as it stands in the file but for the paths of its files, which
  /// are absolute as those of the songs; empty for an empty plan.
  public var plan: String

  public init(name: SetName, songs: [SetSong], plan: String = "") {
    self.name = name
    self.songs = songs
    self.plan = plan
  }
}

/// A song of a set.
public struct SetSong: Hashable, Sendable {
  /// The bytes of the path: absolute, with the names of the set's folder resolved.
  public var path: [UInt8]
  /// The title, ready for display.
  public var title: String
  /// The artist, ready for display; may be empty.
  public var artist: String
  /// `nil` if unknown.
  public var length: Duration?

  public init(path: [UInt8], title: String, artist: String = "", length: Duration? = nil) {
    self.path = path
    self.title = title
    self.artist = artist
    self.length = length
  }
}

/// What a list shows of a set. A set of 100,000 songs is listed without reading their names.
public struct ListedSet: Hashable, Sendable {
  public var name: SetName
  /// Missing songs included.
  public private(set) var songCount = 0
  /// The total of the known lengths.
  public private(set) var length = Duration.zero
  /// True if there are songs of unknown length.
  public private(set) var isLonger = false
  /// The plan as in ``SongSet/plan``.
  public internal(set) var plan = ""

  init(name: SetName) { self.name = name }

  /// Creates what a list shows of `set`.
  public init(_ set: SongSet) {
    name = set.name
    plan = set.plan
    for song in set.songs { add(length: song.length) }
  }

  /// Counts a song, whose length may be unknown.
  mutating func add(length: Duration?) {
    songCount += 1
    if let length { self.length += length.inWholeSeconds } else { isLonger = true }
  }
}
