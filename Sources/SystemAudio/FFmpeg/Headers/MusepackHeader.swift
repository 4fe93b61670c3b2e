import SystemPackage

/// The stream header of Musepack SV8, which says where the sound begins and ends.
///
/// Source: libmpcdec, `streaminfo.c` and `mpc_decoder.c`. ffmpeg does not use it: it delivers the
/// synthesis filter's delay and the padding, too, and reports a wrong length.
struct MusepackHeader: Equatable {
  /// The delay of the synthesis filter in frames.
  private static let delay = 481

  /// Frames that are delivered before the sound.
  let leadIn: Int
  /// The length of the sound in frames.
  let frameCount: Int

  /// The header in the first bytes of a file; `nil` if they are something else.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "MPCK".utf8) else { return nil }
    var rest = bytes.dropFirst(4)
    while let high = rest.popFirst(), let low = rest.popFirst() {
      let size = rest
      guard let length = Self.number(&rest) else { return nil }
      let content = length - 2 - (size.count - rest.count)
      guard content >= 0 else { return nil }
      if [high, low].elementsEqual("SH".utf8) {
        // A checksum of 4 bytes, and the version.
        rest = rest.dropFirst(5)
        guard let count = Self.number(&rest), let silence = Self.number(&rest), silence <= count
        else { return nil }
        leadIn = Self.delay + silence
        frameCount = count - silence
        return
      }
      rest = rest.dropFirst(content)
    }
    return nil
  }

  /// A number of seven bits a byte, the most significant first.
  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    while let byte = bytes.popFirst() {
      guard value < 1 << 48 else { return nil }
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
