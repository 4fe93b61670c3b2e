import Playback

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
  /// - Returns: `nil` for what libsndfile may read, and what nobody knows.
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
