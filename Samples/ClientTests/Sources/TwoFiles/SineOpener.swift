import Foundation
import GaplessAudio

/// A decoder of one's own: a path names the frequency of a tone in hertz, as "440".
public struct SineOpener: DecoderOpener {
  /// How long each tone lasts, in frames at 48 kHz.
  public let frameCount: Int

  public init(frameCount: Int) { self.frameCount = frameCount }

  public func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder {
    guard let frequency = Double(path.string) else {
      throw SongDecodingError("its name is no frequency")
    }
    return SineDecoder(frequency: frequency, frameCount: frameCount)
  }

  /// The sample at `frame` of a tone of `frequency` hertz.
  public static func sample(_ frame: Int, of frequency: Double) -> Int16 {
    Int16(16_384 * sin(2 * .pi * frequency * Double(frame) / 48_000))
  }
}
