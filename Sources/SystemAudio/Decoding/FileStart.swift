import Glibc
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
  let file: FileDescriptor

  /// Reads the start of `file`, without moving its position.
  init(_ file: FileDescriptor) {
    let bytes = Self.read(file, at: 0)
    self.bytes = bytes
    self.file = file
    byteCount = bytes.count
    foreignFile = ForeignFile(bytes: Self.bytesAfterTag(of: bytes, in: file))
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
    let frame = Self.bytesAfterTag(of: bytes, in: file)
    return frame.contains("Xing") || frame.contains("Info")
  }

  /// The bytes after a tag that MP3 and others may begin with.
  private static func bytesAfterTag(of bytes: [UInt8], in file: FileDescriptor) -> [UInt8] {
    guard bytes.starts(with: "ID3".utf8), bytes.count >= 10 else { return bytes }
    // ID3v2.4, section 3.1: the size has seven bits a byte and does not count the header.
    let size = bytes[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
    return read(file, at: 10 + size)
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
    let isNamedMPEG = ["mp1", "mp2", "mp3", "mpga"].contains(PathName.ending(ofName: name))
    return begins("ID3") || isNamedMPEG ? ForeignFile(.mp3, "mp3") : nil
  }

  private func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
}

extension [UInt8] {
  /// Whether these bytes contain `text`.
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: wanted) }
  }
}
