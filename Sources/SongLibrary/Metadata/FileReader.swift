import Playback
import SystemPackage
import Text

/// Opens files for what they say of themselves.
struct FileReader: Sendable {
  private let opener: any DecoderOpener

  init(opener: any DecoderOpener) {
    self.opener = opener
  }

  /// What the file at `path` says. Blocks on the disk.
  func report(on path: FilePath) -> FileReport {
    do throws(DecodingError) {
      let properties = try opener.properties(of: path)
      if properties.frameCount == 0 { throw DecodingError("there is no sound in it") }
      let tags = properties.tags
      return .sound(
        CleanProperties(
          title: CleanText.clean(tags.title ?? ""), artist: CleanText.clean(tags.artist ?? ""),
          duration: duration(frames: properties.frameCount, rate: properties.sampleRate)))
    } catch {
      let reason = CleanText.clean(error.reason)
      return .refused(reason: reason.isEmpty ? "it cannot be decoded" : reason)
    }
  }

  /// Whether `report` is about what is in the file, and not about who read it and when.
  ///
  /// A refusal may come of permissions, a failing disk or too many open files: then reading fails.
  func isLasting(_ report: FileReport, of path: FilePath) -> Bool {
    switch report {
    case .sound: true
    case .refused: canRead(path)
    }
  }

  private func canRead(_ path: FilePath) -> Bool {
    guard
      let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    else { return false }
    let count = try? file.closeAfter {
      try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { try file.read(into: $0) }
    }
    return count == 1
  }

  private func duration(frames: Int?, rate: Int) -> Duration? {
    // The bound on the rate keeps the nanoseconds below from overflowing.
    guard let frames, frames > 0, (1...1_000_000_000).contains(rate) else { return nil }
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
    guard seconds < SongLength.longest.components.seconds else { return nil }
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / rate)
  }
}
