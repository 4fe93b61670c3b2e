import Dispatch
import NIOConcurrencyHelpers
import Playback
import SystemPackage

/// Opens candidates, and makes songs of what they say of themselves.
struct Prober: Sendable {
  private enum Outcome: Sendable {
    case song(Song)
    case skipped(SkippedFile)
  }

  /// More than a week is a damaged header, not a song.
  private static let longestDuration = Duration.seconds(7 * 24 * 60 * 60)

  private let opener: any DecoderOpener

  init(opener: any DecoderOpener) {
    self.opener = opener
  }

  /// Reads `candidates` side by side, and returns what they hold in their order. Blocks.
  func contents(of candidates: ArraySlice<Candidate>) -> LibraryContents {
    let first = candidates.startIndex
    let outcomes = NIOLockedValueBox([Outcome?](repeating: nil, count: candidates.count))
    DispatchQueue.concurrentPerform(iterations: candidates.count) { offset in
      let outcome = outcome(of: candidates[first + offset])
      outcomes.withLockedValue { $0[offset] = outcome }
    }
    var contents = LibraryContents()
    for outcome in outcomes.withLockedValue({ $0 }) {
      switch outcome {
      case .song(let song): contents.songs.append(song)
      case .skipped(let file): contents.skipped.append(file)
      case nil: continue
      }
    }
    return contents
  }

  private func outcome(of candidate: Candidate) -> Outcome {
    if let refusal = candidate.refusal { return .skipped(refusal) }
    do throws(DecodingError) {
      try check(candidate.path)
      return .song(try song(from: candidate))
    } catch {
      let reason = error.reason.isEmpty ? "it cannot be decoded" : error.reason
      return .skipped(SkippedFile(path: candidate.path, reason: reason))
    }
  }

  /// What can be known without opening, which must come first: opening a FIFO could wait for ever.
  private func check(_ path: FilePath) throws(DecodingError) {
    let status: Stat
    do {
      status = try path.stat()
    } catch {
      throw DecodingError(FileReason.clause(for: error))
    }
    if let reason = FileReason.clause(forType: status.type) { throw DecodingError(reason) }
    if case .unsupported(let reason) = AudioFormats.verdict(onName: PathName.bytes(of: path)) {
      throw DecodingError(reason)
    }
    if status.size == 0 { throw DecodingError("the file is empty") }
  }

  private func song(from candidate: Candidate) throws(DecodingError) -> Song {
    let decoder = try opener.open(candidate.path)
    if decoder.frameCount == 0 { throw DecodingError("there is no sound in it") }
    let tags = decoder.tags
    let hint = candidate.hint
    let title = firstText(tags.title, hint?.title)
    return Song(
      path: candidate.path,
      title: title.isEmpty ? TitleFromName.title(for: PathName.bytes(of: candidate.path)) : title,
      artist: firstText(tags.artist, hint?.artist),
      album: firstText(tags.album, nil),
      duration: duration(frames: decoder.frameCount, rate: decoder.format.sampleRate)
        ?? hint?.duration.flatMap { $0 > .zero && $0 <= Self.longestDuration ? $0 : nil })
  }

  /// The first of two texts of which something is left when it is clean; else nothing.
  private func firstText(_ first: String?, _ second: String?) -> String {
    let text = first.map { CleanText.clean($0) } ?? ""
    return text.isEmpty ? second.map { CleanText.clean($0) } ?? "" : text
  }

  private func duration(frames: Int?, rate: Int) -> Duration? {
    // The bound on the rate keeps the nanoseconds below from overflowing.
    guard let frames, frames > 0, (1...1_000_000_000).contains(rate) else { return nil }
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
    guard seconds < Self.longestDuration.components.seconds else { return nil }
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / rate)
  }
}
