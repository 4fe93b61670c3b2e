import Dispatch
import Playback
import SystemPackage

/// Turns files, folders and playlists into songs.
///
/// Reading is two steps, so that something can stand between them: `discover` finds candidates by
/// their names, `probe` opens each. Both block on the disk: never call them on the main actor;
/// `parts(of:)` is the form for it.
public struct SongLibrary: Sendable {
  private let prober: Prober

  /// A library that opens files with `opener`, from several threads at once.
  public init(opener: any DecoderOpener) {
    prober = Prober(opener: opener)
  }

  /// Everything that `paths` hold, in their order. Blocks; uses all cores.
  public func read(_ paths: [FilePath]) -> LibraryContents {
    var all = LibraryContents()
    probe(discover(paths)) { part in
      all.songs += part.contents.songs
      all.skipped += part.contents.skipped
    }
    return all
  }

  /// Finds what `paths` name, without opening a song. Blocks.
  ///
  /// - Parameter paths: Files, which are always candidates; folders, which are walked; and
  ///   playlists, which are followed. See `Discovery` for the order and for what is left out.
  public func discover(_ paths: [FilePath]) -> [Candidate] {
    var discovery = Discovery()
    for path in paths { discovery.follow(path) }
    return discovery.candidates
  }

  /// Opens each candidate, on all cores, and delivers what was read in the candidates' order.
  ///
  /// Blocks until all is read. The first parts are small, so that a list can be shown early.
  ///
  /// - Parameter deliver: Called on the calling thread, at least once. What it throws ends the
  ///   reading, and is thrown on.
  public func probe<Failure: Error>(
    _ candidates: [Candidate], deliver: (LibraryPart) throws(Failure) -> Void
  ) throws(Failure) {
    var readCount = 0
    var size = 32
    repeat {
      let end = min(readCount + size, candidates.count)
      let contents = prober.contents(of: candidates[readCount..<end])
      readCount = end
      size = min(size * 2, 1024)
      try deliver(
        LibraryPart(
          contents: contents, readCount: readCount, candidateCount: candidates.count))
    } while readCount < candidates.count
  }

  /// Reads `paths` on threads of its own, and delivers what was read part by part, in order.
  ///
  /// Reading ends early when nobody waits for its parts any more.
  public func parts(of paths: [FilePath]) -> AsyncStream<LibraryPart> {
    AsyncStream { continuation in
      DispatchQueue.global().async {
        try? probe(discover(paths)) { part throws(CancellationError) in
          if case .terminated = continuation.yield(part) { throw CancellationError() }
        }
        continuation.finish()
      }
    }
  }
}
