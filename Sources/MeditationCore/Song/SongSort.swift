/// By what the list is sorted. Songs that are alike in it stand as they were given; those that
/// lack it come last.
public enum SongSort: String, CaseIterable, Hashable, Sendable {
  /// In natural order: 2 before 10, whatever the case and the accents.
  case title
  /// In natural order of the songs' subtitles.
  case artist
  /// The shortest first.
  case length
  /// In natural order of the folders.
  case folder
  /// As the songs were given.
  case original
}
