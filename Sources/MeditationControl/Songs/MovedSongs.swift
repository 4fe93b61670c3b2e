import MeditationPlan
import MeditationPractice
import MeditationText

/// Finds songs whose files have moved, by title, artist and length.
///
/// Ignores case and accents. Never finds a song of unknown length: many songs are called "Intro".
struct MovedSongs {
  enum Match: Equatable {
    case none
    /// The bytes of the path of the only file that fits.
    case file([UInt8])
    /// Several files fit.
    case several
  }

  /// By how much two lengths of a song may differ: a second between two encodings, and half a
  /// second because playlists have whole seconds.
  private static let tolerance = Duration.milliseconds(1_500)

  /// The files by their folded names, each in the order of lengths.
  private var places: [[UInt8]: [(length: Duration, path: [UInt8])]] = [:]

  /// Prepares to find `wanted` among `candidates`. Takes about as long as reading both once.
  init(_ wanted: [SetSong], among candidates: some Sequence<SetSong>) {
    let names = Set(wanted.map(Self.name))
    for song in candidates {
      guard let length = song.length else { continue }
      // A playlist may leave out the artist, or have it in the title.
      for name in Set([Self.name(of: song), FoldedText.bytes(of: song.title)])
      where names.contains(name) {
        places[name, default: []].append((length, song.path))
      }
    }
    for name in places.keys {
      places[name]?.sort { $0.length < $1.length }
      // A file can be in the list any number of times.
      places[name] = places[name]?.reduce(into: []) { distinct, place in
        if distinct.last?.path != place.path { distinct.append(place) }
      }
    }
  }

  func match(_ song: SetSong) -> Match {
    guard let length = song.length, let places = places[Self.name(of: song)] else { return .none }
    let first = places.partitioningIndex { $0.length >= length - Self.tolerance }
    guard first < places.count, places[first].length <= length + Self.tolerance else {
      return .none
    }
    let path = places[first].path
    for place in places[first...] {
      if place.length > length + Self.tolerance { break }
      if place.path != path { return .several }
    }
    return .file(path)
  }

  /// "artist - title", as in a playlist, where the dash may also be part of either.
  private static func name(of song: SetSong) -> [UInt8] {
    FoldedText.bytes(of: song.artist.isEmpty ? song.title : "\(song.artist) - \(song.title)")
  }
}
