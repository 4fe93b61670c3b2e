import CVorbis
import SystemPackage

/// The pages of an Ogg file from an offset on, each verified by its checksum.
final class OggPages {
  /// The headers of most files are in the first of these, in bytes.
  private static let pieceLength = 8192

  private let file: FileDescriptor
  private var offset: Int64
  private var state = ogg_sync_state()
  /// Points into `state`, and never leaves this class.
  private var page = ogg_page()

  /// Reads `file` from `offset` on, without moving the file position.
  init(_ file: FileDescriptor, from offset: Int64 = 0) {
    self.file = file
    self.offset = offset
    ogg_sync_init(&state)
  }

  deinit { ogg_sync_clear(&state) }

  /// Goes to the next page, which the properties below describe.
  ///
  /// - Returns: `false` where no complete page follows directly.
  func advance() -> Bool {
    while true {
      switch ogg_sync_pageout(&state, &page) {
      case 1: return true
      case 0: guard readOn() else { return false }
      default: return false
      }
    }
  }

  /// Goes to the next page, over whatever is not one.
  ///
  /// - Returns: `false` where no complete page follows.
  func find() -> Bool {
    while true {
      let result = ogg_sync_pageout(&state, &page)
      if result == 1 { return true }
      if result == 0, !readOn() { return false }
    }
  }

  /// The offset in the file at which the page ends.
  var end: Int64 { offset - Int64(state.fill - state.returned) }
  /// The number of the page in its stream.
  var sequence: Int { Int(ogg_page_pageno(&page)) }
  /// The serial number of the page's stream.
  var stream: Int32 { ogg_page_serialno(&page) }
  /// Whether the page is marked as the last of its stream.
  var endsStream: Bool { ogg_page_eos(&page) != 0 }
  /// The position in the stream at which the page ends; for Vorbis in frames.
  var position: Int64 { ogg_page_granulepos(&page) }
  /// How many packets end on the page.
  var packetCount: Int { Int(ogg_page_packets(&page)) }

  /// Whether the file ends with the page. If so, the page stays valid: nothing is read over it.
  func endsFile() -> Bool { state.returned == state.fill && !readOn() }

  /// Adds the page to `stream`; `false` where it belongs to another.
  func give(to stream: inout ogg_stream_state) -> Bool { ogg_stream_pagein(&stream, &page) == 0 }

  private func readOn() -> Bool {
    guard let room = ogg_sync_buffer(&state, Self.pieceLength) else { return false }
    let buffer = UnsafeMutableRawBufferPointer(start: room, count: Self.pieceLength)
    let count = (try? file.read(fromAbsoluteOffset: offset, into: buffer)) ?? 0
    offset += Int64(count)
    return count > 0 && ogg_sync_wrote(&state, count) == 0
  }
}
