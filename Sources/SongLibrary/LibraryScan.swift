import Dispatch
import Playback
import SystemPackage

/// One scan of paths: one thread finds candidates, all cores open them, the results are delivered
/// in order, and a third thread stores them in the cache.
struct LibraryScan: Sendable {
  static let firstPartSize = 32
  private static let largestPartSize = 4096

  private let discovery: Discovery
  private let opener: any DecoderOpener
  private let formats: AudioFormats
  private let cache: MetadataCacheSource
  private let cancellation = Cancellation()
  // Private queues: on a global one, waiting work could block the work it waits for.
  private let finding = DispatchQueue(label: "Finding songs")
  private let storing = DispatchQueue(label: "Storing metadata")

  init(
    of discovery: Discovery, opener: any DecoderOpener, formats: AudioFormats,
    cache: MetadataCacheSource
  ) {
    self.discovery = discovery
    self.opener = opener
    self.formats = formats
    self.cache = cache
  }

  /// Stops `run` after the files being read. Callable from any thread.
  func cancel() { cancellation.cancel() }

  /// Reads all paths. Blocks until everything is read and stored, or the scan is cancelled.
  ///
  /// - Parameter deliver: Called on the calling thread, at least once unless cancelled. An error
  ///   that it throws ends the scan and is rethrown.
  func run<Failure: Error>(deliver: (LibraryPart) throws(Failure) -> Void) throws(Failure) {
    let candidates = find()
    defer {
      cancel()
      storing.sync {}
    }
    var readCount = 0
    var size = Self.firstPartSize
    var found = candidates.take(size)
    let cache = found.count < cache.fewestFiles ? nil : cache.open()
    let prober = SongProber(
      opener: opener, formats: formats, cache: cache, cancellation: cancellation)
    while true {
      let (contents, news) = prober.read(found)
      if let cache, !news.isEmpty { storing.async { cache.store(news) } }
      if cancellation.isCancelled { return }
      readCount += found.count
      try deliver(
        LibraryPart(
          contents: contents, readCount: readCount, candidateCount: candidates.foundCount))
      if found.count < size { return }
      size = min(size * 2, Self.largestPartSize)
      found = candidates.take(size)
      if found.isEmpty { return }
    }
  }

  private func find() -> CandidateQueue {
    let candidates = CandidateQueue()
    finding.async {
      var discovery = discovery
      while !cancellation.isCancelled, let found = discovery.next() { candidates.add(found) }
      candidates.finish()
    }
    return candidates
  }
}
