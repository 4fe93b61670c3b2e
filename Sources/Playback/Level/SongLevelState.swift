import Score
import SystemPackage

/// What is known of the loudness of songs, and who measures what.
///
/// A pure value; `SongLevels` keeps it behind its lock.
struct SongLevelState {
  /// What is known of a file.
  struct Measured {
    var stamp: FileStamp?
    /// `nil` where nothing could be measured.
    var song: SongMeasurement?
  }

  /// What a thread that needs a measurement is to do.
  enum Claim {
    /// Nothing: it is known.
    case known(Measured)
    /// Measure the song.
    case claimed
    /// Wait: another thread measures it.
    case busy
  }

  /// How many songs keep their peaks, which the store has, too.
  private static let peaksLimit = 32

  private var songs: [FilePath: Measured] = [:]
  /// The songs that have their peaks, the last one last.
  private var recent: [FilePath] = []
  private var busy: Set<FilePath> = []
  private var wanted: Set<FilePath> = []
  private var hurried: [FilePath] = []
  /// What the helpers measure next, in this order.
  private var queue: ArraySlice<FilePath> = []
  private var helperCount = 0

  private var unsorted: [Track] = []
  private var folders: [FilePath: [FilePath]] = [:]
  private var listed: Set<FilePath> = []
  private var albums: [FilePath: Double] = [:]

  // MARK: The list

  mutating func append(_ tracks: [Track]) { unsorted += tracks }

  /// The songs of the list in the folder of the one at `path`, which comes first.
  mutating func neighbours(of path: FilePath) -> [FilePath] {
    // Sorted on demand, because few sessions ask.
    for track in unsorted where listed.insert(track.path).inserted {
      let folder = track.path.removingLastComponent()
      folders[folder, default: []].append(track.path)
      albums[folder] = nil
    }
    unsorted.removeAll()
    let others = folders[path.removingLastComponent()] ?? []
    return [path] + others.filter { $0 != path }
  }

  // MARK: What is known

  func measured(_ path: FilePath, _ stamp: FileStamp?) -> Measured? {
    songs[path].flatMap { $0.stamp == stamp ? $0 : nil }
  }

  mutating func knownGain(of path: FilePath, at level: Level) -> Double? {
    switch level {
    case .off: return nil
    case .on: return songs[path]?.song.map { LevelGain.gain(for: $0.loudness) }
    case .album:
      let folder = path.removingLastComponent()
      if unsorted.isEmpty, let gain = albums[folder] { return gain }
      let known = neighbours(of: path).map { songs[$0] }
      guard known.allSatisfy({ $0 != nil }) else { return nil }
      let gain = LevelGain.gain(for: LevelGain.loudness(of: known.compactMap { $0?.song }))
      albums[folder] = gain
      return gain
    }
  }

  // MARK: Who measures what

  mutating func claim(_ path: FilePath, _ stamp: FileStamp?) -> Claim {
    if let measured = measured(path, stamp) { return .known(measured) }
    return busy.insert(path).inserted ? .claimed : .busy
  }

  /// Ends the claim of the song at `path`; `nil` was cancelled.
  mutating func finish(_ path: FilePath, _ measured: Measured?) {
    busy.remove(path)
    hurried.removeAll { $0 == path }
    guard let measured else { return }
    songs[path] = measured
    albums[path.removingLastComponent()] = nil
    recent.append(path)
    if recent.count > Self.peaksLimit { songs[recent.removeFirst()]?.song?.peaks = [] }
  }

  /// The helpers are to measure the songs at `paths`, in this order, and no others.
  mutating func want(_ paths: [FilePath]) {
    wanted = Set(paths)
    queue = (hurried + paths).filter { songs[$0] == nil && !busy.contains($0) }[...]
  }

  /// The helpers are to measure the songs at `paths` before all others.
  mutating func hurry(_ paths: [FilePath]) {
    hurried = paths.filter { songs[$0] == nil && !busy.contains($0) }
    queue = hurried + queue
  }

  /// Nobody waits for a folder any more.
  mutating func endHurry() {
    hurried = []
    queue = queue.filter(wanted.contains)[...]
  }

  /// Whether a helper is to go on with the song at `path`.
  func isWanted(_ path: FilePath) -> Bool { wanted.contains(path) || hurried.contains(path) }

  /// How many helpers to start now.
  mutating func startHelpers(upTo limit: Int) -> Int {
    let count = max(min(limit - helperCount, queue.count), 0)
    helperCount += count
    return count
  }

  /// What a helper measures next; `nil` ends it.
  mutating func nextForHelper() -> FilePath? {
    while let path = queue.popFirst() {
      if songs[path] == nil, !busy.contains(path) { return path }
    }
    helperCount -= 1
    return nil
  }
}
