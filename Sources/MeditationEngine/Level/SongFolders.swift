import MeditationSystem
import SystemPackage

/// The songs of the list by their folders.
///
/// A folder is identified by its absolute, normalised path, however its songs are named. A song
/// that is listed twice counts once.
struct SongFolders {
  private var unsorted: [Track] = []
  private var folders: [SongFolder] = []
  /// The index in `folders` of each song's folder.
  private var places: [FilePath: Int] = [:]
  /// The index of each folder in `folders`, by its path as given and by its absolute path.
  private var indices: [FilePath: Int] = [:]

  subscript(index: Int) -> SongFolder {
    get { folders[index] }
    _modify { yield &folders[index] }
  }

  mutating func append(_ tracks: [Track]) { unsorted += tracks }

  /// The index of the folder of the song at `path`; `nil` if it is not in the list.
  ///
  /// Songs are sorted into folders on demand, because few sessions need it.
  mutating func index(of path: FilePath, isMeasured: (FilePath) -> Bool) -> Int? {
    if !unsorted.isEmpty { sort(isMeasured) }
    return places[path]
  }

  /// The same for a song that was sorted before.
  func sortedIndex(of path: FilePath) -> Int? { places[path] }

  private mutating func sort(_ isMeasured: (FilePath) -> Bool) {
    let current = PathName.currentDirectory ?? FilePath()
    for track in unsorted where places[track.path] == nil {
      let folder = index(ofFolder: track.path.removingLastComponent(), current)
      places[track.path] = folder
      folders[folder].append(track.path, isMeasured: isMeasured(track.path))
    }
    unsorted.removeAll()
  }

  private mutating func index(ofFolder path: FilePath, _ current: FilePath) -> Int {
    if let index = indices[path] { return index }
    let absolute = current.pushing(path).lexicallyNormalized()
    let index = indices[absolute] ?? folders.count
    if index == folders.count { folders.append(SongFolder()) }
    indices[path] = index
    indices[absolute] = index
    return index
  }
}

struct SongFolder {
  /// In the order of the list.
  private(set) var songs: [FilePath] = []
  private var names: Set<FilePath.Component?> = []
  private var unmeasured: Set<FilePath> = []
  /// All songs before this index are measured.
  private var measuredCount = 0
  /// The gain of all songs; `nil` until it is needed.
  var gain: Double?

  var isMeasured: Bool { unmeasured.isEmpty }

  mutating func append(_ path: FilePath, isMeasured: Bool) {
    guard names.insert(path.lastComponent).inserted else { return }
    songs.append(path)
    if !isMeasured { unmeasured.insert(path) }
    gain = nil
  }

  /// Notes that the song at `path` was measured, perhaps anew.
  mutating func finish(_ path: FilePath) {
    unmeasured.remove(path)
    gain = nil
  }

  /// The first song that is unmeasured and `free`.
  mutating func next(where isFree: (FilePath) -> Bool) -> FilePath? {
    guard !isMeasured else { return nil }
    while measuredCount < songs.count, !unmeasured.contains(songs[measuredCount]) {
      measuredCount += 1
    }
    return songs[measuredCount...].first { unmeasured.contains($0) && isFree($0) }
  }
}
