import Platform
import Playback
import SystemPackage

/// The first bytes of a file, from which its format is recognised where libsndfile refuses it.
///
/// libsndfile keeps the reason of a failure to open in a global variable, which another thread may
/// overwrite.
struct FileStart {
  /// Bytes that are read: more than an MP3 frame, which has at most 1441.
  private static let length = 4096

  /// Bytes that were read, at most `length`.
  let byteCount: Int
  let bytes: [UInt8]
  /// What it is, if libsndfile cannot read it.
  let foreignFile: ForeignFile?

  /// Reads the start of `file`, without moving its position.
  init(_ file: FileDescriptor) {
    let bytes = FileBytes.read(file, at: 0, count: Self.length)
    self.bytes = bytes
    byteCount = bytes.count
    let begin = FileBytes.endOfID3(bytes, of: file)
    foreignFile = ForeignFile(
      bytes: begin == 0 ? bytes : FileBytes.read(file, at: begin, count: Self.length))
  }

  /// Why the file is refused, once libsndfile has refused it.
  ///
  /// - Parameters:
  ///   - name: The last part of its path.
  ///   - formats: What else would be decoded.
  func refusal(named name: [UInt8], _ formats: AudioFormats) -> String {
    if let format = foreignFile?.format, let reason = formats.refusal(of: format) { return reason }
    let ending = PathName.ending(ofName: name)
    if case .unsupported(let reason) = formats.verdict(onEnding: ending) { return reason }
    return isKnown
      ? "the file is damaged, or its encoding is not supported"
      : "it is not a sound file of a supported format"
  }

  private var isKnown: Bool {
    ["RIFF", "RIFX", "RF64", "FORM", ".snd", "caff", "fLaC", "OggS", "ID3"].contains(
      where: begins)
  }

  /// A container that libsndfile reads, but not with every encoding; or MP3, of which it does not
  /// search for the first frame.
  ///
  /// - Parameter name: The last part of the file's path.
  func container(of name: [UInt8]) -> ForeignFile? {
    if begins("caff") { return ForeignFile(.coreAudio, "caf") }
    if begins("RIFF") { return ForeignFile(.wave, "wav") }
    if begins("OggS") { return ForeignFile(.ogg, "ogg") }
    if begins("fLaC") { return ForeignFile(.flac, "flac") }
    if begins("FORM") { return ForeignFile(.aiff, "aiff") }
    let isNamedMPEG = ["mp1", "mp2", "mp3", "mpga"].contains(PathName.ending(ofName: name))
    return begins("ID3") || isNamedMPEG ? ForeignFile(.mp3, "mp3") : nil
  }

  private func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
}

/// What the first bytes of a file say of it, if libsndfile cannot read it.
struct ForeignFile: Equatable {
  let format: ForeignFormat
  /// The demuxer of ffmpeg, which is never left to choose: one for lists or streams would open
  /// other files.
  let demuxer: String

  init(_ format: ForeignFormat, _ demuxer: String) {
    self.format = format
    self.demuxer = demuxer
  }

  /// Whether time stamps count frames and a seek finds them, as the tests show.
  ///
  /// Matroska and ASF count milliseconds; AAC and Dolby Digital without a container count nothing.
  var seeksExactly: Bool { ["ape", "dsf", "mov", "tta", "wv"].contains(demuxer) }

  /// The names of codecs that ffmpeg calls otherwise.
  private static let codecs = [
    "aac": "AAC", "alac": "Apple Lossless", "flac": "FLAC", "mp3": "MP3", "opus": "Opus",
    "vorbis": "Vorbis",
  ]

  /// The container and the codec, for people: "MP4, AAC"; one of them if they are the same.
  ///
  /// - Parameter codec: ffmpeg's name.
  func encoding(_ codec: String) -> String {
    let container = format.rawValue
    let isOne = codec.lowercased().hasPrefix(container.lowercased())
    return isOne ? container : "\(container), \(Self.codecs[codec] ?? codec)"
  }

