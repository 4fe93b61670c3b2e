import MeditationCore
import MeditationLanguage
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationText
import SystemPackage

package struct ReadFiles: Sendable {
  /// The files that can be played, in the order in which they were found.
  package var paths: [FilePath]
  package var skipped: [SkippedFile]
  /// Makes the song of the file at an index of `paths`.
  package var song: @MainActor @Sendable (_ index: Int) -> SongViewModel

  package init(
    paths: [FilePath], skipped: [SkippedFile],
    song: @escaping @MainActor @Sendable (_ index: Int) -> SongViewModel
  ) {
    self.paths = paths
    self.skipped = skipped
    self.song = song
  }
}

/// Reads files into the list: those of the list once more, for `rescan`, and others, for `add`.
@MainActor package final class FileReader {
  /// Reads them, off the main actor; `nil` if the list was not read from files that can be read again.
  package var readFiles: (@Sendable () async -> ReadFiles)?
  /// Reads a file, a folder or a playlist, off the main actor; `nil` where songs are no files.
  package var readNamed: (@Sendable (FilePath) async -> ReadFiles)?
  private let files: SongFiles
  private let followers: Followers

  init(of files: SongFiles, followers: Followers) {
    (self.files, self.followers) = (files, followers)
  }

  /// Appends the songs at `path` to the list, unless it has them, and returns their indices there.
  func add(_ path: String) async throws(CommandRefusal) -> [Int] {
    guard let readNamed else { throw .notReadFromFiles }
    // Messages repeat the name as it was typed.
    let read = await readNamed(FilePath(path.hasPrefix("~") ? files.base.path(of: path) : path))
    guard !read.paths.isEmpty else {
      let problem = read.skipped.first.map { "\($0.name): \($0.reason)" }
      throw .fileUnreadable(reason: problem ?? "nothing in it can be played")
    }
    let paths = read.paths.map(files.base.absolute)
    var places: [FilePath: [Int]] = [:]
    for (place, path) in paths.enumerated().reversed() { places[path, default: []].append(place) }
    var news = Rescan()
    let songs = await files.songs(at: paths.map(PathName.allBytes)) { missing in
      let new = missing.map { places[$0]?.popLast().map(read.song) }
      news.newCount = new.count { $0 != nil }
      return new
    }
    let told = Set(files.skipped.map(\.name))
    let skipped = read.skipped.filter { !told.contains($0.name) }
    news.leftOutCount = skipped.count { !$0.isNote }
    files.skipped += skipped
    if news != Rescan() { followers.tell(.rescanned(news)) }
    return songs.compactMap { $0?.index }
  }

  /// Reads the files of the list again, and appends new songs. Numbers and picks stay: a song whose
  /// file is gone keeps its row, and is listed among the skipped files.
  func rescan() -> Reply {
    guard let readFiles else { return .refused(.notReadFromFiles) }
    guard !files.awaitsLibrary else { return .refused(.songsNotOpen) }
    guard !files.isReading else { return .refused(.stillReading) }
    files.isReading = true
    return PendingReply.reply { [self] in
      let known = files.all
      let read = await readFiles()
      let (new, gone) = await Self.difference(from: known, to: read.paths, in: files.base)
      files.isReading = false
      return append(read, new: new, gone: gone)
    }
  }

  /// Appends the songs at the indices `new`, and notes the files that are `gone`.
  private func append(_ read: ReadFiles, new: [Int], gone: [SkippedFile]) -> Reply {
    // Songs of a set may have joined the list meanwhile.
    let new = new.filter { !files.hasJoined(read.paths[$0]) }
    files.append(songs: new.map(read.song), paths: new.map { read.paths[$0] })
    // A playlist reports its missing files itself.
    let told = Set(read.skipped.map(\.name))
    let known = Set((files.skipped + gone).map(\.name))
    let leftOut = read.skipped.count { !$0.isNote && !known.contains($0.name) }
    files.skipped = read.skipped + gone.filter { !told.contains($0.name) }
    let news = Rescan(newCount: new.count, goneCount: gone.count, leftOutCount: leftOut)
    followers.tell(.rescanned(news))
    return .outcome(.changed, of: .rescan, among: nil)
  }

  /// The indices of the files of `read` that are not among `known`, counting repeats, and the files
  /// of `known` that no longer exist. Blocks on the disk, off the main actor.
  private nonisolated static func difference(
    from known: [FilePath], to read: [FilePath], in folders: BaseFolders
  ) async -> (new: [Int], gone: [SkippedFile]) {
    var counts: [FilePath: Int] = [:]
    for path in known { counts[folders.absolute(path), default: 0] += 1 }
    var found: Set<FilePath> = []
    var new: [Int] = []
    for (index, path) in read.enumerated() {
      let path = folders.absolute(path)
      found.insert(path)
      if let count = counts[path], count > 0 {
        counts[path] = count - 1
      } else {
        new.append(index)
      }
    }
    var gone: [SkippedFile] = []
    for path in known where !path.isEmpty && found.insert(folders.absolute(path)).inserted {
      do throws(Errno) {
        _ = try PathName.file(of: path).stat()
      } catch {
        let name = CleanText.clean(String(decoding: PathName.allBytes(of: path), as: UTF8.self))
        gone.append(SkippedFile(name: name, reason: ErrnoClause.reading(error, of: path)))
      }
    }
    return (new, gone)
  }
}
