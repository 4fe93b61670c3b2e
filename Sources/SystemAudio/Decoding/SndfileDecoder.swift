import CSndfile
import Playback
import SystemPackage

/// Decodes one file by libsndfile.
///
/// libsndfile 1.2.0 is gapless by itself (source: its code, and the tests): it decodes MP3 by mpg123
/// with `MPG123_GAPLESS`, which drops delay and padding by LAME's header; Opus without pre-skip and
/// up to the last granule position; Vorbis up to the last granule position.
final class SndfileDecoder: Decoder {
  let format: StreamFormat
  let frameCount: Int?
  /// The length, unless it is an estimate. An end before it is damage.
  private let exactFrameCount: Int?
  let tags: Tags

  /// Open from `init` to `deinit`; never leaves this class.
  private let handle: OpaquePointer
  /// The file that `handle` reads, and closes.
  private let file: FileDescriptor
  /// What `handle` reads in place of `file`.
  private let unbounded: UnboundedFile?
  /// Whether the file is Ogg, where libsndfile skips holes and only logs them.
  private let isOgg: Bool
  /// A buffer for libsndfile's log, and the log's length before the latest read; `nil` at first and
  /// after a seek, which logs holes of its own.
  private var notes = [UInt8](repeating: 0, count: 4096)
  private var noteLength: Int?
  /// For each channel in the order of WAV, its index in a decoded frame; `nil` where they agree.
  private let order: [Int]?
  /// The next frame that will be delivered.
  private var frame = 0
  /// An error that is thrown once the frames before it have been delivered.
  private var pending: DecodingError?

  /// Takes ownership of `handle`: it is closed on release, or if this throws.
  ///
  /// - Parameter unbounded: What it reads if `file` does not state its length.
  init(
    _ handle: OpaquePointer, _ info: SF_INFO, _ file: FileDescriptor,
    unbounded: UnboundedFile? = nil
  ) throws(DecodingError) {
    self.handle = handle
    self.file = file
    self.unbounded = unbounded
    let container = Int(info.format) & Int(SF_FORMAT_TYPEMASK)
    let encoding = Int(info.format) & Int(SF_FORMAT_SUBMASK)
    format = StreamFormat(
      sampleRate: Int(info.samplerate), channelCount: Int(info.channels),
      sample: Self.sampleFormat(encoding))
    let isKnown = info.frames >= 0 && info.frames < Int64.max
    let isEstimate = unbounded != nil
    exactFrameCount = isKnown && !isEstimate ? Int(info.frames) : nil
    frameCount = isKnown ? Int(info.frames / (isEstimate ? UnboundedFile.factor : 1)) : nil
    isOgg = container == Int(SF_FORMAT_OGG)
    order = isOgg ? Self.vorbisOrder(channelCount: Int(info.channels)) : nil
    tags = Tags(
      title: Self.text(handle, SF_STR_TITLE), artist: Self.text(handle, SF_STR_ARTIST))
    guard (1...8).contains(info.channels) else {
      throw DecodingError("it has \(info.channels) channels, and 8 is the most that can be played")
    }
    guard (1...1_000_000).contains(info.samplerate) else {
      throw DecodingError("its sample rate of \(info.samplerate) Hz makes no sense")
    }
  }

  deinit { sf_close(handle) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DecodingError) -> Int {
    if let error = pending { throw error }
    let wanted = buffer.count / format.frameByteCount
    guard wanted > 0 else { return 0 }
    let count = max(0, decode(wanted, into: buffer))
    frame += count
    if let order { reorder(buffer, frameCount: count, order) }
    if isOgg, steppedOverHole() {
      pending = DecodingError("the file is damaged")
    }
    guard count < wanted else { return count }
    // A failed read returns a short count, as does the end of the file.
    let code = sf_error(handle)
    if pending != nil {
      // The hole came first.
    } else if code != 0 {
      pending = DecodingError(Self.reason(code))
    } else if frame < (exactFrameCount ?? 0) || isCutOff {
      pending = DecodingError("the file is damaged or cut off here")
    }
    if count == 0, let error = pending { throw error }
    return count
  }

  func seek(to frame: Int) throws(DecodingError) {
    pending = nil
    let target = min(max(frame, 0), exactFrameCount ?? frame)
    // libsndfile counts from the first frame; SEEK_SET is 0 by POSIX.
    let reached = sf_seek(handle, Int64(target), 0)
    guard reached >= 0 else {
      throw DecodingError("it is not possible to go to that place in the file")
    }
    self.frame = Int(reached)
    noteLength = nil
  }

