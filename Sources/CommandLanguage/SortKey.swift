/// By what `sort` can sort the list.
public enum SortKey: String, CaseIterable, Sendable {
  case title, artist, length, folder
  /// As the songs were given.
  case original
}
