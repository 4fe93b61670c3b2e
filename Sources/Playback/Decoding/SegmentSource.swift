import SystemPackage

/// An open file or silence, and the frame that it will decode next.
struct SegmentSource {
  /// Why reading stopped.
  enum Stop {
    case full
    case endOfFile
    case damage(DecodingError)
  }

  /// Of the file.
  let path: FilePath?
  var decoder: any Decoder
  var frame = 0
  /// With which it began.
  var gain = SongGain.off
  var recovery = DamageRecovery()

  /// Fills `storage` with whole frames as far as they can be decoded. May block on the disk.
  ///
  /// - Returns: How many frames were decoded, and why there are no more.
  func read(into storage: inout [UInt8]) -> (count: Int, stop: Stop) {
    let frameByteCount = decoder.format.frameByteCount
    let capacity = storage.count / frameByteCount
    var count = 0
    let stop = storage.withUnsafeMutableBytes { bytes -> Stop in
      do throws(DecodingError) {
        while count < capacity {
          let read = try decoder.readFinite(
            into: UnsafeMutableRawBufferPointer(
              rebasing: bytes[(count * frameByteCount)..<(capacity * frameByteCount)]))
          guard read > 0 else { return .endOfFile }
          count += read
        }
        return .full
      } catch {
        return .damage(error)
      }
    }
    return (count, stop)
  }
}
