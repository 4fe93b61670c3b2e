/// The songs of a session in the order in which they play.
///
/// A song's place is looked up, never searched, so that going on costs the same in a list of any
/// length.
struct SessionOrder {
  /// The songs' indices in the list.
  let songs: [Int]
  /// Each song's place, by its index; -1 for those that are not part of the session.
  private let places: [Int]

  /// The order of `songs`, each an index in the list, none twice.
  init(_ songs: [Int]) {
    self.songs = songs
    var places = [Int](repeating: -1, count: (songs.max() ?? -1) + 1)
    for (place, song) in songs.enumerated() { places[song] = place }
    self.places = places
  }

  var first: Int? { songs.first }
  var last: Int? { songs.last }
  var count: Int { songs.count }

  /// The place of `song` in the session, from 0; `nil` where it is not part of it.
  func place(of song: Int) -> Int? {
    guard places.indices.contains(song), places[song] >= 0 else { return nil }
    return places[song]
  }

  func song(after song: Int) -> Int? { neighbour(of: song, at: 1) }
  func song(before song: Int) -> Int? { neighbour(of: song, at: -1) }

  private func neighbour(of song: Int, at distance: Int) -> Int? {
    guard let place = place(of: song), songs.indices.contains(place + distance) else { return nil }
    return songs[place + distance]
  }
}
