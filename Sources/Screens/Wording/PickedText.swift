public import CommandLanguage

/// Why songs neither joined nor left a session, in one sentence.
public enum Membership {
  /// After `pick`: the songs were in the session.
  public static func present(_ songs: SongSelection) -> String {
    number(of: songs).map { "Song \($0) is in the session already." }
      ?? "These songs are in the session already."
  }

  /// After `unpick`: the songs were not in the session.
  public static func absent(_ songs: SongSelection) -> String {
    guard songs != .rest else { return "No songs are to come." }
    return number(of: songs).map { "Song \($0) is not in the session." }
      ?? "These songs are not in the session."
  }

  private static func number(of songs: SongSelection) -> Int? {
    guard case .numbers(let ranges) = songs, ranges.count == 1, ranges[0].first == ranges[0].last
    else { return nil }
    return ranges[0].first
  }
}
