import MeditationEngine
import MeditationSystem
import SystemPackage

/// The first bytes of a file, from which its format is recognised where libsndfile refuses it.
///
/// libsndfile keeps the reason of a failure to open in a global variable, which another thread may
/// overwrite.
struct FileStart {
  /// Bytes that are read: more than an MP3 frame, which has at most 1441.
  private static let length = 4096

  /// Bytes that were read, at most `length`.
  let bytes: [UInt8]
  /// The file's format; `nil` if libsndfile may read it, or if it is unknown.
  let foreignFile: ForeignFile?
  /// The bytes behind an ID3 tag in front; without one, `bytes`.
  private let body: [UInt8]

  init(_ file: SongFile) {
    let bytes = file.bytes(at: 0, count: Self.length)
    self.bytes = bytes
    let begin = FileBytes.endOfID3(bytes, of: file)
    body = begin == 0 ? bytes : file.bytes(at: begin, count: Self.length)
    foreignFile = ForeignFile(bytes: body)
  }

  /// Why the file is refused, once libsndfile has refused it.
  func refusal(named name: [UInt8], _ formats: AudioFormats) -> String {
    if let format = foreignFile?.format, let reason = formats.refusal(of: format) { return reason }
    let ending = PathName.ending(ofName: name)
    if case .unsupported(let reason) = formats.verdict(onEnding: ending) { return reason }
    switch contents(named: name) {
    case .damaged: return "the file is damaged"
    case .encoded(let name): return formats.refusal(ofEncoding: name)
    case .other: return "it is not a sound file of a supported format"
    }
  }

  /// True if a file that libsndfile has refused names an encoding that it does not read.
  func isEncodedForeignly(named name: [UInt8]) -> Bool {
    if case .encoded = contents(named: name) { true } else { false }
  }

  /// The kind of a file that libsndfile has refused.
  private enum Contents: Equatable {
    /// Sound that libsndfile would read.
    case damaged
    /// Sound in an encoding that libsndfile does not read.
    case encoded(String)
    case other
  }

  private func contents(named name: [UInt8]) -> Contents {
    if ["RIFF", "RIFX", "RF64", "BW64"].contains(where: begins) {
      return wave(isBigEndian: begins("RIFX"))
    }
    if begins("FORM") { return aiff }
    if begins("OggS") { return ogg }
    if begins("caff") { return coreAudio }
    if begins(".snd") { return next }
    let isMPEG = hasID3 || isNamedMPEG(name) && body.first == 0xFF
    return isMPEG || begins("fLaC") ? .damaged : .other
  }

  /// The offset of what the first chunk called `name` contains; `nil` if it is not near the start.
  private func chunk(_ name: String, isBigEndian: Bool) -> Int? {
    var offset = 12
    while offset + 8 <= body.count {
      let size = body.number(offset + 4, 4, isBigEndian: isBigEndian)
      if body[offset...].starts(with: name.utf8) { return offset + 8 }
      offset += 8 + size + size % 2
    }
    return nil
  }

  /// Source: RFC 2361; `wavlike.h` of libsndfile has those that it reads.
  private func wave(isBigEndian: Bool) -> Contents {
    guard body.count >= 12 else { return .damaged }
    guard body[8...].starts(with: "WAVE".utf8) else { return .other }
    guard let format = chunk("fmt ", isBigEndian: isBigEndian), format + 16 <= body.count else {
      return .damaged
    }
    func number(_ offset: Int) -> Int {
      body.number(format + offset, 2, isBigEndian: isBigEndian)
    }
    var code = number(0)
    if code == 0xFFFE, format + 26 <= body.count { code = number(24) }
    // An impossible header is damage, and so is one of an encoding that libsndfile reads.
    guard (1...64).contains(number(2)),
      body[(format + 4)..<(format + 8)].contains(where: { $0 != 0 }),
      ![1, 2, 3, 6, 7, 0x11, 0x31, 0x38, 0x40, 0x55, 0x64, 0xFFFE].contains(code)
    else { return .damaged }
    let digits = String(code, radix: 16)
    return .encoded("0x" + String(repeating: "0", count: 4 - digits.count) + digits)
  }

  private var aiff: Contents {
    guard body.count >= 12 else { return .damaged }
    let kind = String(decoding: body[8..<12], as: UTF8.self)
    guard ["AIFF", "AIFC", "8SVX", "16SV"].contains(kind) else { return .other }
    guard kind == "AIFC", let common = chunk("COMM", isBigEndian: true), common + 22 <= body.count
    else { return .damaged }
    return encoded(
      at: common + 18,
      [
        "NONE", "sowt", "twos", "raw ", "in24", "in32", "23ni", "42ni", "fl32", "FL32", "fl64",
        "FL64", "ulaw", "ULAW", "alaw", "ALAW", "DWVW", "GSM ", "ima4",
      ])
  }

  /// The first chunk, `desc`, is behind a header of 8 bytes: its rate has 8, then comes the encoding.
  private var coreAudio: Contents {
    guard body.count >= 32, body[8...].starts(with: "desc".utf8) else { return .damaged }
    return encoded(at: 28, ["lpcm", "alac", "ulaw", "alaw"])
  }

