import MeditationEngine
import MeditationSystem
import MeditationText
import SystemPackage

/// Finds the files that may be songs, starting from the paths that the user names.
///
/// - A named file is always a candidate, whatever its extension.
/// - A folder gives its own files first, then those of its subfolders, each in natural order. A
///   subfolder with a file `.nomedia` gives none.
/// - A playlist is followed if the user or another playlist names it. Playlists found in a folder
///   are ignored; otherwise every song beside one would be listed twice. A folder with playlists
///   only is refused, with a hint to name one.
/// - A cue sheet is a playlist of its tracks. It also splits the files that it names if it is in a
///   searched folder or beside a named file.
/// - A URL is refused, as one in a playlist is; `file:` is followed.
/// - Below each named path, a folder or a playlist is read once, so loops of links or playlists
///   end.
/// - The paths of a set are songs: folders and playlists among them are not followed.
struct Discovery {
  private enum Step {
    /// A path that the user names; it resets what was seen below earlier ones.
    case root(FilePath)
    /// A path in a saved set.
    case file(FilePath)
    case entry(PlaylistEntry, of: FilePath, folder: FilePath)
    case folder(FilePath)
    /// Everything below a folder that the user names was followed.
    case rootEnd(FilePath)
  }

  /// The most tracks that are read from a sheet beside files. A disc has 99.
  private static let mostTracks = 1_000

  /// The files that a cue sheet names.
  private struct Sheet {
    var tracks: [FilePath: [Candidate]] = [:]
    /// Notes on files whose tracks the sheet does not give.
    var notes: [FilePath: Candidate] = [:]
  }

  /// The tracks of named files, by the sheets beside them.
  private var besides: [FilePath: [Candidate]] = [:]
  /// Found but not returned yet.
  private var candidates: [Candidate] = []
  private var seenFolders: Set<FileIdentity> = []
  private var seenPlaylists: Set<FileIdentity> = []
  /// True if the named folder has a candidate.
  private var rootHasFiles = false
  /// The first playlist in the named folder.
  private var ignoredPlaylist: FilePath?
  /// The steps to do, the next one last. Not on the call stack: folders can be nested deeply.
  private var steps: [Step]

  /// Finds files whose names are spelled differently.
  private var names = FolderNames()

  private let formats: AudioFormats

  /// Creates a discovery of `paths`, in their order. Does not access the disk.
  ///
  /// - Parameter areFiles: True to follow no folder and no playlist.
  init(_ paths: [FilePath], areFiles: Bool = false, formats: AudioFormats) {
    self.formats = formats
    steps = paths.reversed().map { areFiles ? .file($0) : .root($0) }
  }

  /// Follows the next path, folder or entry to candidates, often none; `nil` at the end. Blocks.
  mutating func next() -> [Candidate]? {
    guard let step = steps.popLast() else { return nil }
    switch step {
    case .root(let path):
      seenFolders = []
      seenPlaylists = []
      followNamed(path)
    case .file(let path): candidates.append(saved(path))
    case .entry(let entry, let playlist, let folder): follow(entry, of: playlist, in: folder)
    case .folder(let path): followFolder(path)
    case .rootEnd(let path):
      if !rootHasFiles, let playlist = ignoredPlaylist {
        refuse(path, "it has playlists only; name one, such as \(PathName.shown(playlist))")
      }
    }
    defer { candidates = [] }
    if !candidates.isEmpty { rootHasFiles = true }
    return candidates
  }

  private mutating func followNamed(_ path: FilePath) {
    if (try? path.stat())?.type == .directory {
      (rootHasFiles, ignoredPlaylist) = (false, nil)
      steps.append(.rootEnd(path))
      followFolder(path, isNamed: true)
    } else if let location = Self.location(named: path) {
      switch location {
      case .stream(let address): refuseStream(address)
      case .file(let bytes): followNamed(PathName.path(bytes))
      }
    } else if let kind = PlaylistKind(name: PathName.bytes(of: path)) {
      followPlaylist(path, kind)
    } else if SongRange.split(path) != nil, !path.isThere {
      candidates.append(saved(path))
    } else {
      let (tracks, note) = tracks(of: path)
      candidates += (tracks.isEmpty ? [Candidate(path: path)] : tracks) + [note].compactMap(\.self)
    }
  }

  private mutating func follow(
    _ entry: PlaylistEntry, of playlist: FilePath, in folder: FilePath
  ) {
    switch entry.location {
    case .stream(let address): refuseStream(address)
    case .file(let bytes):
      let path = file(of: bytes, in: playlist, folder)
      let type = (try? path.stat())?.type
      if type == .directory {
        refuse(path, "folders in playlists are not supported")
      } else if let kind = PlaylistKind(name: PathName.bytes(of: path)) {
        followPlaylist(path, kind)
      } else {
        candidates.append(Candidate(of: path, entry.range, hint: entry.hint))
        if entry.trackCount > 1, type != nil {
          candidates.append(Self.unsplit(path, entry.trackCount, by: playlist))
        }
      }
    }
  }

