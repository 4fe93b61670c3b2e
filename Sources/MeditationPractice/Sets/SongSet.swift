import MeditationPlan
import MeditationSystem
import MeditationText

/// Songs and a plan, saved under a name.
package struct SongSet: Hashable, Sendable {
  /// As shown; case is ignored in comparisons.
  package var name: SetName
  /// The songs in playing order, including missing ones.
  package var songs: [SetSong]
  /// The plan; its files have absolute paths.
  package var plan: StoredPlan

  package init(name: SetName, songs: [SetSong], plan: StoredPlan = .none) {
    self.name = name
    self.songs = songs
    self.plan = plan
  }
}

package struct SetSong: Hashable, Sendable {
  /// The bytes of the absolute path, which may be that of a range of a file (see `SongRange`).
  package var path: [UInt8]
  /// The title, ready for display.
  package var title: String
  /// The artist, ready for display; may be empty.
  package var artist: String
  /// `nil` if unknown.
  package var length: Duration?

  package init(path: [UInt8], title: String, artist: String = "", length: Duration? = nil) {
    self.path = path
    self.title = title
    self.artist = artist
    self.length = length
  }

  /// The range of the file; `nil` for all of it.
  var range: SongRange? { SongRange.split(PathName.path(path))?.range }
  var file: [UInt8] {
    SongRange.split(PathName.path(path)).map { PathName.allBytes(of: $0.file) } ?? path
  }
}

/// A set as in a list. One of 100,000 songs is listed without reading their names.
package struct ListedSet: Hashable, Sendable {
  package var name: SetName
  /// Including missing songs.
  package private(set) var songCount = 0
  package private(set) var length = Duration.zero
  /// True if there are songs of unknown length.
  package private(set) var isLonger = false
  package internal(set) var plan = StoredPlan.none

  init(name: SetName) { self.name = name }

  package init(_ set: SongSet) {
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
