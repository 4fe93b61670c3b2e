import MeditationControl
import MeditationCore
import MeditationLibrary
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationText
import SystemPackage

/// The songs of a session: from the command line, a list, or the music folder.
struct SongSource {
  let paths: [String]
  let filesFrom: String?

  /// Reads all songs. Throws the reasons if none can be played.
  @MainActor func read() throws(StartProblem) -> LibraryRows {
    var rows = LibraryRows()
    SongLibrary.ofProgram.read(try sources()) { rows.append($0.contents) }
    guard rows.songs.isEmpty else { return rows }
    throw nothingPlayable(in: rows)
  }

  /// The songs of the files at `paths`; `nil` for one that cannot be played, such as a folder.
  @MainActor static func songs(at paths: [FilePath]) async -> [SongViewModel?] {
    let found = await contents(of: SongLibrary.ofProgram.parts(ofFiles: paths)).songs
    let songs = Dictionary(found.map { ($0.path, $0) }) { first, _ in first }
    return paths.map { path in songs[path].map(SongViewModel.init) }
  }

  /// Why each of these files, if it exists, cannot be played. Blocks, off the main actor.
  static func problems(ofFiles paths: [FilePath]) async -> [FilePath: String] {
    let files = paths.filter { PathName.file(of: $0).isThere }
    let skipped = await contents(of: SongLibrary.ofProgram.parts(ofFiles: files)).skipped
    let reasons = Dictionary(skipped.filter { !$0.isNote }.map { ($0.name, $0.reason) }) { $1 }
    return Dictionary(files.map { ($0, reasons[PathName.shown($0)]) }) { first, _ in first }
      .compactMapValues(\.self)
  }

  /// The user's music folder, which may not exist; `nil` without a home directory. Blocks on the disk.
  static var musicFolder: FilePath? { MusicFolder.find(environment: ProgramEnvironment.variables) }

  @MainActor static func songsOfMusicFolder() async -> [SetSong] {
    guard let musicFolder else { return [] }
    return await contents(of: SongLibrary.ofProgram.parts(of: [musicFolder])).songs.map { song in
      SetSong(
        path: PathName.allBytes(of: song.path), title: song.properties.title,
        artist: song.properties.artist, length: song.properties.length.exact)
    }
  }

  /// Reads for up to 0.3 s and at least one song; the rest follows in parts.
  @MainActor func begin() async throws(StartProblem) -> (LibraryRows, AsyncStream<LibraryPart>) {
    let parts = SongLibrary.ofProgram.parts(of: try sources())
    let deadline = ContinuousClock.now + .milliseconds(300)
    var rows = LibraryRows()
    for await part in parts {
      rows.append(part.contents)
      if !rows.songs.isEmpty, ContinuousClock.now > deadline { break }
    }
    guard rows.songs.isEmpty else { return (rows, parts) }
    throw nothingPlayable(in: rows)
  }

  /// Reads all files again; `nil` if they were named on standard input, which is gone.
  var reader: (@Sendable () async -> ReadFiles)? {
    guard filesFrom != "-" else { return nil }
    return {
      do throws(StartProblem) {
        return await Self.files(at: try sources())
      } catch {
        // The list of paths is gone, but its files may be there.
        let name = CleanText.clean(filesFrom ?? "")
        var read = await Self.files(at: [])
        read.skipped = [SkippedFile(name: name, reason: "the list cannot be read")]
        return read
      }
    }
  }

  /// The files at `paths`, which may be folders and playlists.
  static func files(at paths: [FilePath]) async -> ReadFiles {
    let contents = await contents(of: SongLibrary.ofProgram.parts(of: paths))
    let songs = contents.songs
    return ReadFiles(
      paths: songs.map(\.path), skipped: contents.skipped
    ) { SongViewModel(songs[$0]) }
  }

  private static func contents(of parts: AsyncStream<LibraryPart>) async -> LibraryContents {
    var contents = LibraryContents()
    for await part in parts {
      contents.songs += part.contents.songs
      contents.skipped += part.contents.skipped
    }
    return contents
  }

  private func sources() throws(StartProblem) -> [FilePath] {
    let named = try paths.map(RawArguments.path) + listed()
    // An empty list does not mean the music folder.
    guard named.isEmpty, filesFrom == nil else { return named }
    if let folder = Self.musicFolder { return [folder] }
    throw StartProblem(
      .nothingPlayable,
      "There is no music folder because HOME is not set. Name files: 'meditate PATH ...'.")
  }

  private func listed() throws(StartProblem) -> [FilePath] {
    guard let filesFrom else { return [] }
    do throws(BoundedFile.Failure) {
      let bytes = try RawArguments.contents(of: filesFrom)
      guard let paths = PathList.parse(bytes) else {
        throw BoundedFile.Failure.unreadable(ByteOrderMark.utf16Clause)
      }
      return paths
    } catch {
      let name = Self.shown(filesFrom)
      throw StartProblem(.nothingPlayable, "The list \(name) cannot be read: \(error.clause).")
    }
  }

  private static func shown(_ list: String) -> String {
    list == "-" ? "on standard input" : CleanText.clean(list)
  }

  @MainActor private func nothingPlayable(in contents: LibraryRows) -> StartProblem {
    let shown = 5
    var lines = ["Nothing playable was found. Name audio files, folders or playlists."]
    if let filesFrom, paths.isEmpty, contents.skipped.isEmpty {
      lines = ["The list \(Self.shown(filesFrom)) is empty: there is nothing to play."]
    }
    lines += contents.skipped.prefix(shown).map { "\($0.name): \($0.reason)" }
    if contents.skipped.count > shown {
      lines.append("… and \(contents.skipped.count - shown) more files left out")
    }
    return StartProblem(status: .nothingPlayable, lines: lines)
  }
}

// MARK: - Songs and files as rows

/// The songs and skipped files of a library, for a session. Built part by part: all songs at once,
/// beside their view models, would take 21 MB more for 100,000.
@MainActor struct LibraryRows {
  private(set) var songs: [SongViewModel] = []
  private(set) var paths: [FilePath] = []
  private(set) var skipped: [SkippedFile] = []

  mutating func append(_ contents: LibraryContents) {
    songs += contents.songs.map(SongViewModel.init)
    paths += contents.songs.map(\.path)
    skipped += contents.skipped
  }
}

extension SongViewModel {
  convenience init(_ song: Song) {
    let known = song.properties
    self.init(
      title: known.title, subtitle: known.artist, album: known.album, disc: known.disc,
      track: known.track, date: known.date, length: known.length, folder: song.folder,
      format: known.format, encoding: known.encoding)
  }
}
