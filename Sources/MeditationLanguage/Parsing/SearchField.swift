import MeditationCore

/// A text of songs that a word of `find` can be about: `artist:bach`.
package enum SearchField: String, CaseIterable, Sendable {
  case title, artist, album

  /// The field that `word` begins with, and the rest; `nil` if it is about all texts. Case does not
  /// matter, and what no field begins is text.
  package static func split(_ word: String) -> (field: SearchField, rest: String)? {
    guard let colon = word.firstIndex(of: ":"),
      let field = SearchField(rawValue: word[..<colon].lowercased())
    else { return nil }
    return (field, String(word[word.index(after: colon)...]))
  }

  package func text(of song: SongViewModel) -> String {
    switch self {
    case .title: song.title
    case .artist: song.subtitle
    case .album: song.album
    }
  }
}