  // MARK: - Tracks of one file

  /// The file that a playlist names as `bytes`. A sheet may name the file before it was compressed,
  /// `Album.wav`, where there is `Album.flac`, or name it as another system does.
  private mutating func file(
    of bytes: [UInt8], in playlist: FilePath, _ folder: FilePath
  ) -> FilePath {
    let path = PlaylistPath.resolve(bytes, in: folder, &names)
    guard PlaylistKind(name: PathName.bytes(of: playlist)) == .cue, !path.isThere else {
      return path
    }
    let slash = UInt8(ascii: "/")
    let slashed = bytes.map { $0 == UInt8(ascii: "\\") ? slash : $0 }
    let name = Array(slashed[(slashed.lastIndex(of: slash).map { $0 + 1 } ?? 0)...])
    for place in [slashed, name, PathName.bytes(of: playlist)] {
      let stem = Array(
        place.dropLast(PathName.ending(ofName: place).map { $0.utf8.count + 1 } ?? 0))
      let whole = PlaylistKind(name: place) == nil ? [PlaylistPath.join(folder, place)] : []
      let others = AudioFormats.ofAlbums.map { PlaylistPath.join(folder, stem + ".\($0)".utf8) }
      if let other = (whole + others).first(where: { $0.isThere }) { return other }
      for other in whole {
        if let file = names.file(like: other) { return file }
      }
      let base = PlaylistPath.join(folder, stem)
      if let file = names.file(like: base, withOneOf: AudioFormats.ofAlbums) { return file }
    }
    return path
  }

  /// The files that the cue sheet at `path` names; none if it cannot be read.
  private mutating func sheet(at path: FilePath) -> Sheet {
    var sheet = Sheet()
    guard let text = try? BoundedFile(at: path, limit: PlaylistParser.maximumByteCount) else {
      return sheet
    }
    let folder = path.removingLastComponent()
    var files: [[UInt8]: FilePath] = [:]
    for entry in PlaylistParser.parse(text.bytes, .cue).prefix(Self.mostTracks) {
      guard entry.range != nil || entry.trackCount > 1, case .file(let bytes) = entry.location
      else { continue }
      let file = files[bytes] ?? file(of: bytes, in: path, folder)
      files[bytes] = file
      if let range = entry.range {
        sheet.tracks[file, default: []].append(Candidate(of: file, range, hint: entry.hint))
      } else {
        sheet.notes[file] = Self.unsplit(file, entry.trackCount, by: path)
      }
    }
    return sheet
  }

  /// A note that `sheet` does not give the `count` tracks of `file`.
  private static func unsplit(_ file: FilePath, _ count: Int, by sheet: FilePath) -> Candidate {
    let name = CleanText.clean(String(decoding: PathName.bytes(of: file), as: UTF8.self))
    let reason = "it does not say where the \(count) tracks of \(name) begin: they play as one song"
    return Candidate(
      path: sheet, refusal: SkippedFile(path: sheet, reason: reason, isNote: true))
  }

  /// The tracks of the file at `path` by a sheet beside it, `Album.cue` or `Album.flac.cue`; if the
  /// sheet does not say where they begin, none and a note.
  private mutating func tracks(of path: FilePath) -> (tracks: [Candidate], note: Candidate?) {
    if let known = besides[path] { return (known, nil) }
    let (folder, name) = (path.removingLastComponent(), PathName.bytes(of: path))
    var found: [Candidate] = []
    var note: Candidate?
    if let ending = PathName.ending(ofName: name) {
      for stem in [name.dropLast(ending.utf8.count + 1), name[...]] where found.isEmpty {
        let sheet = sheet(at: folder.appending(PathName.path(stem + ".cue".utf8).components))
        found = sheet.tracks[path] ?? []
        note = note ?? sheet.notes[path]
      }
    }
    // Most files have no sheet, and a list may name very many.
    if !found.isEmpty { besides[path] = found }
    return (found, found.isEmpty ? note : nil)
  }

  /// The song at `path` in a set, in the journal or typed: a whole file, or the named range.
  private mutating func saved(_ path: FilePath) -> Candidate {
    guard let (file, range) = SongRange.split(path) else {
      return Candidate(of: path, nil, hint: nil)
    }
    let known = tracks(of: file).tracks.first { track in
      SongRange.split(track.path)?.range.isNear(range) ?? false
    }
    return Candidate(of: file, range, hint: known?.hint)
  }

