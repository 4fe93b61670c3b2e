/// The songs of a session in playing order.
///
/// Looking up a song's position takes constant time.
struct SessionOrder {
  /// The songs' indices in the list.
  let songs: [Int]
  /// Each song's position, by its index; -1 if it is not part of the session.
  private let places: [Int]

  /// Creates the order of `songs`, distinct indices in the list.
  init(_ songs: [Int]) {
    self.songs = songs
    var places = [Int](repeating: -1, count: (songs.max() ?? -1) + 1)
    for (place, song) in songs.enumerated() { places[song] = place }
    self.places = places
  }

  var first: Int? { songs.first }
  var last: Int? { songs.last }
  var count: Int { songs.count }

  /// The position of `song` in the session, from 0; `nil` if it is not part of it.
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
