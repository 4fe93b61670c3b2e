import Dispatch
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationText
import SystemPackage

/// Turns files, folders and playlists into songs.
///
/// Finds files by their names (see `Discovery`) and opens them to read their properties, unless the
/// cache has them. The first parts of the list are delivered while the rest is still being found.
package struct SongLibrary: Sendable {
  let opener: any DecoderOpener
  let formats: AudioFormats
  let cache: SongCache?
  let fewestCached: Int

  /// Creates a library that opens files with `opener`, on several threads at once.
  ///
  /// - Parameters:
  ///   - formats: The formats that the opener decodes, by the endings of names.
  ///   - cache: Changes the speed of a scan, not its result.
  ///   - fewestCached: With fewer files than this, the cache stays closed: reading them is faster
  ///     than opening it. Not more than the first part of a scan.
  package init(
    opener: any DecoderOpener, formats: AudioFormats, cache: SongCache? = nil,
    fewestCached: Int = LibraryScan.firstPartSize
  ) {
    self.opener = opener
    self.formats = formats
    self.cache = cache
    self.fewestCached = fewestCached
  }

  /// Reads `paths` like ``parts(of:)``. Blocks until all is stored; calls `deliver` at least once.
  package func read(_ paths: [FilePath], deliver: (LibraryPart) -> Void) {
    LibraryScan(discovery: Discovery(paths, formats: formats), library: self).run(deliver: deliver)
  }

  /// Reads `paths` on separate threads and delivers the parts in order: at least one. The first
  /// parts are small, so that a list can be shown early.
  ///
  /// Cancelling the stream stops the scan after the files being read.
  ///
  /// - Parameter paths: Files, which are always candidates; folders, which are searched; and
  ///   playlists, which are followed.
  package func parts(of paths: [FilePath]) -> AsyncStream<LibraryPart> {
    parts(of: Discovery(paths, formats: formats))
  }

  /// Reads `files` like ``parts(of:)``, but leaves out folders and playlists.
  package func parts(ofFiles files: [FilePath]) -> AsyncStream<LibraryPart> {
    parts(of: Discovery(files, areFiles: true, formats: formats))
  }

  /// The exact length of the file at `path`, which is decoded if necessary; `nil` if it cannot be
  /// found. It is stored in the cache. Blocks on the disk.
  package func exactLength(of path: FilePath) -> Duration? {
    guard let version = try? FileVersion(ofSongAt: path),
      let length = (try? opener.exactLength(of: path)) ?? nil,
      let length = SongLength(length).credible.exact
    else { return nil }
    // The cache has the lengths of files.
    if SongRange.split(path) == nil { cache?.store(length: length, of: version) }
    return length
  }

  private func parts(of discovery: Discovery) -> AsyncStream<LibraryPart> {
    AsyncStream { continuation in
      let scan = LibraryScan(discovery: discovery, library: self)
      continuation.onTermination = { _ in scan.cancel() }
      DispatchQueue(label: "Reading songs").async {
        scan.run { continuation.yield($0) }
        continuation.finish()
      }
    }
  }
}

/// The songs found under a list of paths, and the files left out, each in the order of the list.
package struct LibraryContents: Equatable, Sendable {
  package var songs: [Song]
  /// The files that cannot be played, with reasons, and notes about files that can.
  package var skipped: [SkippedFile]

  package init(songs: [Song] = [], skipped: [SkippedFile] = []) {
    self.songs = songs
    self.skipped = skipped
  }
}

/// The result of one step of a scan, with the progress of the scan.
package struct LibraryPart: Equatable, Sendable {
  package var contents: LibraryContents
  /// The number of candidates read so far, including this part.
  package var readCount: Int
  /// How many candidates were found so far; it grows, and is `readCount` in the last part.
  package var candidateCount: Int
}

extension SkippedFile {
  /// Creates a skipped file from a path and a reason, and cleans both.
  init(path: FilePath, reason: String, isNote: Bool = false) {
    self.init(name: PathName.shown(path), reason: CleanText.clean(reason), isNote: isNote)
  }
}
