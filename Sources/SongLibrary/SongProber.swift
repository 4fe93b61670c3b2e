import Dispatch
import NIOConcurrencyHelpers
import Playback
import SystemPackage

/// Turns candidates into songs, from the cache or by opening the files.
struct SongProber: Sendable {
  /// A report to be stored in the cache.
  typealias News = (file: FileVersion, report: FileReport)

  private enum Outcome: Sendable {
    case song(Song)
    case skipped(SkippedFile)
    /// Not in the cache; the file must be opened.
    case unknown(FileVersion)
  }

  /// Enough to amortise a transaction, few enough to keep all cores busy.
  private static let lookUpCount = 128

  private let check: FileCheck
  private let reader: FileReader
  private let cache: (any MetadataCache)?
  private let cancellation: Cancellation

  init(
    opener: any DecoderOpener, formats: AudioFormats = AudioFormats(),
    cache: (any MetadataCache)?, cancellation: Cancellation
  ) {
    check = FileCheck(formats: formats)
    reader = FileReader(opener: opener)
    self.cache = cache
    self.cancellation = cancellation
  }

  /// Reads `candidates` in parallel and returns the results in order. Blocks.
  ///
  /// If the scan is cancelled, the remaining candidates are skipped.
  func read(_ candidates: ArraySlice<Candidate>) -> (contents: LibraryContents, news: [News]) {
    var outcomes = recall(candidates)
    let unknown = outcomes.indices.filter { index in
      if case .unknown = outcomes[index] { true } else { false }
    }
    let opened = NIOLockedValueBox([(index: Int, outcome: Outcome, news: News?)]())
    let known = outcomes
    DispatchQueue.concurrentPerform(iterations: unknown.count) { iteration in
      let index = unknown[iteration]
      guard case .unknown(let file)? = known[index], !cancellation.isCancelled else { return }
      let (outcome, news) = open(candidates[candidates.startIndex + index], file)
      opened.withLockedValue { $0.append((index, outcome, news)) }
    }
    var news: [News] = []
    for result in opened.withLockedValue({ $0 }) {
      outcomes[result.index] = result.outcome
      if let report = result.news { news.append(report) }
    }
    return (contents(of: outcomes), news)
  }

  /// What is known without opening the files; `nil` for candidates that a cancelled scan skipped.
  private func recall(_ candidates: ArraySlice<Candidate>) -> [Outcome?] {
    let pieces = stride(
      from: candidates.startIndex, to: candidates.endIndex, by: Self.lookUpCount
    ).map { candidates[$0..<min($0 + Self.lookUpCount, candidates.endIndex)] }
    let outcomes = NIOLockedValueBox([[Outcome]](repeating: [], count: pieces.count))
    DispatchQueue.concurrentPerform(iterations: pieces.count) { index in
      guard !cancellation.isCancelled else { return }
      let piece = recallPiece(pieces[index])
      outcomes.withLockedValue { $0[index] = piece }
    }
    return zip(pieces, outcomes.withLockedValue { $0 }).flatMap { piece, outcomes in
      outcomes.isEmpty ? [Outcome?](repeating: nil, count: piece.count) : outcomes
    }
  }

  private func recallPiece(_ candidates: ArraySlice<Candidate>) -> [Outcome] {
    var files: [FileVersion] = []
    var outcomes = candidates.map { candidate in
      let outcome = look(at: candidate)
      if case .unknown(let file) = outcome { files.append(file) }
      return outcome
    }
    guard let cache, !files.isEmpty else { return outcomes }
    var reports = cache.reports(on: files).makeIterator()
    for (index, candidate) in zip(outcomes.indices, candidates) {
      guard case .unknown = outcomes[index], let report = reports.next() ?? nil else { continue }
      outcomes[index] = outcome(of: candidate, report)
    }
    return outcomes
  }

  private func look(at candidate: Candidate) -> Outcome {
    if let refusal = candidate.refusal { return .skipped(refusal) }
    do throws(DecodingError) {
      return .unknown(try check.version(of: candidate.path))
    } catch {
      return outcome(of: candidate, .refused(reason: error.reason))
    }
  }

  private func open(_ candidate: Candidate, _ file: FileVersion) -> (Outcome, News?) {
    if let reason = check.refusal(of: file, at: candidate.path) {
      return (outcome(of: candidate, .refused(reason: reason)), nil)
    }
    let (report, isLasting) = reader.report(on: candidate.path)
    return (outcome(of: candidate, report), cache != nil && isLasting ? (file, report) : nil)
  }

  private func outcome(of candidate: Candidate, _ report: FileReport) -> Outcome {
    switch report {
    case .sound(let properties): .song(Song(candidate, properties))
    case .refused(let reason): .skipped(SkippedFile(path: candidate.path, reason: reason))
    }
  }

  private func contents(of outcomes: [Outcome?]) -> LibraryContents {
    var contents = LibraryContents()
    for outcome in outcomes {
      switch outcome {
      case .song(let song): contents.songs.append(song)
      case .skipped(let file): contents.skipped.append(file)
      case .unknown, nil: continue
      }
    }
    return contents
  }
}
