import Playback
import SystemAudio
import SystemPackage

/// All that a decoder delivers, and how it ended.
struct Decoded {
  var format: StreamFormat
  var frameCount: Int?
  var tags: Tags
  var bytes: [UInt8] = []
  var failure: String?

  init(_ path: FilePath, from frame: Int = 0, chunk: Int = 4_096) throws {
    let decoder = try SndfileOpener().open(path)
    format = decoder.format
    frameCount = decoder.frameCount
    tags = decoder.tags
    if frame > 0 { try decoder.seek(to: frame) }
    var buffer = [UInt8](repeating: 0, count: chunk * format.frameByteCount)
    var hasEnded = false
    while !hasEnded {
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        do throws(DecodingError) {
          return try decoder.read(into: bytes)
        } catch {
          failure = error.reason
          return 0
        }
      }
      bytes += buffer.prefix(count * format.frameByteCount)
      hasEnded = count == 0
    }
  }

  var readCount: Int { bytes.count / format.frameByteCount }

  func samples<T: BitwiseCopyable>(_ type: T.Type) -> [T] {
    bytes.withUnsafeBytes { Array($0.bindMemory(to: type)) }
  }
}
