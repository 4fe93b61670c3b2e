import CMeditationVorbis
import SystemPackage

/// The pages of an Ogg file from an offset on, each verified by its checksum.
final class OggPages {
  /// Long enough for the headers of most files, in bytes.
  private static let pieceLength = 8192

  private let file: SongFile
  private var offset: Int64
  private var state = ogg_sync_state()
  /// Points into `state`, and never leaves this class.
  private var page = ogg_page()

  /// Where nothing more is read.
  private let limit: Int64

  init(_ file: SongFile, from offset: Int64 = 0, to limit: Int64 = .max) {
    self.file = file
    self.offset = offset
    self.limit = limit
    ogg_sync_init(&state)
  }

  deinit { ogg_sync_clear(&state) }

  /// Goes to the page that follows directly, for the properties below; `false` if none is complete.
  func advance() -> Bool { advance(isSkipping: false) }

  /// Goes to the next page, skipping anything else; `false` if no complete page follows.
  func find() -> Bool { advance(isSkipping: true) }

  private func advance(isSkipping: Bool) -> Bool {
    while true {
      switch ogg_sync_pageout(&state, &page) {
      case 1: return true
      case 0: guard readOn() else { return false }
      default: guard isSkipping else { return false }
      }
    }
  }

  /// The offsets in the file at which the page begins and ends.
  var start: Int64 { end - Int64(page.header_len + page.body_len) }
  var end: Int64 { offset - Int64(state.fill - state.returned) }
  /// The number of the page in its stream.
  var sequence: Int { Int(ogg_page_pageno(&page)) }
  /// The serial number of the page's stream.
  var stream: Int32 { ogg_page_serialno(&page) }
  var beginsStream: Bool { ogg_page_bos(&page) != 0 }
  var endsStream: Bool { ogg_page_eos(&page) != 0 }
  /// True if the last packet on the page is complete.
  var endsPacket: Bool {
    let count = Int(page.header[26])
    return count > 0 && page.header[26 + count] < 255
  }
  /// The position in the stream at which the page ends; for Vorbis in frames.
  var position: Int64 { ogg_page_granulepos(&page) }
  /// How many packets end on the page.
  var packetCount: Int { Int(ogg_page_packets(&page)) }
  /// The length of the Opus packets that begin and end on the page, in positions.
  var opusDuration: Int64 {
    guard let header = page.header, let body = page.body else { return 0 }
    // A packet continued from the page before does not count.
    var isWhole = ogg_page_continued(&page) == 0
    var (begin, end) = (0, 0)
    var duration: Int64 = 0
    for segment in 0..<Int(header[26]) {
      let length = Int(header[27 + segment])
      end += length
      // A segment of 255 bytes is not the end of its packet.
      guard length < 255 else { continue }
      if isWhole {
        let packet = UnsafeBufferPointer<UInt8>(start: body + begin, count: end - begin)
        duration += OpusPacket.duration(of: packet)
      }
      (begin, isWhole) = (end, true)
    }
    return duration
  }

  /// True if the file ends with this page, which then stays valid.
  func endsFile() -> Bool { state.returned == state.fill && !readOn() }

  /// Adds the page to `stream`; `false` if it belongs to another.
  func give(to stream: inout ogg_stream_state) -> Bool { ogg_stream_pagein(&stream, &page) == 0 }

  private func readOn() -> Bool {
    guard let room = ogg_sync_buffer(&state, Self.pieceLength) else { return false }
    let wanted = min(limit - offset, Int64(Self.pieceLength))
    guard wanted > 0 else { return false }
    let buffer = UnsafeMutableRawBufferPointer(start: room, count: Int(wanted))
    let count = file.read(at: offset, into: buffer)
    offset += Int64(count)
    return count > 0 && ogg_sync_wrote(&state, count) == 0
  }
}

enum OpusPacket {
  /// No packet is longer, in positions: 120 ms.
  private static let longest: Int64 = 5760

