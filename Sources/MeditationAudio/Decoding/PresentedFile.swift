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
  private static let headerLength: Int64 = 4
  /// The length of a tag at the very end, where mpg123 looks for it. Source: ID3v1.
  private static let tagLength: Int64 = 128

  let file: SongFile
  private let extent: SoundExtent
  private let claim: Int64
  /// Where false headers begin in `file`.
  private var falseHeaders: [Int64] = []
  /// Where libsndfile reads next, counted from the first presented byte.
  private(set) var position: Int64 = 0
  init(_ file: SongFile, _ extent: SoundExtent) {
    self.file = file
    self.extent = extent
    claim = Int64(extent.range.count) * extent.factor
  }

  /// Hides the header that ends at `end` in the file, when it is next opened.
  func hideHeader(endingAt end: Int64) { falseHeaders.append(end - Self.headerLength) }

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
      decodeFully(handle, &info)
    }
    return handle
  }

  /// Makes libsndfile decode Opus at 48 kHz, instead of the rate given to the encoder. RFC 7845,
  /// section 5.1: "This is not the sample rate to use for playback of the encoded data."
  private func decodeFully(_ handle: OpaquePointer, _ info: inout SF_INFO) {
    var rate: Int32 = 48_000
    sf_command(
      handle, Int32(SFC_SET_ORIGINAL_SAMPLERATE), &rate, Int32(MemoryLayout<Int32>.size))
    sf_command(
      handle, Int32(SFC_GET_CURRENT_SF_INFO), &info, Int32(MemoryLayout<SF_INFO>.size))
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
    let end =
      isInTag ? extent.range.upperBound : extent.factor > 1 ? extent.end : extent.range.upperBound
    let offset = isInTag ? end - (claim - position) : extent.range.lowerBound + position
    let wanted = min(count, end - offset)
    guard offset >= 0, wanted > 0 else { return 0 }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: Int(wanted))
    let read = file.read(at: offset, into: buffer)
    for (place, bytes) in extent.corrections {
      show(bytes, at: place, in: .init(rebasing: buffer[..<read]), from: offset)
    }
    for place in falseHeaders {
      show([0, 0, 0, 0], at: place, in: .init(rebasing: buffer[..<read]), from: offset)
    }
    // libsndfile looks for chunks for ever if reads give nothing before the end.
    position = read < wanted ? claim : position + Int64(read)
    return Int64(read)
  }

  /// Replaces the file's bytes at `place` by `bytes` in `buffer`, which begins at `offset`.
  private func show(
    _ bytes: [UInt8], at place: Int64, in buffer: UnsafeMutableRawBufferPointer, from offset: Int64
  ) {
    let shown = (place..<place + Int64(bytes.count)).clamped(
      to: offset..<offset + Int64(buffer.count))
    for at in shown { buffer[Int(at - offset)] = bytes[Int(at - place)] }
  }
}