  /// - Parameter known: The encodings that libsndfile reads.
  private func encoded(at offset: Int, _ known: [String]) -> Contents {
    let code = body[offset..<(offset + 4)]
    guard code.allSatisfy({ (0x20...0x7E).contains($0) }) else { return .damaged }
    let name = String(decoding: code, as: UTF8.self)
    return known.contains(name) ? .damaged : .encoded(name)
  }

  /// Source: `au.c` of libsndfile has the numbers of the encodings that it reads.
  private var next: Contents {
    guard body.count >= 24 else { return .damaged }
    let code = body.bigNumber(12, 4)
    return (1...7).contains(code) || [23, 25, 26, 27].contains(code) || code > 27
      ? .damaged : .encoded("\(code)")
  }

  /// The first packet is behind the header of its page. libsndfile reads FLAC only in its own container.
  private var ogg: Contents {
    guard body.count > 36, body[26] == 1 else { return .damaged }
    let packet = body[28...]
    if packet.starts(with: "\u{7F}FLAC".utf8) { return .encoded("FLAC in Ogg") }
    return ["\u{1}vorbis", "OpusHead"].contains(where: { packet.starts(with: $0.utf8) })
      ? .damaged : .encoded("unknown")
  }

  /// A container that libsndfile reads in part; or MP3, whose first frame it does not search for.
  func container(of name: [UInt8]) -> ForeignFile? {
    if begins("caff") { return ForeignFile(.coreAudio, "caf") }
    if begins("RIFF") || begins("RF64") || begins("BW64") { return ForeignFile(.wave, "wav") }
    if begins("OggS") { return ForeignFile(.ogg, "ogg") }
    if begins("fLaC") { return ForeignFile(.flac, "flac") }
    if begins("FORM") { return ForeignFile(.aiff, "aiff") }
    return hasID3 || isNamedMPEG(name) ? ForeignFile(.mp3, "mp3") : nil
  }

  private func isNamedMPEG(_ name: [UInt8]) -> Bool {
    ["mp1", "mp2", "mp3", "mpga"].contains(PathName.ending(ofName: name))
  }

  private func begins(_ text: String) -> Bool { body.starts(with: text.utf8) }

  private var hasID3: Bool { bytes.starts(with: "ID3".utf8) }
}

/// A format that is not left to libsndfile, recognised by the first bytes of a file.
struct ForeignFile: Equatable {
  let format: ForeignFormat
  /// ffmpeg's demuxer. ffmpeg never chooses: one for lists or streams would open other files.
  let demuxer: String
  /// The part of the file that it is; `nil` if all of it is.
  let range: Range<Int64>?

  init(_ format: ForeignFormat, _ demuxer: String, in range: Range<Int64>? = nil) {
    self.format = format
    self.demuxer = demuxer
    self.range = range
  }

  /// True if time stamps count frames and a seek finds them, as the tests show. Matroska and ASF
  /// count milliseconds; AAC and Dolby Digital without a container count nothing.
  var seeksExactly: Bool { ["ape", "dsf", "mov", "tta", "wv"].contains(demuxer) }

  /// The names of codecs that ffmpeg calls otherwise.
  private static let codecs = [
    "aac": "AAC", "alac": "Apple Lossless", "flac": "FLAC", "mp3": "MP3", "opus": "Opus",
    "vorbis": "Vorbis",
  ]

  /// The container and the codec, for people: "MP4, AAC"; one of them if they are the same.
  func encoding(_ codec: String) -> String {
    let container = format.rawValue
    let isOne = codec.lowercased().hasPrefix(container.lowercased())
    return isOne ? container : "\(container), \(Self.codecs[codec] ?? codec)"
  }

  /// True if it states its length to the frame.
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
    // Packets of 188 bytes, each behind a byte of its own. Source: ISO 13818-1, section 2.4.3.2.
    if bytes.count > 376, [0, 188, 376].allSatisfy({ bytes[$0] == 0x47 }) {
      return ForeignFile(.mpegTransport, "mpegts")
    }
    // EBML; its header names the kind of document.
    guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
    let header = String(decoding: bytes.prefix(64), as: UTF8.self)
    return ForeignFile(header.contains("webm") ? .webM : .matroska, "matroska")
  }

  /// True if what begins at `offset` of `file` is a stream of FLAC in Ogg.
  static func isFLAC(_ file: SongFile, at offset: Int64) -> Bool {
    file.bytes(at: offset + 28, count: 5).elementsEqual("\u{7F}FLAC".utf8)
  }

  private static func bareFrames(_ bytes: [UInt8]) -> ForeignFile? {
    guard bytes.count > 5 else { return nil }
    // ADTS: a sync word of 12 bits, and a layer that is always 0.
    if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return ForeignFile(.aac, "aac") }
    // Zeros may stand in front of it. Then two frames say what it is.
    let frames = bytes.drop { $0 == 0 }
    if frames.count < bytes.count, let first = FrameHeader(adts: frames),
      let second = FrameHeader(adts: frames.dropFirst(first.byteCount)), second.matches(first)
    {
      return ForeignFile(.aac, "aac")
    }
    guard bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
    // ETSI TS 102 366: the identification of the bit stream is above 10 in the enhanced form.
    return bytes[5] >> 3 > 10
      ? ForeignFile(.dolbyDigitalPlus, "eac3") : ForeignFile(.dolbyDigital, "ac3")
  }
}
