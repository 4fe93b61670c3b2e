/// By what the list is sorted. Songs that are alike in it stand as they were given; those that
/// lack it come last.
public enum SongSort: String, CaseIterable, Hashable, Sendable {
  case title
  case artist
  /// The shortest first.
  case length
  case folder
  /// As the songs were given.
  case original
}
