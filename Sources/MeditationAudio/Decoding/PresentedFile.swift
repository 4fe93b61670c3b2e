import CMeditationSndfile
import Glibc
import SystemPackage

/// Presents the sound of a file to libsndfile: without surrounding data, with headers that claim
/// the true length, without false headers, and MP3 as longer than it is.
///
/// If a file states no length, libsndfile estimates it from the first frame's bit rate and the
/// file's size, and stops reading there: a file with a variable bit rate would end too early. With
/// a far larger size, the real end always comes first.
///
/// libmpg123 ends at damage that looks like the header of another format, and no seek gets past it.
/// If it finds zeros instead, it searches for the next header. Source: libsndfile 1.2.0,
/// `MPG123_NO_FRANKENSTEIN`; each header is read on its own.
final class PresentedFile {
  /// The length of a tag at the very end, where mpg123 looks for it. Source: ID3v1.
  private static let tagLength: Int64 = 128

  let file: SongFile
  private let extent: SoundExtent
  private let claim: Int64
  /// Bytes shown in place of those in `file`, by their offsets.
  private var corrections: [(offset: Int64, bytes: [UInt8])]
  /// Where libsndfile reads next, counted from the first presented byte.
  private(set) var position: Int64 = 0
  init(_ file: SongFile, _ extent: SoundExtent) {
    self.file = file
    self.extent = extent
    claim = Int64(extent.range.count) * extent.factor
    corrections = extent.corrections
  }

  /// Hides the header that ends at `end` in the file, when it is next opened.
  func hideHeader(endingAt end: Int64) { corrections.append((end - 4, [0, 0, 0, 0])) }

  /// Opens the file with libsndfile. This object must outlive the handle.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    position = 0
    file.forgetFailure()
    var calls = SF_VIRTUAL_IO(
      get_filelen: { PresentedFile.from($0)?.claim ?? 0 },
      seek: { PresentedFile.from($2)?.seek($0, $1) ?? -1 },
      read: { PresentedFile.from($2)?.read(into: $0, $1) ?? 0 },
      write: { _, _, _ in 0 },
      tell: { PresentedFile.from($0)?.position ?? 0 })
    guard
      let handle = sf_open_virtual(
        &calls, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
    else { return nil }
    if info.format & Int32(SF_FORMAT_SUBMASK) == Int32(SF_FORMAT_OPUS) {
      // Not at the rate given to the encoder. RFC 7845, section 5.1: "This is not the sample rate
      // to use for playback of the encoded data."
      var rate: Int32 = 48_000
      sf_command(
        handle, Int32(SFC_SET_ORIGINAL_SAMPLERATE), &rate, Int32(MemoryLayout<Int32>.size))
      sf_command(
        handle, Int32(SFC_GET_CURRENT_SF_INFO), &info, Int32(MemoryLayout<SF_INFO>.size))
    }
    return handle
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> PresentedFile? {
    pointer.map { Unmanaged<PresentedFile>.fromOpaque($0).takeUnretainedValue() }
  }

  private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
    let start: Int64 =
      switch origin {
      case SEEK_CUR: position
      case SEEK_END: claim
      default: 0
      }
    let (target, overflows) = start.addingReportingOverflow(offset)
    guard target >= 0, !overflows else { return -1 }
    position = target
    return target
  }

  private func read(into memory: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 {
    // The tag appears at the claimed end; before it there is nothing.
    let isInTag = extent.factor > 1 && position >= claim - Self.tagLength
    let end = extent.factor > 1 && !isInTag ? extent.end : extent.range.upperBound
    let offset = isInTag ? end - (claim - position) : extent.range.lowerBound + position
    let wanted = min(count, end - offset)
    guard offset >= 0, wanted > 0 else { return 0 }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: Int(wanted))
    let read = file.read(at: offset, into: buffer)
    for (place, bytes) in corrections {
      let shown = (place..<place + Int64(bytes.count)).clamped(to: offset..<offset + Int64(read))
      for at in shown { buffer[Int(at - offset)] = bytes[Int(at - place)] }
    }
    // libsndfile looks for chunks for ever if reads give nothing before the end.
    position = read < wanted ? claim : position + Int64(read)
    return Int64(read)
  }
}
