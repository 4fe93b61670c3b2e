import MeditationAudio
import MeditationEngine
import SystemPackage

/// All that a decoder delivers, and how it ended.
struct Decoded {
  var format: StreamFormat
  var frameCount: Int?
  var tags: Tags
  var bytes: [UInt8] = []
  var error: SongDecodingError?

  /// More frames than any file that is made here has.
  private static let limit = 10_000_000

  init(
    _ path: FilePath, from frame: Int = 0, chunk: Int = 4_096,
    opener: any DecoderOpener = SystemDecoders(programs: nil)
  ) throws {
    let decoder = try opener.open(path)
    if frame > 0 { try decoder.seek(to: frame) }
    try self.init(decoder, chunk: chunk)
  }

  /// All that `decoder` delivers from where it stands.
  init(_ decoder: any SongDecoder, chunk: Int = 4_096) throws {
    format = decoder.format
    frameCount = decoder.frameCount
    tags = decoder.tags
    var buffer = [UInt8](repeating: 0, count: chunk * format.frameByteCount)
    var hasEnded = false
    while !hasEnded {
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        do throws(SongDecodingError) {
          return try decoder.read(into: bytes)
        } catch {
          self.error = error
          return 0
        }
      }
      bytes += buffer.prefix(count * format.frameByteCount)
      hasEnded = count == 0
      guard readCount < Self.limit else { throw Endless() }
    }
  }

  /// A decoder came to no end.
  struct Endless: Error {}

  var failure: String? { error?.reason }
  var readCount: Int { bytes.count / format.frameByteCount }

  func samples<T: BitwiseCopyable>(_ type: T.Type) -> [T] {
    bytes.withUnsafeBytes { Array($0.bindMemory(to: type)) }
  }
}

extension DecoderOpener {
  /// Decodes a file that does not follow another.
  func decode(_ path: FilePath) throws(SongDecodingError) -> DecodingReport {
    var last: (any SongDecoder)?
    return try decode(path, after: &last)
  }
}
