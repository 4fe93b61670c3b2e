import FileSystem
import SystemPackage
import Text

/// Follows the paths that a person names, to the files that may be songs.
///
/// - A file that is named is always a candidate, whatever its ending.
/// - A folder gives its own files first, then those of its folders, each in natural order: what lies
///   together is heard together.
/// - A playlist is followed where a person or another playlist names it; in a folder it is ignored,
///   or every song beside it would come twice.
/// - For each path that a person names, a folder or a playlist is read once: links and playlists
///   that lead back, or to one place many times over, end there.
struct Discovery {
  private enum Step {
    /// A path that a person names; what was seen below the ones before is forgotten.
    case root(FilePath)
    case entry(PlaylistEntry, folder: FilePath)
    case folder(FilePath)
  }

  /// Found, and not yet taken.
  private var candidates: [Candidate] = []
  private var seenFolders: Set<FileIdentity> = []
  private var seenPlaylists: Set<FileIdentity> = []
  /// What is still to be followed, the next one last. Not the call stack: folders can lie deep.
  private var steps: [Step]

  /// A discovery of what `paths` lead to, in their order. Nothing is looked at yet.
  init(_ paths: [FilePath]) {
    steps = paths.reversed().map { .root($0) }
  }

  /// Follows the next path, folder or entry. Blocks on the disk.
  ///
  /// - Returns: The candidates that it gives, often none; `nil` where nothing is left to follow.
  mutating func next() -> [Candidate]? {
    guard let step = steps.popLast() else { return nil }
    switch step {
    case .root(let path):
      seenFolders = []
      seenPlaylists = []
      followNamed(path)
    case .entry(let entry, let folder): follow(entry, in: folder)
    case .folder(let path): followFolder(path)
    }
    defer { candidates = [] }
    return candidates
  }

  private mutating func followNamed(_ path: FilePath) {
    if (try? path.stat())?.type == .directory {
      followFolder(path)
    } else if let kind = PlaylistKind(name: PathName.bytes(of: path)) {
      followPlaylist(path, kind)
    } else {
      candidates.append(Candidate(path: path))
    }
  }

  private mutating func follow(_ entry: PlaylistEntry, in folder: FilePath) {
    switch entry.location {
    case .stream(let address):
      // Told as it is written: a path would lose one of the two slashes.
      let stream = SkippedFile(
        name: CleanText.clean(PlaylistText.decode(address[...])),
        reason: "network streams are not supported")
      candidates.append(Candidate(path: PathName.path(address), refusal: stream))
    case .file(let bytes):
      let path = PlaylistPath.resolve(bytes, in: folder)
      if (try? path.stat())?.type == .directory {
        refuse(path, "a playlist can name songs, not a folder")
      } else if let kind = PlaylistKind(name: PathName.bytes(of: path)) {
        followPlaylist(path, kind)
      } else {
        candidates.append(Candidate(path: path, hint: entry.hint))
      }
    }
  }

  private mutating func followFolder(_ path: FilePath) {
    do throws(Errno) {
      let listing = try FolderListing(of: path)
      guard seenFolders.insert(listing.identity).inserted else { return }
      candidates += listing.files.map { Candidate(path: $0) }
      steps += listing.folders.reversed().map { .folder($0) }
    } catch {
      refuse(path, ErrnoClause.reading(error))
    }
  }

  private mutating func followPlaylist(_ path: FilePath, _ kind: PlaylistKind) {
    do throws(BoundedFile.Failure) {
      let file = try BoundedFile(at: path, limit: PlaylistParser.maximumByteCount)
      guard seenPlaylists.insert(file.identity).inserted else {
        refuse(path, "this playlist is in the list already")
        return
      }
      let entries = PlaylistParser.parse(file.bytes, kind)
      if entries.count == PlaylistParser.maximumEntryCount {
        refuse(path, "only the first \(entries.count) entries of this playlist are read")
      }
      let folder = path.removingLastComponent()
      steps += entries.reversed().map { .entry($0, folder: folder) }
    } catch {
      switch error {
      case .tooLarge: refuse(path, "it is too large for a playlist")
      case .unreadable(let reason): refuse(path, reason)
      }
    }
  }

  private mutating func refuse(_ path: FilePath, _ reason: String) {
    let file = SkippedFile(path: path, reason: reason)
    candidates.append(Candidate(path: path, refusal: file))
  }
}