  /// The positions, at 48 kHz, in `packet`; 0 if it is invalid. Source: RFC 6716, section 3.1.
  static func duration(of packet: UnsafeBufferPointer<UInt8>) -> Int64 {
    guard let first = packet.first else { return 0 }
    let size = Int64((first >> 3) & 3)
    let frame: Int64 =
      switch first >> 3 {
      case 16...: 120 << size  // CELT: 2.5, 5, 10 and 20 ms
      case 12...: size & 1 == 0 ? 480 : 960  // hybrid: 10 and 20 ms
      default: size == 3 ? 2880 : 480 << size  // SILK: 10, 20, 40 and 60 ms
      }
    let count: Int64 =
      switch first & 3 {
      case 0: 1
      case 3: packet.count > 1 ? Int64(packet[1] & 0x3F) : 0
      default: 2
      }
    return frame * count <= longest ? frame * count : 0
  }
}

/// The last page of an Ogg file, which gives its length and shows whether it is complete.
enum OggEnd {
  /// No page is longer than this. Source: RFC 3533, section 6.
  private static let pageLimit = 65_307

  /// True if the last page in `range` of `file` is marked as the end of its stream, even if
  /// something like another format's tags was appended. Some programs mark none: then nothing may
  /// follow, not even an incomplete packet.
  static func isWhole(_ file: SongFile, in range: Range<Int64>) -> Bool {
    page(of: file, in: range).map { $0.endsStream || $0.endsPacket && $0.endsFile() } ?? false
  }

  /// The last page in `range` of `file`; `nil` if it is incomplete.
  static func page(of file: SongFile, in range: Range<Int64>) -> OggPages? {
    let start = max(range.upperBound - Int64(pageLimit), range.lowerBound)
    let tail = file.bytes(at: start, count: Int(range.upperBound - start))
    let mark = Array("OggS".utf8)
    let last = tail.indices.reversed().first { index in
      tail[index] == mark[0] && tail[index...].starts(with: mark)
    }
    guard let last else { return nil }
    let pages = OggPages(file, from: start + Int64(last), to: range.upperBound)
    return pages.advance() ? pages : nil
  }
}

/// The holes in one stream of an Ogg file, found page by page.
final class OggHoleWalk {
  private let pages: OggPages
  private let stream: Int32
  /// The number of the latest page.
  private var sequence: Int?
  /// The position at the end of the latest page on which a packet ends.
  private(set) var position: Int64?
  /// The beginning of the hole before that page; `nil` if it began before the walk, or there is none.
  private(set) var latestHole: Int64?
  /// True if pages are missing after `position`.
  private var isBroken = false
  /// The position at the end of the first page.
  private(set) var firstPosition: Int64?

  /// Walks through `stream` in `range` of `file`.
  init(of file: SongFile, stream: Int32, in range: Range<Int64>) {
    pages = OggPages(file, from: range.lowerBound, to: range.upperBound)
    self.stream = stream
  }

  /// Walks to the first page that ends at `limit` or later, and returns the holes on the way, each
  /// once, with the number of missing positions for Opus. All begin before `limit`.
  func holes(before limit: Int64) -> [(begin: Int64, length: Int64)] {
    var holes: [(begin: Int64, length: Int64)] = []
    while position ?? -1 < limit, pages.find() {
      guard pages.stream == stream else { continue }
      if let sequence, pages.sequence != sequence + 1 { isBroken = true }
      sequence = pages.sequence
      let end = pages.position
      // Some positions would be millennia.
      guard (0..<1 << 52).contains(end) else { continue }
      latestHole = isBroken ? position : nil
      if let latestHole {
        holes.append((latestHole, max(end - pages.opusDuration - latestHole, 0)))
      }
      firstPosition = firstPosition ?? end
      (position, isBroken) = (end, false)
    }
    return holes
  }
}
