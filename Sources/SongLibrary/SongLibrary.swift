import Dispatch
import Playback
import SystemPackage

/// Turns files, folders and playlists into songs.
///
/// Files are found by their names (see `Discovery`), and opened for what they say of themselves,
/// unless a cache knows it. Parts of the list come while the rest is still being found.
public struct SongLibrary: Sendable {
  private let opener: any DecoderOpener
  private let cache: MetadataCacheSource

  /// A library that opens files with `opener`, from several threads at once.
  ///
  /// - Parameter cache: Opens what is asked before a file is opened, and keeps what it said; called
  ///   at most once a scan, and not for a handful of files. It changes how long reading takes,
  ///   and nothing else.
  public init(
    opener: any DecoderOpener, cache: @escaping @Sendable () -> (any MetadataCache)? = { nil }
  ) {
    self.opener = opener
    self.cache = MetadataCacheSource(open: cache)
  }

  /// A library that asks `cache` of however few files.
  init(opener: any DecoderOpener, cache: any MetadataCache) {
    self.opener = opener
    self.cache = MetadataCacheSource(fewestFiles: 0) { cache }
  }

  /// Everything that `paths` hold, in their order. Blocks on the disk; uses all cores.
  ///
  /// - Parameter paths: Files, which are always candidates; folders, which are walked; and
  ///   playlists, which are followed.
  public func read(_ paths: [FilePath]) -> LibraryContents {
    var all = LibraryContents()
    read(paths) { part in
      all.songs += part.contents.songs
      all.skipped += part.contents.skipped
    }
    return all
  }

  /// Reads `paths` part by part, in their order. Blocks until all is read and stored.
  ///
  /// The first parts are small, so that a list can be shown early.
  ///
  /// - Parameter deliver: Called on the calling thread, at least once. What it throws ends the
  ///   scan, and is thrown on.
  public func read<Failure: Error>(
    _ paths: [FilePath], deliver: (LibraryPart) throws(Failure) -> Void
  ) throws(Failure) {
    try LibraryScan(of: paths, opener: opener, cache: cache).run(deliver: deliver)
  }

  /// Reads `paths` on threads of its own, and delivers what was read part by part, in order.
  ///
  /// Reading ends after the file that is being read when nobody waits for its parts any more.
  public func parts(of paths: [FilePath]) -> AsyncStream<LibraryPart> {
    AsyncStream { continuation in
      let scan = LibraryScan(of: paths, opener: opener, cache: cache)
      continuation.onTermination = { _ in scan.cancel() }
      DispatchQueue(label: "Reading songs").async {
        scan.run { continuation.yield($0) }
        continuation.finish()
      }
    }
  }
}
