import Playback
import Score
import SystemPackage
import Text

/// Opens files and reads their properties.
struct FileReader: Sendable {
  private let opener: any DecoderOpener

  init(opener: any DecoderOpener) {
    self.opener = opener
  }

  /// The properties of the file at `path`, or why it cannot be played. Blocks on the disk.
  ///
  /// - Returns: The report, and whether it depends on the file's contents alone, and so can be cached.
  func report(on path: FilePath) -> (report: FileReport, isLasting: Bool) {
    do throws(DecodingError) {
      let properties = try opener.properties(of: path)
      if properties.frameCount == 0 { throw DecodingError("the file contains no sound") }
      let tags = properties.tags
      let report = FileReport.sound(
        CleanProperties(
          title: CleanText.clean(tags.title ?? ""), artist: CleanText.clean(tags.artist ?? ""),
          album: CleanText.clean(tags.album ?? ""), disc: TagNumber.number(in: tags.disc),
          track: TagNumber.number(in: tags.track), date: TagNumber.date(in: tags.date),
          duration: duration(frames: properties.frameCount, rate: properties.sampleRate),
          format: properties.sampleRate > 0 && 1...8 ~= properties.channelCount
            ? SoundFormat(
              sampleRate: properties.sampleRate, channelCount: properties.channelCount) : nil,
          encoding: CleanText.clean(properties.encoding)))
      return (report, true)
    } catch {
      let reason = CleanText.clean(error.reason)
      let report = FileReport.refused(
        reason: reason.isEmpty ? "the file cannot be decoded" : reason)
      return (report, error.concernsFile && canRead(path))
    }
  }

  /// Whether a byte can be read. A refusal can also come from permissions, a failing disk or too
  /// many open files; then this fails, too.
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
    // The bound on the rate prevents an overflow of the nanoseconds below.
    guard let frames, frames > 0, (1...1_000_000_000).contains(rate) else { return nil }
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
    guard seconds < SongLength.longest.components.seconds else { return nil }
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / rate)
  }
}
