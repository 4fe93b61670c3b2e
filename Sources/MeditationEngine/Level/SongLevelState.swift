import MeditationPlan
import SystemPackage

/// The known loudness of songs, and which threads measure which songs.
///
/// A pure value; `SongLevels` keeps it behind its lock. The time of each function is independent of
/// the number of songs, unless it says otherwise.
struct SongLevelState {
  struct Measured {
    var stamp: FileStamp?
    /// `nil` where nothing could be measured.
    var song: SongMeasurement?
  }

  /// The kind of thread that measures a song.
  enum Reader {
    /// A thread of low priority.
    case helper
    /// A thread that needs the measurement now.
    case waiter
  }

  /// The next step of a thread that needs a measurement.
  enum Claim {
    /// Nothing: it is known already.
    case known(Measured)
    /// Measure the song.
    case claimed
    /// Wait: another thread measures it.
    case busy
  }

  /// How many songs' peaks are kept in memory; others are read from the store again.
  private static let peaksLimit = 32

  /// Why gains in tags were not believed; kept until reported.
  var refusals: [FilePath: String] = [:]

  private var songs: [FilePath: Measured] = [:]
  /// The songs with peaks, the latest last.
  private var recent: [FilePath] = []
  private var readers: [FilePath: Reader] = [:]
  /// The measured parts, 0 to 1, of songs that are being measured.
  private var parts: [FilePath: Double] = [:]
  private var folders = SongFolders()

  /// The songs that play next.
  private var wanted: Set<FilePath> = []
  /// The folders of what plays next, if its level is `.album`.
  private var wantedFolders: Set<Int> = []
  /// A folder for which an engine waits.
  private var urgentFolder: Int?
  /// The songs that the helpers measure next, in order. Each is followed by the others of its
  /// folder if that is in `wantedFolders`.
  private var queue: ArraySlice<FilePath> = []
  private var helperCount = 0

  // MARK: The list

  mutating func append(_ tracks: [Track]) { folders.append(tracks) }

  private mutating func folder(of path: FilePath) -> Int? {
    let songs = songs
    return folders.index(of: path) { songs[$0] != nil }
  }

  // MARK: What is known

  func measured(_ path: FilePath, _ stamp: FileStamp?) -> Measured? {
    songs[path].flatMap { $0.stamp == stamp ? $0 : nil }
  }

  /// Takes longer once after each change of a folder.
  mutating func knownGain(of path: FilePath, at level: Level) -> Double? {
    switch level {
    case .off: return nil
    case .on: return songs[path]?.song.map { LevelGain.gain(of: $0) }
    case .album:
      guard let index = folder(of: path), folders[index].isMeasured else { return nil }
      if let gain = folders[index].gain { return gain }
      let gain = LevelGain.gain(of: folders[index].songs.compactMap { songs[$0]?.song })
      folders[index].gain = gain
      return gain
    }
  }

  // MARK: Who measures what

  /// Claims the song at `path` for a thread that needs it now. What a helper began is taken over if
  /// `takesOver`: it gets little time on a busy machine.
  mutating func claim(_ path: FilePath, _ stamp: FileStamp?, takesOver: Bool) -> Claim {
    if let measured = measured(path, stamp) { return .known(measured) }
    guard readers[path] == nil || takesOver && readers[path] == .helper else { return .busy }
    readers[path] = .waiter
    return .claimed
  }

  func isHelped(_ path: FilePath) -> Bool { readers[path] == .helper }

  /// Ends the claim of the song at `path`; `nil` if it was cancelled.
  mutating func finish(_ path: FilePath, _ measured: Measured?, by reader: Reader) {
    if readers[path] == reader { (readers[path], parts[path]) = (nil, nil) }
    guard let measured else { return }
    songs[path] = measured
    if let index = folders.sortedIndex(of: path) { folders[index].finish(path) }
    recent.append(path)
    if recent.count > Self.peaksLimit { songs[recent.removeFirst()]?.song?.peaks = [] }
  }

  /// Notes the measured `part` of the song at `path`, 0 to 1; `nil` if unknown.
  mutating func setPart(_ part: Double?, of path: FilePath) { parts[path] = part }

  /// The measured part of the song at `path`; `nil` if it is not being measured.
  func measuredPart(of path: FilePath) -> Double? { readers[path] == nil ? nil : parts[path] }

  // MARK: Helpers

  /// Lets the helpers measure the songs at `paths`, in this order, and no others; at `.album`, with
  /// all songs of their folders. Takes time in proportion to `paths`.
  mutating func want(_ paths: [FilePath], at level: Level) {
    wanted = Set(paths)
    wantedFolders = level == .album ? Set(paths.compactMap { folder(of: $0) }) : []
    queue = paths[...]
  }

  /// Makes the helpers measure the folder of the song at `path` first. Returns the songs in it,
  /// beginning with that one. Takes time in proportion to them.
  mutating func prioritizeFolder(of path: FilePath) -> [FilePath] {
    urgentFolder = folder(of: path)
    let songs = urgentFolder.map { folders[$0].songs } ?? []
    // A song listed under two paths counts once.
    let first = songs.first { $0.lastComponent == path.lastComponent } ?? path
    return [first] + songs.filter { $0 != first }
  }

  mutating func endPriority() { urgentFolder = nil }

  /// True if a helper should go on with the song at `path`.
  func isHelperWanted(_ path: FilePath) -> Bool {
    guard readers[path] == .helper else { return false }
    guard let folder = folders.sortedIndex(of: path) else { return wanted.contains(path) }
    return wanted.contains(path) || wantedFolders.contains(folder) || urgentFolder == folder
  }

  mutating func startHelpers(upTo limit: Int) -> Int {
    let work = urgentFolder == nil && wantedFolders.isEmpty ? queue.count : limit
    let count = max(min(limit - helperCount, work), 0)
    helperCount += count
    return count
  }

  mutating func dropHelper() { helperCount -= 1 }

  /// Claims the next song for a helper; `nil` ends the helper.
  mutating func claimForHelper() -> FilePath? {
    guard let path = nextForHelper() else {
      helperCount -= 1
      return nil
    }
    readers[path] = .helper
    return path
  }

  private mutating func nextForHelper() -> FilePath? {
    if let urgentFolder, let path = nextForHelper(in: urgentFolder) { return path }
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
