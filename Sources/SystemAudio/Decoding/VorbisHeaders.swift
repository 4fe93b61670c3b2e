import CVorbis
import Playback
import SystemPackage

/// What an Ogg Vorbis file says of itself before its sound.
///
/// To open such a file, libsndfile also unpacks its codebooks, which takes ten times as long as all
/// the rest; of ten thousand songs, few are to be played soon.
final class VorbisHeaders {
  private static let count = 3
  /// What the third begins with. Source: Vorbis I, section 4.2.1.
  private static let setupType = 5

  /// What libsndfile would find.
  private(set) var properties = AudioProperties(tags: Tags(), frameCount: nil, sampleRate: 0)

  private let pages: OggPages
  private var stream = ogg_stream_state()
  private var info = vorbis_info()
  private var comment = vorbis_comment()

  /// The headers of `file`, whose position is not moved.
  ///
  /// - Returns: `nil` for all but one whole Vorbis stream that starts at its start: what else such
  ///   a file is, libsndfile is to say.
  init?(_ file: FileDescriptor) {
    pages = OggPages(file)
    guard pages.advance() else { return nil }
    ogg_stream_init(&stream, pages.stream)
    vorbis_info_init(&info)
    vorbis_comment_init(&comment)
    guard readHeaders(), startsAtStart, let end = OggEnd.page(of: file), end.endsStream,
      end.endsFile(), Int(end.stream) == stream.serialno, end.position > 0,
      (1...8).contains(info.channels), (1...1_000_000).contains(info.rate)
    else { return nil }
    properties = AudioProperties(
      tags: Tags(title: text("TITLE"), artist: text("ARTIST")),
      frameCount: Int(end.position), sampleRate: info.rate)
  }

  deinit {
    ogg_stream_clear(&stream)
    vorbis_comment_clear(&comment)
    vorbis_info_clear(&info)
  }

  /// Takes the headers in. Of the third, the codebooks, it is enough that it is there.
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

  /// Whether the first sound is that of the stream, and not one cut out of its middle, whose
  /// positions count from elsewhere.
  private var startsAtStart: Bool {
    guard pages.advance() else { return false }
    // Vorbis I, section 1.3.2: a packet gives at most half of a long block.
    let longBlock = Int(vorbis_info_blocksize(&info, 1))
    return (0...Int64(pages.packetCount * longBlock / 2)).contains(pages.position)
  }

  private func text(_ name: String) -> String? {
    vorbis_comment_query(&comment, name, 0).map { String(cString: $0) }
  }
}
