import MeditationCore
import MeditationEngine
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationText
import SystemPackage

/// The directories that relative paths and `~` start from.
package struct BaseFolders: Equatable, Sendable {
  /// The directory that `~` means; `nil` if it means nothing.
  package var home: FilePath?
  /// The directory of relative paths; `nil` leaves them relative.
  package var current: FilePath?

  package init(home: FilePath? = nil, current: FilePath? = nil) {
    self.home = home
    self.current = current
  }

  /// The absolute path of the file typed as `name`, so that it is the same file everywhere.
  package func path(of name: String) -> String {
    if let home, name.hasPrefix("~/") {
      return home.pushing(FilePath(String(name.dropFirst(2)))).lexicallyNormalized().string
    }
    let path = FilePath(name)
    return path.isRelative && current != nil ? absolute(path).string : name
  }

  /// The absolute path `file` as it can be typed: with `~`, and safe on a terminal.
  func typed(_ file: String) -> String {
    let clean = QuotedInput.cleaned(file.unicodeScalars)
    guard let home, home.isAbsolute, home.components.count > 0, clean.hasPrefix(home.string + "/")
    else { return clean }
    return "~" + clean.dropFirst(home.string.count)
  }

  func absolute(_ path: FilePath) -> FilePath {
    guard path.isRelative, let current else { return path }
    return current.pushing(path).lexicallyNormalized()
  }
}