  /// Whether it says its length to the frame.
  var statesLength: Bool {
    seeksExactly || demuxer == "tak" || format == .ogg || format == .flac || format == .aiff
  }
}

// MARK: - Recognition

extension ForeignFile {
  private static let starts: [(start: [UInt8], file: ForeignFile)] = [
    (Array("#!AMR".utf8), ForeignFile(.amr, "amr")),
    (Array(".RMF".utf8), ForeignFile(.realAudio, "rm")),
    (Array(".ra".utf8), ForeignFile(.realAudio, "rm")),
    (Array("DSD ".utf8), ForeignFile(.dsd, "dsf")),
    (Array("FRM8".utf8), ForeignFile(.dsd, "iff")),
    (Array("FLV".utf8), ForeignFile(.flashVideo, "flv")),
    (Array("MAC ".utf8), ForeignFile(.monkeysAudio, "ape")),
    (Array("MP+".utf8), ForeignFile(.musepack, "mpc")),
    (Array("MPCK".utf8), ForeignFile(.musepack, "mpc8")),
    (Array("MThd".utf8), ForeignFile(.midi, "")),
    (Array("OFR ".utf8), ForeignFile(.optimFROG, "")),
    (Array("TTA1".utf8), ForeignFile(.trueAudio, "tta")),
    (Array("ajkg".utf8), ForeignFile(.shorten, "shn")),
    (Array("tBaK".utf8), ForeignFile(.tak, "tak")),
    (Array("wvpk".utf8), ForeignFile(.wavPack, "wv")),
    ([0x00, 0x00, 0x01, 0xBA], ForeignFile(.mpegProgram, "mpeg")),
    ([0x30, 0x26, 0xB2, 0x75], ForeignFile(.windowsMediaAudio, "asf")),
    ([0x7F, 0xFE, 0x80, 0x01], ForeignFile(.dts, "dts")),
    ([0xFE, 0x7F, 0x01, 0x80], ForeignFile(.dts, "dts")),
  ]

  /// - Parameter bytes: The first of a file, after an ID3 tag.
  /// - Returns: `nil` if libsndfile may read the file, or if its format is unknown.
  init?(bytes: [UInt8]) {
    guard
      let file = Self.container(bytes) ?? Self.bareFrames(bytes)
        ?? Self.starts.first(where: { bytes.starts(with: $0.start) })?.file
    else { return nil }
    self = file
  }

  private static func container(_ bytes: [UInt8]) -> ForeignFile? {
    func has(_ text: String, at offset: Int) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    // ISO 14496-12 and QuickTime: the size of the first box, then its type.
    let boxes = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "uuid"]
    if boxes.contains(where: { has($0, at: 4) }) {
      return ForeignFile(has("qt  ", at: 8) ? .quickTime : .mp4, "mov")
    }
    if has("RIFF", at: 0), has("AVI ", at: 8) { return ForeignFile(.avi, "avi") }
    if has("OggS", at: 0) {
      // RFC 3533, section 6: the first page has a header of 27 bytes, and one length.
      if has("Speex   ", at: 28) { return ForeignFile(.speex, "ogg") }
      return has("theora", at: 29) ? ForeignFile(.oggVideo, "ogg") : nil
    }
    // EBML; its header names the kind of document.
    guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
    let header = String(decoding: bytes.prefix(64), as: UTF8.self)
    return ForeignFile(header.contains("webm") ? .webM : .matroska, "matroska")
  }

  private static func bareFrames(_ bytes: [UInt8]) -> ForeignFile? {
    guard bytes.count > 5 else { return nil }
    // ADTS: a sync word of 12 bits, and a layer that is always 0.
    if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return ForeignFile(.aac, "aac") }
    guard bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
    // ETSI TS 102 366: the identification of the bit stream is above 10 in the enhanced form.
    return bytes[5] >> 3 > 10
      ? ForeignFile(.dolbyDigitalPlus, "eac3") : ForeignFile(.dolbyDigital, "ac3")
  }
}
