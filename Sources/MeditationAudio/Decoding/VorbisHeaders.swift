import CMeditationVorbis
import MeditationEngine
import SystemPackage

/// The headers of an Ogg Vorbis file, ten times as fast as libsndfile, which unpacks the codebooks.
final class VorbisHeaders {
  /// The container and the codec, for people.
  static let encoding = "Ogg Vorbis"
  private static let count = 3
  /// The type of the third header. Source: Vorbis I, section 4.2.1.
  private static let setupType = 5

  /// The same properties that libsndfile would find.
  private(set) var properties = AudioProperties(
    tags: Tags(), frameCount: nil, sampleRate: 0, channelCount: 0)

  private let pages: OggPages
  private var stream = ogg_stream_state()
  private var info = vorbis_info()
  private var comment = vorbis_comment()

  /// The headers of `file`; `nil` unless it is one whole Vorbis stream: libsndfile reads all else.
  init?(_ file: SongFile) {
    pages = OggPages(file)
    guard pages.advance() else { return nil }
    ogg_stream_init(&stream, pages.stream)
    vorbis_info_init(&info)
    vorbis_comment_init(&comment)
    guard readHeaders(), startsAtStart,
      let end = OggEnd.page(of: file, in: 0..<file.size), end.endsStream,
      end.endsFile(), Int(end.stream) == stream.serialno, end.position > 0,
      (1...8).contains(info.channels), StreamFormat.sampleRates.contains(info.rate)
    else { return nil }
    properties = AudioProperties(
      tags: Tags(
        title: text("TITLE"), artist: artists, album: text("ALBUM"),
        disc: text("DISCNUMBER"), track: text("TRACKNUMBER"), date: text("DATE")),
      frameCount: Int(end.position), sampleRate: info.rate, channelCount: Int(info.channels),
      encoding: Self.encoding)
    // Usually numbered from 1, and from 0 by ffmpeg.
    let marks = ["CUESHEET", "CHAPTER000", "CHAPTER001", "CHAPTER00", "CHAPTER01"]
    if marks.contains(where: { text($0) != nil }) {
      properties.chapters = RawTags(file.bytes(at: 0, count: 4096), of: file).chapters
    }
  }

  deinit {
    ogg_stream_clear(&stream)
    vorbis_comment_clear(&comment)
    vorbis_info_clear(&info)
  }

  /// Reads the headers. The third, with the codebooks, only has to be there.
  private func readHeaders() -> Bool {
    var readCount = 0
    repeat {
      guard pages.give(to: &stream) else { return false }
      var packet = ogg_packet()
      while ogg_stream_packetout(&stream, &packet) == 1 {
        readCount += 1
        if readCount == Self.count {
          return packet.bytes > 0 && Int(packet.packet[0]) == Self.setupType
        }
        guard vorbis_synthesis_headerin(&info, &comment, &packet) == 0 else { return false }
      }
    } while pages.advance()
    return false
  }

  /// True if the stream is whole, not cut out of another: then positions would not begin at 0.
  private var startsAtStart: Bool {
    guard pages.advance() else { return false }
    // Vorbis I, section 1.3.2: a packet gives at most half of a long block.
    let longBlock = Int(vorbis_info_blocksize(&info, 1))
    return (0...Int64(pages.packetCount * longBlock / 2)).contains(pages.position)
  }

  /// All artists: "A, B".
  private var artists: String? {
    let artists = (0..<vorbis_comment_query_count(&comment, "ARTIST")).compactMap {
      vorbis_comment_query(&comment, "ARTIST", $0).map { String(cString: $0) }
    }
    return artists.isEmpty ? nil : artists.joined(separator: ", ")
  }

  private func text(_ name: String) -> String? {
    vorbis_comment_query(&comment, name, 0).map { String(cString: $0) }
  }
}
