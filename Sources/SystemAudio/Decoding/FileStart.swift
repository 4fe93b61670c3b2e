import FileSystem
import Glibc
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
  private let bytes: [UInt8]
  let file: FileDescriptor

  /// Reads the start of `file`, without moving its position.
  init(_ file: FileDescriptor) {
    let bytes = Self.read(file, at: 0)
    self.bytes = bytes
    self.file = file
    byteCount = bytes.count
  }

  private static func read(_ file: FileDescriptor, at offset: Int64) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count =
        (try? file.read(
          fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
  }

  /// Whether an MP3 file states its length, in a Xing or LAME frame before the sound.
  ///
  /// If not, its length is estimated from the bit rate of the first frame. Reads the file, which
  /// must be open.
  var statesMPEGLength: Bool {
    var frame = bytes
    if begins("ID3"), bytes.count >= 10 {
      // ID3v2.4, section 3.1: the size has seven bits a byte and does not count the header.
      let size = bytes[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
      frame = Self.read(file, at: 10 + size)
    }
    return frame.contains("Xing") || frame.contains("Info")
  }

  /// Why the file is refused, once libsndfile has refused it.
  ///
  /// - Parameter name: The last part of its path.
  func refusal(named name: [UInt8]) -> String {
    if let unsupportedFormat { return unsupportedFormat.refusal }
    let ending = PathName.ending(ofName: name)
    if case .unsupported(let reason) = AudioFormats.verdict(onEnding: ending) { return reason }
    return isKnown
      ? "the file is damaged, or its encoding is not supported"
      : "it is not a sound file of a supported format"
  }

  private var isKnown: Bool {
    ["RIFF", "RIFX", "RF64", "FORM", ".snd", "caff", "fLaC", "OggS", "ID3"].contains(
      where: { begins($0) })
  }

  private static let unsupported: [(start: String, format: UnsupportedFormat)] = [
    ("#!AMR", .amr), (".RMF", .realAudio), (".ra", .realAudio), ("ADIF", .aac), ("DSD ", .dsd),
    ("FRM8", .dsd), ("MAC ", .monkeysAudio), ("MP+", .musepack), ("MPCK", .musepack),
    ("MThd", .midi), ("OFR ", .optimFROG), ("TTA1", .trueAudio), ("ajkg", .shorten),
    ("tBaK", .tak), ("wvpk", .wavPack),
  ]

  private var unsupportedFormat: UnsupportedFormat? {
    if begins("ftyp", at: 4) || begins("moov", at: 4) { return .mp4 }
    // ADTS: a sync word of 12 bits, and a layer that is always 0.
    if bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return .aac }
    if bytes.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return .windowsMediaAudio }
    // EBML; its header names the kind of document.
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      return Array(bytes.prefix(64)).contains("webm") ? .webM : .matroska
    }
    return Self.unsupported.first { begins($0.start) }?.format
  }

  private func begins(_ text: String, at offset: Int = 0) -> Bool {
    bytes.dropFirst(offset).starts(with: text.utf8)
  }
}

extension [UInt8] {
  /// Whether these bytes contain `text`.
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: wanted) }
  }
}
