import Dispatch
import MeditationSystem

/// One scan of paths: one thread finds candidates, all cores open them, the results are delivered
/// in order, and a third thread stores them in the cache.
struct LibraryScan: Sendable {
  static let firstPartSize = 32
  private static let largestPartSize = 4096

  let discovery: Discovery
  let library: SongLibrary
  /// True once the threads are to stop.
  private let isCancelled = Locked(false)
  // Private queues: on a global one, waiting work could block the work it waits for.
  private let finding = DispatchQueue(label: "Finding songs")
  private let storing = DispatchQueue(label: "Storing properties")

  /// Stops `run` after the files being read. Callable from any thread.
  func cancel() { isCancelled.withLock { $0 = true } }

  /// Reads all paths. Blocks until everything is read and stored, or the scan is cancelled. Calls
  /// `deliver` on the calling thread, at least once unless cancelled.
  func run(deliver: (LibraryPart) -> Void) {
    let candidates = find()
    defer {
      cancel()
      storing.sync {}
    }
    var readCount = 0
    var size = Self.firstPartSize
    var found = candidates.take(size)
    let cache = found.count < library.fewestCached ? nil : library.cache
    let prober = SongProber(
      opener: library.opener, formats: library.formats, cache: cache, isCancelled: isCancelled)
    while true {
      let (contents, news) = prober.read(found)
      if let cache, !news.isEmpty { storing.async { cache.store(news) } }
      if isCancelled.withLock(\.self) { return }
      readCount += found.count
      deliver(
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
      while !isCancelled.withLock(\.self), let found = discovery.next() { candidates.add(found) }
      candidates.finish()
    }
    return candidates
  }
}

/// Passes candidates from the finding to the reading thread. Unbounded: their number is known soon.
final class CandidateQueue: Sendable {
  private struct State {
    var candidates: [Candidate] = []
    var takenCount = 0
    var isOver = false
    /// The total number of candidates at which the waiting reader continues.
    var awaitedCount = Int.max

    var isReady: Bool { isOver || candidates.count >= awaitedCount }
  }

  private let state = Locked(State())
  /// Signalled when the reader can continue. A signal may be stale, so the reader checks again.
  private let bell = DispatchSemaphore(value: 0)

  /// The number of candidates found so far.
  var foundCount: Int { state.withLock { $0.candidates.count } }

  /// Never blocks for long.
  func add(_ candidates: [Candidate]) { change { $0.candidates += candidates } }

  func finish() { change { $0.isOver = true } }

  /// Takes the next `count` candidates, fewer only at the end. Blocks until they are available.
  func take(_ count: Int) -> ArraySlice<Candidate> {
    while true {
      let taken: ArraySlice<Candidate>? = state.withLock { state in
        state.awaitedCount = state.takenCount + count
        guard state.isReady else { return nil }
        let end = min(state.awaitedCount, state.candidates.count)
        let taken = state.candidates[state.takenCount..<end]
        state.takenCount = end
        state.awaitedCount = .max
        return ArraySlice(Array(taken))
      }
      if let taken { return taken }
      bell.wait()
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let isReady = state.withLock { state in
      body(&state)
      return state.awaitedCount != .max && state.isReady
    }
    if isReady { bell.signal() }
  }
}
