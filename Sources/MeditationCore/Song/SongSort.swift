import MeditationPlan
import MeditationText

/// How the list is sorted. Songs with equal keys keep their original order; songs without a key
/// come last, in either direction.
public struct SongSort: Hashable, Sendable {
  /// A sort key: a property of songs, or their original order.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// Titles in natural order: 2 comes before 10; case and accents are ignored.
    case title
    /// Subtitles in natural order.
    case artist
    /// Albums in natural order. Inside an album, discs, tracks and titles are never descending.
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

  /// The key.
  public var key: Key
  /// True to begin with the last.
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

extension SongSort {
  /// The place of a song in its album; songs without a track are at the end of their disc.
  private struct Place: Comparable {
    let disc: Int
    let track: Int

    /// `nil` if neither is known.
    @MainActor init?(of song: SongViewModel) {
      guard song.disc != nil || song.track != nil else { return nil }
      (disc, track) = (song.disc ?? 1, song.track ?? .max)
    }

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
      sorted(
        SongSort.track.sorted(SongSort.title.sorted(songs)) { Place(of: $0) }, byText: \.album)
    case .track: sorted(songs) { song in song.track.flatMap { _ in Place(of: song) } }
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
    songs.map { (song: $0, value: value($0)) }.sorted { left, right in
      switch (left.value, right.value) {
      case (let first?, let second?): first != second && (first < second) != isDescending
      case (let first, let second): first != nil && second == nil
      }
    }.map { $0.song }
  }
}

// MARK: - Shuffling

enum Shuffling {
  /// The numbers from 0 to `count - 1`, shuffled by `seed`.
  ///
  /// Fisher–Yates, from the last position down: position `p` swaps with
  /// `floor(random × (p + 1) / 2^64)`, where `random` is the next number of SplitMix64. The
  /// standard library's shuffle is not used, because it may change and seeds must stay valid. For
  /// 100,000 songs, the bias is below one in 2^47.
  static func order(of count: Int, seed: Int) -> [Int] {
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
    var order = Array(0..<count)
    for place in order.indices.dropFirst().reversed() {
      let chosen = random.next().multipliedFullWidth(by: UInt64(place) + 1).high
      order.swapAt(place, Int(chosen))
    }
    return order
  }
}

// MARK: - Natural order

/// Keys that sort texts in natural order: case and accents are ignored, and `2` comes before `10`.
///
/// All keys are in one buffer, with the first bytes of each beside its position, so that sorting
/// 100,000 of them follows few pointers.
struct SortKeys {
  private struct Key {
    let head: UInt64
    let bytes: Range<Int>
    let place: Int
  }

  private var buffer: [UInt8] = []
  private var keys: [Key] = []

  init(_ texts: some Collection<String>) {
    keys.reserveCapacity(texts.count)
    for (place, text) in texts.enumerated() {
      let start = buffer.count
      NaturalText.append(FoldedText.bytes(of: text), to: &buffer)
      let head = buffer[start...].prefix(8).enumerated().reduce(UInt64(0)) {
        $0 | UInt64($1.element) << (56 - 8 * UInt64($1.offset))
      }
      keys.append(Key(head: head, bytes: start..<buffer.count, place: place))
    }
  }

  /// The indices of the texts, sorted stably; empty texts come last, in either direction.
  func sortedPlaces(descending: Bool) -> [Int] {
    buffer.withUnsafeBufferPointer { buffer in
      keys.sorted { left, right in
        if left.bytes.isEmpty != right.bytes.isEmpty { return right.bytes.isEmpty }
        if left.head != right.head { return (left.head < right.head) != descending }
        let (leftRest, rightRest) = (buffer[left.bytes], buffer[right.bytes])
        return descending
          ? rightRest.lexicographicallyPrecedes(leftRest)
          : leftRest.lexicographicallyPrecedes(rightRest)
      }.map(\.place)
    }
  }
}
