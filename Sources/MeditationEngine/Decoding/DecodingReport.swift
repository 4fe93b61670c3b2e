/// The result of decoding a file to its end.
package struct DecodingReport: Equatable, Sendable {
  /// A part that could not be decoded.
  package struct Gap: Equatable, Sendable {
    package let position: Duration
    package let lost: Duration
  }

  package enum Ending: Equatable, Sendable {
    /// Everything that the container promises was heard, except for the gaps.
    case whole
    /// The container promises more; `missing` is `nil` if the amount is unknown.
    case cutOff(missing: Duration?)
    /// Nothing more could be decoded.
    case failed(SongDecodingError)
  }

  /// Up to the last decoded frame.
  package let length: Duration
  package let gaps: [Gap]
  package let ending: Ending
  /// The estimated length before decoding; `nil` if it was known.
  package let estimate: Duration?

  /// Decodes from where `decoder` stands, and skips damage as a player does. Blocks.
  package init(of decoder: any SongDecoder, estimate: Duration?) {
    let rate = decoder.format.sampleRate
    let size = decoder.format.frameByteCount
    var bytes = [UInt8](repeating: 0, count: 65_536 / size * size)
    var recovery = DamageRecovery()
    var frame = 0
    var gaps: [Gap] = []
    var failure: SongDecodingError?
    while failure == nil {
      do throws(SongDecodingError) {
        let count = try decoder.readFinite(into: &bytes)
        guard count > 0 else { break }
        frame += count
      } catch {
        guard let next = try? recovery.resume(decoder, after: frame) else {
          failure = error
          break
        }
        gaps.append(
          Gap(
            position: Duration(frames: frame, sampleRate: rate),
            lost: Duration(frames: max(next - frame, 0), sampleRate: rate)))
        frame = next
      }
    }
    length = Duration(frames: frame, sampleRate: rate)
    self.gaps = gaps
    self.estimate = estimate
    ending =
      switch failure {
      case nil: .whole
      case .cutOff?:
        .cutOff(
          missing: decoder.missingFrameCount(from: frame)
            .map { Duration(frames: $0, sampleRate: rate) })
      case let failure?: .failed(failure)
      }
  }
}