  private func decode(_ count: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let frames = Int64(count)
    let read =
      switch format.sample {
      case .int16:
        sf_readf_short(handle, buffer.bindMemory(to: Int16.self).baseAddress, frames)
      case .int24in32:
        sf_readf_int(handle, buffer.bindMemory(to: Int32.self).baseAddress, frames)
      case .float32:
        sf_readf_float(handle, buffer.bindMemory(to: Float.self).baseAddress, frames)
      }
    return Int(read)
  }

  /// Puts channels into the order of WAV.
  private func reorder(
    _ buffer: UnsafeMutableRawBufferPointer, frameCount: Int, _ order: [Int]
  ) {
    let samples = buffer.bindMemory(to: Float.self)
    var frame = [Float](repeating: 0, count: order.count)
    for start in stride(from: 0, to: frameCount * order.count, by: order.count) {
      for (channel, place) in order.enumerated() { frame[channel] = samples[start + place] }
      for channel in order.indices { samples[start + channel] = frame[channel] }
    }
  }

  /// The indices of WAV's channels in Vorbis and Opus, which libsndfile does not reorder.
  ///
  /// Source: Vorbis I specification, section 4.3.9; RFC 7845, section 5.1.1.2.
  private static func vorbisOrder(channelCount: Int) -> [Int]? {
    switch channelCount {
    case 3: [0, 2, 1]
    case 5: [0, 2, 1, 3, 4]
    case 6: [0, 2, 1, 5, 3, 4]
    case 7: [0, 2, 1, 6, 5, 3, 4]
    case 8: [0, 2, 1, 7, 5, 6, 3, 4]
    default: nil
    }
  }

  private static func sampleFormat(_ encoding: Int) -> SampleFormat {
    switch encoding {
    case 0x0001, 0x0002, 0x0005: .int16  // PCM of 8 signed, 16, and 8 unsigned bits
    case 0x0010...0x0012: .int16  // µ-law, A-law, IMA ADPCM
    case 0x0013, 0x0020...0x0024, 0x0030...0x0032: .int16  // MS ADPCM, GSM, VOX, NMS, G.72x
    case 0x0040, 0x0041, 0x0050, 0x0051, 0x0070: .int16  // DWVW and DPCM to 16 bits, ALAC of 16
    case 0x0006, 0x0007, 0x0060, 0x0064, 0x0080...0x0082: .float32  // float, Vorbis, Opus, MPEG
    default: .int24in32  // 24 and 32 bits, also FLAC of odd widths, which has no name
    }
  }

  /// libsndfile's log of the file so far, at most 2 KiB.
  private func readNotes() -> ArraySlice<UInt8> {
    let count = notes.withUnsafeMutableBytes {
      sf_command(handle, Int32(SFC_GET_LOG_INFO), $0.baseAddress, Int32($0.count))
    }
    return notes.prefix(max(Int(count), 0))
  }

  /// Whether the latest read skipped a hole.
  private func steppedOverHole() -> Bool {
    let text = readNotes()
    defer { noteLength = text.count }
    guard text.count > (noteLength ?? text.count) else { return false }
    return String(decoding: text.dropFirst(noteLength ?? 0), as: UTF8.self)
      .contains("reports a hole")
  }

  /// Whether the file is truncated, according to its last page or libsndfile's log.
  ///
  /// A length of 0 or of all ones is a placeholder of a program that did not know it yet.
  private var isCutOff: Bool {
    if isOgg { return !OggEnd.isWhole(file) }
    return String(decoding: readNotes(), as: UTF8.self).split(separator: "\n").contains { note in
      guard note.contains("(should be "), !note.hasPrefix("RIFF"), !note.hasPrefix("FORM") else {
        return false
      }
      let claim = note.split(separator: ":").last?.split(separator: " ").first
      return claim != "0" && claim != "4294967295"
    }
  }

  private static func text(_ handle: OpaquePointer, _ kind: Int) -> String? {
    guard let text = sf_get_string(handle, Int32(kind)) else { return nil }
    return String(cString: text)
  }

  private static func reason(_ code: Int32) -> String {
    // SF_ERR_SYSTEM. All other codes are faults of the file, with texts for programmers.
    code == 2 ? "the disk cannot be read" : "the file is damaged"
  }
}
