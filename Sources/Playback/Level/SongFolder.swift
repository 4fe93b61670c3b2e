import SystemPackage

/// The songs of the list that are in one folder.
struct SongFolder {
  /// In the order of the list.
  private(set) var songs: [FilePath] = []
  private var unmeasured: Set<FilePath> = []
  /// All songs before this index are measured.
  private var measuredCount = 0
  /// The gain of all songs; `nil` until it is asked for.
  var gain: Double?

  /// Whether all songs are measured.
  var isMeasured: Bool { unmeasured.isEmpty }

  mutating func append(_ path: FilePath, isMeasured: Bool) {
    songs.append(path)
    if !isMeasured { unmeasured.insert(path) }
    gain = nil
  }

  /// The song at `path` was measured, for the first time or anew.
  mutating func finish(_ path: FilePath) {
    unmeasured.remove(path)
    gain = nil
  }

  /// The first song that is not measured and is `free`.
  mutating func next(where isFree: (FilePath) -> Bool) -> FilePath? {
    guard !isMeasured else { return nil }
    while measuredCount < songs.count, !unmeasured.contains(songs[measuredCount]) {
      measuredCount += 1
    }
    return songs[measuredCount...].first { unmeasured.contains($0) && isFree($0) }
  }
}
