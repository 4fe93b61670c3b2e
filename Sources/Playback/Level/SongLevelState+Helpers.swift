import Score
import SystemPackage

/// What helpers measure.
extension SongLevelState {
  /// The helpers are to measure the songs at `paths`, in this order, and no others; at `.album` with
  /// all songs of their folders. The time depends on the number of `paths`.
  mutating func want(_ paths: [FilePath], at level: Level) {
    wanted = Set(paths)
    wantedFolders = level == .album ? Set(paths.compactMap { folder(of: $0) }) : []
    queue = paths[...]
  }

  /// The helpers are to measure the songs in the folder of the one at `path` before all others.
  ///
  /// - Returns: These songs. The time depends on their number.
  mutating func hurry(_ path: FilePath) -> [FilePath] {
    let songs = neighbours(of: path)
    hurriedFolder = folder(of: path)
    return songs
  }

  /// Nobody waits for a folder any more.
  mutating func endHurry() { hurriedFolder = nil }

  /// Whether a helper is to go on with the song at `path`.
  func isHelperWanted(_ path: FilePath) -> Bool {
    guard readers[path] == .helper else { return false }
    guard let folder = folders.sortedIndex(of: path) else { return wanted.contains(path) }
    return wanted.contains(path) || wantedFolders.contains(folder) || hurriedFolder == folder
  }

  /// How many helpers to start now.
  mutating func startHelpers(upTo limit: Int) -> Int {
    let work = hurriedFolder == nil && wantedFolders.isEmpty ? queue.count : limit
    let count = max(min(limit - helperCount, work), 0)
    helperCount += count
    return count
  }

  /// Claims what a helper measures next; `nil` ends it.
  mutating func claimForHelper() -> FilePath? {
    guard let path = nextForHelper() else {
      helperCount -= 1
      return nil
    }
    readers[path] = .helper
    return path
  }

  private mutating func nextForHelper() -> FilePath? {
    if let hurriedFolder, let path = nextForHelper(in: hurriedFolder) { return path }
    while let path = queue.first {
      if songs[path] == nil, readers[path] == nil { return path }
      if let folder = folders.sortedIndex(of: path), wantedFolders.contains(folder),
        let other = nextForHelper(in: folder)
      {
        return other
      }
      queue.removeFirst()
    }
    return nil
  }

  private mutating func nextForHelper(in folder: Int) -> FilePath? {
    let readers = readers
    return folders[folder].next { readers[$0] == nil }
  }
}
