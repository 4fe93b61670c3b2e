import MeditationCore

/// What `find` left of the list.
struct Found {
  /// The words, fit to be shown.
  let words: String
  /// The songs that have all of them.
  let songs: [SongViewModel]
  /// The number of sessions that had begun. A session is seen whole when it starts, for what was
  /// searched for is picked.
  let startCount: Int

  /// The songs' indices, in the order of the list as it is now.
  @MainActor var indices: [Int] { songs.map(\.index).sorted() }
}
