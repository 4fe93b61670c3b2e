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
  let exactFrameCount: Int?
  let tags: Tags
  var encoding: String { handle.encodingText }

  let handle: SndfileHandle
  /// The holes in an Ogg file; `nil` where libsndfile reports damage as an error.
  let holes: OggHoles?
  /// For each channel in the order of WAV, its index in a decoded frame; `nil` where they agree.
  private let order: [Int]?
  /// Reads in a row that decoded frames and delivered none.
  private var emptyReadCount = 0
  /// The next frame that will be delivered.
  var frame = 0
  /// An error that is thrown once the frames before it have been delivered.
  var pending: DecodingError?
  /// Where decoding goes on behind the hole that `pending` is about, if that is known.
  var holeEnd: Int?
  /// Frames behind a hole that were decoded with those before it, and are delivered next.
  var kept: [UInt8] = []
  /// Whether `handle` has to be opened once more before it can seek.
  var isStuck = false

  init(_ handle: SndfileHandle) throws(DecodingError) {
    self.handle = handle
    let info = handle.info
    format = StreamFormat(
      sampleRate: Int(info.samplerate), channelCount: Int(info.channels),
      sample: Self.sampleFormat(handle.encoding))
    exactFrameCount = handle.isUnbounded ? nil : handle.frameCount
    frameCount = handle.frameCount.map { $0 / handle.lengthFactor }
    holes = OggHoles(handle)
    order = holes == nil ? nil : Self.vorbisOrder(channelCount: Int(info.channels))
    tags = Tags(
      title: handle.text(SF_STR_TITLE), artist: handle.text(SF_STR_ARTIST),
      album: handle.text(SF_STR_ALBUM), track: handle.text(SF_STR_TRACKNUMBER),
      date: handle.text(SF_STR_DATE))
    guard (1...8).contains(info.channels) else {
      throw DecodingError("it has \(info.channels) channels; 1 to 8 are supported")
    }
    guard (1...1_000_000).contains(info.samplerate) else {
      throw DecodingError("its sample rate of \(info.samplerate) Hz is invalid")
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DecodingError) -> Int {
    if let error = pending { throw error }
    let wanted = buffer.count / format.frameByteCount
    guard wanted > 0 else { return 0 }
    guard kept.isEmpty else { return takeKept(wanted, into: buffer) }
    holes?.begin()
    let decoded = handle.read(wanted, as: format.sample, into: buffer)
    var count = decoded
    if let order { reorder(buffer, frameCount: count, order) }
    let code = handle.error
    let isShort = count < wanted
    if let holes {
      let passed = holes.passed()
      if !passed.isEmpty { count = split(buffer, count, at: passed) }
    }
    frame += count
    // A failed read returns a short count, as does the end of the file.
    if pending == nil, kept.isEmpty, isShort {
      if code != 0 {
        pending = Self.failure(code)
        isStuck = true
      } else if frame < (exactFrameCount ?? 0) - tolerance || isCutOff {
        pending = DecodingError("the file is damaged or cut off here")
        handle.hideLastHeader()
        isStuck = true
      }
    }
    if count == 0, let error = pending { throw error }
    guard count == 0, decoded > 0, kept.isEmpty else {
      emptyReadCount = 0
      return count
    }
    // A gap between pages where nothing is missing: the frames come with the next read.
    emptyReadCount += 1
    guard emptyReadCount < 4 else { throw DecodingError("the file is damaged") }
    return try read(into: buffer)
  }

  /// Frames by which a file may end too early: mpg123 goes on behind damage by itself, without the
  /// frames that it skipped, and some encoders of Ogg claim a part of a packet that is not there. A
  /// packet of Opus has at most 120 ms.
  private var tolerance: Int {
    switch handle.container {
    case Int(SF_FORMAT_MPEG): 2 * format.sampleRate
    case Int(SF_FORMAT_OGG): format.sampleRate * 120 / 1000
    default: 0
    }
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

  /// Whether the file is truncated, according to its last page or libsndfile's log.
  ///
  /// A length of 0 or of all ones is a placeholder of a program that did not know it yet.
  private var isCutOff: Bool {
    if handle.container == Int(SF_FORMAT_OGG) { return !OggEnd.isWhole(handle.file) }
    let notes = String(decoding: handle.readLog(), as: UTF8.self).split(separator: "\n")
    return notes.contains { note in
      guard note.contains("(should be "), !note.hasPrefix("RIFF"), !note.hasPrefix("FORM") else {
        return false
      }
      let claim = note.split(separator: ":").last?.split(separator: " ").first
      return claim != "0" && claim != "4294967295"
    }
  }

  private static func failure(_ code: Int32) -> DecodingError {
    // libsndfile's texts are for programmers.
    code == SndfileHandle.systemError
      ? DecodingError("the disk cannot be read", concernsFile: false)
      : DecodingError("the file is damaged")
  }
}
