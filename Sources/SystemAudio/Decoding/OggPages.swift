import CVorbis
import SystemPackage

/// The pages of an Ogg file from some place on, each proved by its checksum.
final class OggPages {
  /// The headers of most files are in the first of these, in bytes.
  private static let pieceLength = 8192

  private let file: FileDescriptor
  private var offset: Int64
  private var state = ogg_sync_state()
  /// Points into `state`, and never leaves this class.
  private var page = ogg_page()

  /// Reads `file` from `offset` on, without moving its position.
  init(_ file: FileDescriptor, from offset: Int64 = 0) {
    self.file = file
    self.offset = offset
    ogg_sync_init(&state)
  }

  deinit { ogg_sync_clear(&state) }

  /// Goes to the next page, of which all else here tells; `false` where none follows at once, or
  /// none whole.
  func advance() -> Bool {
    while true {
      switch ogg_sync_pageout(&state, &page) {
      case 1: return true
      case 0: guard readOn() else { return false }
      default: return false
      }
    }
  }

  /// Which of the streams in the file the page belongs to.
  var stream: Int32 { ogg_page_serialno(&page) }
  /// Whether the page is marked as the last of its stream.
  var endsStream: Bool { ogg_page_eos(&page) != 0 }
  /// Where the page ends in its stream; for Vorbis in frames.
  var position: Int64 { ogg_page_granulepos(&page) }
  /// How many packets end on the page.
  var packetCount: Int { Int(ogg_page_packets(&page)) }

  /// Whether the file ends with the page, which is still there then: nothing was read over it.
  func endsFile() -> Bool { state.returned == state.fill && !readOn() }

  /// Gives the page to `stream`; `false` where it is another's.
  func give(to stream: inout ogg_stream_state) -> Bool { ogg_stream_pagein(&stream, &page) == 0 }

  private func readOn() -> Bool {
    guard let room = ogg_sync_buffer(&state, Self.pieceLength) else { return false }
    let buffer = UnsafeMutableRawBufferPointer(start: room, count: Self.pieceLength)
    let count = (try? file.read(fromAbsoluteOffset: offset, into: buffer)) ?? 0
    offset += Int64(count)
    return count > 0 && ogg_sync_wrote(&state, count) == 0
  }
}
