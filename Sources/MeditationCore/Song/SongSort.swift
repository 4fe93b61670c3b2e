/// How the list is sorted. Songs with equal keys keep their original order; songs without a key come
/// last, whatever the direction.
public struct SongSort: Hashable, Sendable {
  /// What songs are sorted by.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// Titles in natural order: 2 comes before 10; case and accents are ignored.
    case title
    /// Subtitles in natural order.
    case artist
    /// Albums in natural order; inside one, discs, tracks and titles, which no direction turns around.
    case album
    /// The number on the disc, disc by disc.
    case track
    /// The oldest song first.
    case date
    /// The shortest song first.
    case length
    /// Folders in natural order.
    case folder
    /// The original order.
    case original
  }

  /// What songs are sorted by.
  public var key: Key
  /// Whether the last comes first.
  public var isDescending: Bool

  /// Creates a sort by `key`.
  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }

  /// By title.
  public static let title = SongSort(.title)
  /// By artist.
  public static let artist = SongSort(.artist)
  /// By album.
  public static let album = SongSort(.album)
  /// By the number on the disc.
  public static let track = SongSort(.track)
  /// By date.
  public static let date = SongSort(.date)
  /// By length.
  public static let length = SongSort(.length)
  /// By folder.
  public static let folder = SongSort(.folder)
  /// In the original order.
  public static let original = SongSort(.original)
}

extension SongSort: CaseIterable {
  /// Each key in both directions.
  public static let allCases = [false, true].flatMap { isDescending in
    Key.allCases.map { SongSort($0, isDescending: isDescending) }
  }
}

extension SongSort {
  /// Where a song is in its album.
  private struct Place: Comparable {
    let disc: Int
    let track: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.disc, left.track) < (right.disc, right.track)
    }
  }

  /// `songs`, which are in their original order, sorted.
  @MainActor func sorted(_ songs: [SongViewModel]) -> [SongViewModel] {
    switch key {
    case .original: isDescending ? songs.reversed() : songs
    case .title: sorted(songs, byText: \.title)
    case .artist: sorted(songs, byText: \.subtitle)
    case .album:
      // Stable sorts, the least important one first.
      sorted(SongSort.track.sorted(SongSort.title.sorted(songs)), byText: \.album)
    case .track:
      sorted(songs) { song in song.track.map { Place(disc: song.disc ?? 1, track: $0) } }
    case .date: sorted(songs, byText: \.date)
    case .length: sorted(songs) { $0.length }
    case .folder: sorted(songs, byText: \.folder)
    }
  }

  @MainActor private func sorted(
    _ songs: [SongViewModel], byText text: (SongViewModel) -> String
  ) -> [SongViewModel] {
    SortKeys(songs.map(text)).sortedPlaces(descending: isDescending).map { songs[$0] }
  }

  @MainActor private func sorted<Value: Comparable>(
    _ songs: [SongViewModel], by value: (SongViewModel) -> Value?
  ) -> [SongViewModel] {
    songs.map(value).enumerated().sorted { left, right in
      switch (left.element, right.element) {
      case (let first?, let second?) where first != second: (first < second) != isDescending
      case (_?, nil): true
      case (nil, _?): false
      case (_, _): left.offset < right.offset
      }
    }.map { songs[$0.offset] }
  }
}