/// The files of the songs in the list, and of those that are about to join it.
@MainActor package final class SongFiles {
  /// Where relative paths and `~` start: of bells, songs and sets.
  package var base = BaseFolders()
  /// False if songs are only declared, so that their paths are not those of files.
  package var exist = true
  /// The files that were left out of the list.
  package internal(set) var skipped: [SkippedFile]
  /// True if files are being read that join the list.
  package var isReading = false
  /// True if the songs of a music folder join the list later, when it is opened.
  var awaitsLibrary = false

  private let session: MeditationViewModel
  private let engine: any PlaybackEngine
  /// The songs in the order of their ids and of `paths`.
  private var songs: [SongViewModel]
  private var paths: [FilePath]
  /// Songs that are not in the session's list yet, with their files, in the order of joining.
  private var arriving: [(song: SongViewModel, path: FilePath)] = []
  /// The files of songs that joined the list with a set or a sit.
  private var joined: Set<FilePath> = []
  private var index = SearchIndex()

  /// - Parameter paths: The files of the session's songs, in the order of their ids.
  init(
    of session: MeditationViewModel, paths: [FilePath], skipped: [SkippedFile] = [],
    engine: any PlaybackEngine
  ) {
    precondition(session.songs.count == paths.count, "each song has its path")
    (self.session, self.paths, self.engine) = (session, paths, engine)
    self.skipped = skipped
    songs = session.songs.sorted { $0.id < $1.id }
    engine.append(Self.tracks(of: songs, at: paths))
  }

  private static func tracks(of songs: some Sequence<SongViewModel>, at paths: [FilePath])
    -> [Track]
  {
    zip(songs, paths).map { Track(path: $1, length: $0.length) }
  }

  // MARK: - Paths

  /// The file of `song`, a current index in the list.
  package func path(of song: Int) -> FilePath {
    appendArrivals()
    return paths[session.songs[song].id.rawValue]
  }

  /// The absolute path of the file of `song`, an index in the list, as text; `nil` if it has none.
  package func file(of song: Int) -> String? {
    guard exist else { return nil }
    let path = path(of: song)
    return path.isEmpty ? nil : base.absolute(path).string
  }

  /// The URL of the file of `song`, a current index in the list; `nil` if it has none.
  package func url(of song: Int) -> String? {
    exist ? PathName.url(of: base.absolute(path(of: song))) : nil
  }

  /// The absolute path of the file of `song`, a current index in the list; `nil` if it has none.
  package func absoluteFile(of song: Int) -> FilePath? {
    exist ? PathName.file(of: base.absolute(path(of: song))) : nil
  }

  var all: [FilePath] {
    appendArrivals()
    return paths
  }

  func sitSong(_ index: Int) -> SitSong {
    SitSong(path: bytes(ofSong: index), title: session.songs[index].title)
  }

  func setSong(_ index: Int) -> SetSong {
    let song = session.songs[index]
    return SetSong(
      path: bytes(ofSong: index), title: song.title, artist: song.subtitle, length: song.length)
  }

  private func bytes(ofSong index: Int) -> [UInt8] {
    PathName.allBytes(of: base.absolute(path(of: index)))
  }

  // MARK: - Songs that join the list

  /// Appends songs with their files to the list. `MeditationViewModel.append(_:)` knows no files.
  package func append(songs: [SongViewModel], paths: [FilePath]) {
    precondition(songs.count == paths.count, "each song has its path")
    arriving += zip(songs, paths).map { ($0, $1) }
    session.append(songs)
  }

  /// Appends songs of a folder that is read, except those that already joined with a set.
  package func appendNew(songs: [SongViewModel], paths: [FilePath]) {
    let new = zip(songs, paths).filter { !joined.contains($0.1) }
    append(songs: new.map(\.0), paths: new.map(\.1))
  }

  /// True if the song at `path` joined the list with a set or a sit.
  func hasJoined(_ path: FilePath) -> Bool { joined.contains(base.absolute(path)) }

  /// Passes the songs that joined the list to the engine, in the order of their ids. A song
  /// appended directly to the session has no file; an engine that reads files reports that.
  func appendArrivals() {
    guard songs.count < session.songs.count else { return }
    let new = session.songs[songs.count...]
    var waiting = arriving[...]
    let newPaths = new.map { song in
      guard let next = waiting.first, next.song === song else { return FilePath() }
      waiting.removeFirst()
      return next.path
    }
    arriving = Array(waiting)
    engine.append(Self.tracks(of: new, at: newPaths))
    songs += new
    paths += newPaths
  }

  /// The songs at these paths, which join the list if they are not in it; `nil` if a file cannot be
  /// played. A path that occurs twice means two songs. Waits while files are read.
  func songs(
    at wanted: [[UInt8]], reading read: ([FilePath]) async -> [SongViewModel?]
  ) async -> [SongViewModel?] {
    let present = presentSongs(at: wanted)
    let files = zip(wanted, present).filter { $0.1 == nil }.map { PathName.path($0.0) }
    guard !files.isEmpty else { return present }
    var found: [FilePath: [SongViewModel]] = [:]
    for (file, song) in zip(files, await read(files)).reversed() {
      if let song { found[file, default: []].append(song) }
    }
    // Songs may have joined the list meanwhile.
    var listed = presentSongs(at: wanted)
    var joining: (songs: [SongViewModel], paths: [FilePath]) = ([], [])
    for place in listed.indices where listed[place] == nil {
      let file = PathName.path(wanted[place])
      guard let song = found[file]?.popLast() else { continue }
      listed[place] = song
      joining.songs.append(song)
      joining.paths.append(file)
    }
    joined.formUnion(joining.paths)
    append(songs: joining.songs, paths: joining.paths)
    return listed
  }

  /// The songs at these paths that are in the list.
  private func presentSongs(at wanted: [[UInt8]]) -> [SongViewModel?] {
    var present: [[UInt8]: [SongViewModel]] = [:]
    let names = Set(wanted)
    for song in session.songs.reversed() {
      let path = bytes(ofSong: song.index)
      if names.contains(path) { present[path, default: []].append(song) }
    }
    return wanted.map { path in present[path]?.popLast() }
  }

  // MARK: - Search

  /// The songs with all of `words`, of those that joined the list after the first ones. The index is
  /// updated on demand, because many sessions are never searched.
  func songs(with words: [String], from first: Int = 0) -> [SongViewModel] {
    appendArrivals()
    index.add(songs[index.count...])
    return index.songs(with: words, from: first).map { songs[$0] }
  }
}
