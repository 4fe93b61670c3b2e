/// The songs of a session in the order in which they play.
///
/// A song's place is looked up, never searched, so that going on costs the same in a list of any
/// length.
struct SessionOrder {
  /// The songs' indices in the list.
  let songs: [Int]
  private let places: [Int: Int]

  /// The order of `songs`, each an index in the list, none twice.
  init(_ songs: [Int]) {
    self.songs = songs
    places = Dictionary(uniqueKeysWithValues: zip(songs, songs.indices))
  }

  var first: Int? { songs.first }
  var last: Int? { songs.last }
  var count: Int { songs.count }

  /// The place of `song` in the session, from 0; `nil` where it is not part of it.
  func place(of song: Int) -> Int? { places[song] }

  func song(after song: Int) -> Int? { neighbour(of: song, at: 1) }
  func song(before song: Int) -> Int? { neighbour(of: song, at: -1) }

  private func neighbour(of song: Int, at distance: Int) -> Int? {
    guard let place = places[song], songs.indices.contains(place + distance) else { return nil }
    return songs[place + distance]
  }
}
