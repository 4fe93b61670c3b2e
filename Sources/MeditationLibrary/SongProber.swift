import Dispatch
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationText
import SystemPackage

/// Turns candidates into songs, from the cache or by opening the files.
struct SongProber: Sendable {
  /// A report to be stored in the cache.
  typealias News = (file: FileVersion, report: FileReport)

  private enum Outcome: Sendable {
    /// One song, or the tracks of the file.
    case songs([Song])
    case skipped(SkippedFile)
    /// Not in the cache; the file must be opened.
    case unknown(FileVersion)
  }

  /// Enough to amortise a transaction, few enough to keep all cores busy.
  private static let lookUpCount = 128

  let opener: any DecoderOpener
  let formats: AudioFormats
  let cache: SongCache?
  /// True once a scan is to stop.
  let isCancelled: Locked<Bool>
  /// Found once: that takes longer than the rest of a file's version.
  private let currentFolder = FileVersion.currentFolder

  /// Reads `candidates` in parallel, with results in order, until the scan is cancelled. Blocks.
  func read(_ candidates: ArraySlice<Candidate>) -> (contents: LibraryContents, news: [News]) {
    var outcomes = recall(candidates)
    // The candidates of each file to open, so that a file of twelve tracks is opened once.
    var files: [(version: FileVersion, indices: [Int])] = []
    var places: [FileVersion: Int] = [:]
    for index in outcomes.indices {
      guard case .unknown(let file) = outcomes[index] else { continue }
      if let place = places[file] {
        files[place].indices.append(index)
      } else {
        places[file] = files.count
        files.append((file, [index]))
      }
    }
    let opened = Locked([(place: Int, report: FileReport, isLasting: Bool)]())
    DispatchQueue.concurrentPerform(iterations: files.count) { [files] place in
      guard !isCancelled.withLock(\.self) else { return }
      let candidate = candidates[candidates.startIndex + files[place].indices[0]]
      let (report, isLasting) = open(candidate, files[place].version)
      opened.withLock { $0.append((place, report, isLasting)) }
    }
    var news: [News] = []
    for (place, report, isLasting) in opened.withLock({ $0 }) {
      for index in files[place].indices {
        outcomes[index] = outcome(of: candidates[candidates.startIndex + index], report)
      }
      if isLasting, cache != nil { news.append((files[place].version, report)) }
    }
    return (contents(of: outcomes), news)
  }

  /// The outcomes, as far as known without opening files; `nil` where a cancelled scan skipped a candidate.
  private func recall(_ candidates: ArraySlice<Candidate>) -> [Outcome?] {
    let pieces = stride(
      from: candidates.startIndex, to: candidates.endIndex, by: Self.lookUpCount
    ).map { candidates[$0..<min($0 + Self.lookUpCount, candidates.endIndex)] }
    let outcomes = Locked([[Outcome]](repeating: [], count: pieces.count))
    DispatchQueue.concurrentPerform(iterations: pieces.count) { index in
      guard !isCancelled.withLock(\.self) else { return }
      let piece = recallPiece(pieces[index])
      outcomes.withLock { $0[index] = piece }
    }
    return zip(pieces, outcomes.withLock { $0 }).flatMap { piece, outcomes in
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
    do throws(SongDecodingError) {
      return .unknown(try FileVersion(ofSongAt: candidate.path, in: currentFolder))
    } catch {
      return outcome(of: candidate, .refused(reason: error.reason))
    }
  }

  private func open(
    _ candidate: Candidate, _ file: FileVersion
  ) -> (report: FileReport, isLasting: Bool) {
    let path = PathName.file(of: candidate.path)
    let ending = PathName.ending(ofName: PathName.bytes(of: path))
    if case .unsupported(let reason) = formats.verdict(onEnding: ending) {
      return (.refused(reason: reason), false)
    }
    return file.stamp.size > 0 ? report(on: path) : (.refused(reason: "the file is empty"), false)
  }

  private func outcome(of candidate: Candidate, _ report: FileReport) -> Outcome {
    switch report {
    case .refused(let reason):
      return .skipped(SkippedFile(path: candidate.path, reason: reason))
    case .sound(let properties):
      if let (_, range) = SongRange.split(candidate.path), properties.length.isBefore(range) {
        let reason = SongDecodingError.behindEnd.reason
        return .skipped(SkippedFile(path: candidate.path, reason: reason))
      }
      return .songs(Song.songs(of: candidate, properties))
    }
  }

  private func contents(of outcomes: [Outcome?]) -> LibraryContents {
    var contents = LibraryContents()
    for outcome in outcomes {
      switch outcome {
      case .songs(let songs): contents.songs += songs
      case .skipped(let file): contents.skipped.append(file)
      case .unknown, nil: continue
      }
    }
    return contents
  }

  // MARK: - Opening

  /// The properties of the file at `path`, or why it cannot be played, and whether that depends on
  /// the file's contents alone, and so can be cached. Blocks on the disk.
  private func report(on path: FilePath) -> (report: FileReport, isLasting: Bool) {
    do throws(SongDecodingError) {
      let properties = try opener.properties(of: path)
      if properties.frameCount == 0 { throw SongDecodingError.noSound }
      let tags = properties.tags
      let known = SongProperties(
        title: CleanText.clean(tags.title ?? ""), artist: CleanText.clean(tags.artist ?? ""),
        album: CleanText.clean(tags.album ?? ""), disc: TagNumber.number(in: tags.disc),
        track: TagNumber.number(in: tags.track), date: TagNumber.date(in: tags.date),
        length: length(of: properties),
        format: properties.sampleRate > 0 && 1...8 ~= properties.channelCount
          ? SoundFormat(
            sampleRate: properties.sampleRate, channelCount: properties.channelCount) : nil,
        encoding: CleanText.clean(properties.encoding),
        tracks: FileTrack.tracks(of: properties.chapters))
      return (.sound(known), true)
    } catch {
      let reason = CleanText.clean(error.reason)
      let report = FileReport.refused(
        reason: reason.isEmpty ? "the file cannot be decoded" : reason)
      return (report, error.concernsFile && canRead(path))
    }
  }

  /// True if a byte can be read. If not, permissions, the disk or too many open files may be why.
  private func canRead(_ path: FilePath) -> Bool {
    guard
      let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    else { return false }
    let count = try? file.closeAfter {
      try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { try file.read(into: $0) }
    }
    return count == 1
  }

  private func length(of properties: AudioProperties) -> SongLength {
    // The limit of the rate prevents an overflow of the nanoseconds below.
    guard let frames = properties.frameCount, frames > 0,
      case let rate = properties.sampleRate, (1...1_000_000_000).contains(rate)
    else { return .unknown }
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
    guard seconds < SongLength.longest.components.seconds else { return .unknown }
    let length = Duration.seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / rate)
    return properties.isEstimate ? .estimated(length) : .exact(length)
  }
}
