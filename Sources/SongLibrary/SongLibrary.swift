import Dispatch
import Playback
import SystemPackage

/// Turns files, folders and playlists into songs.
///
/// Finds files by their names (see `Discovery`) and opens them to read their properties, unless the
/// cache has them. The first parts of the list are delivered while the rest is still being found.
public struct SongLibrary: Sendable {
  private let opener: any DecoderOpener
  private let formats: AudioFormats
  private let cache: MetadataCacheSource

  /// Creates a library that opens files with `opener`, on several threads at once.
  ///
  /// - Parameter cache: Opens the metadata cache; called at most once for each scan, and not at all
  ///   for a few files. The cache changes the speed of a scan, not its result.
  public init(
    opener: any DecoderOpener, cache: @escaping @Sendable () -> (any MetadataCache)? = { nil }
  ) {
    self.init(opener: opener, formats: AudioFormats(), cache: cache)
  }

  /// Creates a library that knows by the endings of names which `formats` the opener decodes.
  package init(
    opener: any DecoderOpener, formats: AudioFormats,
    cache: @escaping @Sendable () -> (any MetadataCache)? = { nil }
  ) {
    self.opener = opener
    self.formats = formats
    self.cache = MetadataCacheSource(open: cache)
  }

  /// Creates a library that uses `cache` for any number of files.
  init(
    opener: any DecoderOpener, formats: AudioFormats = AudioFormats(), cache: any MetadataCache
  ) {
    self.opener = opener
    self.formats = formats
    self.cache = MetadataCacheSource(fewestFiles: 0) { cache }
  }

  /// Reads all songs in `paths`, in their order. Blocks on the disk; uses all cores.
  ///
  /// - Parameter paths: Files, which are always candidates; folders, which are searched; and
  ///   playlists, which are followed.
  public func read(_ paths: [FilePath]) -> LibraryContents {
    var all = LibraryContents()
    read(paths) { part in
      all.songs += part.contents.songs
      all.skipped += part.contents.skipped
    }
    return all
  }

  /// Reads `paths` part by part, in their order. Blocks until everything is read and stored.
  ///
  /// The first parts are small, so that a list can be shown early.
  ///
  /// - Parameter deliver: Called on the calling thread, at least once. An error that it throws ends
  ///   the scan and is rethrown.
  public func read<Failure: Error>(
    _ paths: [FilePath], deliver: (LibraryPart) throws(Failure) -> Void
  ) throws(Failure) {
    try scan(Discovery(paths, formats: formats)).run(deliver: deliver)
  }

  /// Reads `paths` on separate threads and delivers the parts in order.
  ///
  /// Cancelling the stream stops the scan after the files being read.
  public func parts(of paths: [FilePath]) -> AsyncStream<LibraryPart> {
    parts(of: Discovery(paths, formats: formats))
  }

  /// Reads `files` as ``parts(of:)`` does, but follows neither folders nor playlists: they are left
  /// out.
  public func parts(ofFiles files: [FilePath]) -> AsyncStream<LibraryPart> {
    parts(of: Discovery(files: files, formats: formats))
  }

  private func scan(_ discovery: Discovery) -> LibraryScan {
    LibraryScan(of: discovery, opener: opener, formats: formats, cache: cache)
  }

  private func parts(of discovery: Discovery) -> AsyncStream<LibraryPart> {
    AsyncStream { continuation in
      let scan = scan(discovery)
      continuation.onTermination = { _ in scan.cancel() }
      DispatchQueue(label: "Reading songs").async {
        scan.run { continuation.yield($0) }
        continuation.finish()
      }
    }
  }
}
