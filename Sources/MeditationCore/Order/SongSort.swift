/// The sort key of the list. Songs with equal keys keep their original order; songs without a key
/// come last.
public enum SongSort: String, CaseIterable, Hashable, Sendable {
  /// Titles in natural order: 2 comes before 10; case and accents are ignored.
  case title
  /// Subtitles in natural order.
  case artist
  /// The shortest song first.
  case length
  /// Folders in natural order.
  case folder
  /// The original order.
  case original
}