  private mutating func followFolder(_ path: FilePath, isNamed: Bool = false) {
    do throws(Errno) {
      let listing = try FolderListing(of: path, formats: formats)
      guard seenFolders.insert(listing.identity).inserted, isNamed || !listing.hasNoMusic else {
        return
      }
      var sheets = Sheet()
      for path in listing.playlists where PlaylistKind(name: PathName.bytes(of: path)) == .cue {
        let sheet = sheet(at: path)
        sheets.tracks.merge(sheet.tracks) { first, _ in first }
        sheets.notes.merge(sheet.notes) { first, _ in first }
      }
      for file in listing.files {
        if let tracks = sheets.tracks[file] {
          candidates += tracks
        } else {
          candidates += [Candidate(path: file), sheets.notes[file]].compactMap(\.self)
        }
      }
      ignoredPlaylist = ignoredPlaylist ?? listing.playlists.first
      steps += listing.folders.reversed().map { .folder($0) }
    } catch {
      refuse(path, ErrnoClause.reading(error, of: path))
    }
  }

  /// The location of a named URL; `nil` if `path` is a path. It has lost one of two slashes.
  private static func location(named path: FilePath) -> PlaylistEntry.Location? {
    let bytes = PathName.allBytes(of: path)
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
    guard bytes[scheme.endIndex...].starts(with: ":/".utf8), !path.isThere else { return nil }
    if scheme.map(ASCII.lowercased).elementsEqual("file".utf8) {
      return PlaylistPath.location(of: bytes[...])
    }
    let url = scheme + ":/".utf8 + bytes[(scheme.endIndex + 1)...]
    guard case .stream(let address) = PlaylistPath.location(of: url) else { return nil }
    return .stream(address)
  }

  private mutating func refuseStream(_ address: [UInt8]) {
    // Shown as typed, with both slashes.
    let stream = SkippedFile(
      name: CleanText.clean(UnmarkedText.decode(address[...])),
      reason: "network streams are not supported")
    candidates.append(Candidate(path: PathName.path(address), refusal: stream))
  }

  private mutating func followPlaylist(_ path: FilePath, _ kind: PlaylistKind) {
    do throws(BoundedFile.Failure) {
      let file = try BoundedFile(at: path, limit: PlaylistParser.maximumByteCount)
      guard seenPlaylists.insert(file.identity).inserted else {
        refuse(path, "the playlist is already in the list")
        return
      }
      let entries = PlaylistParser.parse(file.bytes, kind)
      if entries.isEmpty { refuse(path, "the playlist has no songs") }
      if entries.count == PlaylistParser.maximumEntryCount {
        refuse(path, "only the first \(entries.count) entries of the playlist are read")
      }
      if PlaylistParser.breaksOff(file.bytes, kind) {
        refuse(path, "the playlist breaks off; the part before that is read", isNote: true)
      }
      let folder = path.removingLastComponent()
      steps += entries.reversed().map { .entry($0, of: path, folder: folder) }
    } catch {
      switch error {
      case .tooLarge: refuse(path, "the playlist is too large")
      case .unreadable(let reason): refuse(path, reason)
      }
    }
  }

  private mutating func refuse(_ path: FilePath, _ reason: String, isNote: Bool = false) {
    let file = SkippedFile(path: path, reason: reason, isNote: isNote)
    candidates.append(Candidate(path: path, refusal: file))
  }
}

/// A file that was found but not opened yet.
package struct Candidate: Equatable, Sendable {
  /// Few files have one. Indirect: a list of 100,000 plain files would otherwise take 24 MB more.
  private indirect enum Note: Equatable {
    case hint(SongHint)
    /// A playlist names the song, without metadata.
    case named
    case refusal(SkippedFile)
  }

  /// The path of the song: that of a file, or of a range of one.
  package let path: FilePath
  private let note: Note?

  /// The metadata of the file in the playlist that lists it.
  var hint: SongHint? { if case .hint(let hint) = note { hint } else { nil } }
  /// True if a file with several songs counts as several: not where a list names the song itself.
  var isSplit: Bool { note == nil }
  /// Why the file cannot be a song, or a note about it, if known without opening it.
  var refusal: SkippedFile? { if case .refusal(let file) = note { file } else { nil } }

  /// A file that was found, or that the user names.
  init(path: FilePath, refusal: SkippedFile? = nil) {
    self.path = path
    note = refusal.map(Note.refusal)
  }

  /// A song that a list names: `range` of `file`, or all of it.
  init(of file: FilePath, _ range: SongRange?, hint: SongHint?) {
    path = range?.path(in: file) ?? file
    note = hint.map(Note.hint) ?? .named
  }
}
