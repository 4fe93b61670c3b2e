import MeditationCore

/// The result of `find`.
struct Found {
  /// The words, ready for display.
  let words: String
  /// The songs with all of the words.
  let songs: [SongViewModel]
  /// The number of sessions started before the search. The start of a session ends a search made
  /// while picking.
  let startCount: Int

  /// The songs' indices in the current order of the list.
  @MainActor var indices: [Int] { songs.map(\.index).sorted() }
}
