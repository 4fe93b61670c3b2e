import Dispatch
import Playback
import SystemPackage

/// One reading of paths: candidates are found on one thread, opened on all cores, delivered in
/// their order, and remembered on a third thread.
struct Reading: Sendable {
  static let firstPartSize = 32
  private static let largestPartSize = 4096

  private let paths: [FilePath]
  private let opener: any DecoderOpener
  private let memory: MemorySource
  private let cancellation = Cancellation()
  // Queues of their own: a global one might wait for the very threads that wait for it.
  private let finding = DispatchQueue(label: "Finding songs")
  private let remembering = DispatchQueue(label: "Remembering songs")

  init(of paths: [FilePath], opener: any DecoderOpener, memory: MemorySource) {
    self.paths = paths
    self.opener = opener
    self.memory = memory
  }

  /// Lets `run` return soon, after the file that is being read. From any thread.
  func cancel() { cancellation.cancel() }

  /// Reads all. Blocks until it is read and remembered, or the reading is cancelled.
  ///
  /// - Parameter deliver: Called on the calling thread, at least once unless cancelled. What it
  ///   throws ends the reading, and is thrown on.
  func run<Failure: Error>(deliver: (LibraryPart) throws(Failure) -> Void) throws(Failure) {
    let candidates = find()
    defer {
      cancel()
      remembering.sync {}
    }
    var readCount = 0
    var size = Self.firstPartSize
    var found = candidates.take(size)
    let memory = found.count < memory.fewestFiles ? nil : memory.open()
    let prober = Prober(opener: opener, memory: memory, cancellation: cancellation)
    while true {
      let (contents, news) = prober.read(found)
      if let memory, !news.isEmpty { remembering.async { memory.remember(news) } }
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
      var discovery = Discovery(paths)
      while !cancellation.isCancelled, let found = discovery.next() { candidates.add(found) }
      candidates.finish()
    }
    return candidates
  }
}
