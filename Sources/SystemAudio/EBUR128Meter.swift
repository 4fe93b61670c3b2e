import Playback
import Score
import SystemPackage

/// Measures the loudness of songs by libebur128, and their waveforms in the same reading.
public struct EBUR128Meter: LoudnessMeter {
  /// Frames read at once.
  private static let blockFrameCount = 1024

  private let decoders: any DecoderOpener
  private let stepCount: Int

  /// - Parameters:
  ///   - decoders: Opens songs.
  ///   - stepCount: How many equal steps a waveform has.
  public init(decoders: any DecoderOpener, stepCount: Int = 200) {
    self.decoders = decoders
    self.stepCount = stepCount
  }

  public func measure(
    _ path: FilePath, isCancelled: (_ part: Double?) -> Bool
  ) throws(DecodingError) -> SongMeasurement? {
    let decoder = try decoders.open(path)
    let format = decoder.format
    let state = try LoudnessState(format)
    var steps = PeakSteps()
    var recovery = DamageRecovery()
    /// The next frame; those before it that were decoded, counted.
    var (frame, frameCount) = (0, 0)
    var isComplete = true
    let total = decoder.frameCount.map { max(Double($0), 1) }
    while !isCancelled(total.map { min(Double(frame) / $0, 1) }) {
      do throws(DecodingError) {
        let count = try Self.read(decoder, into: state, &steps)
        frame += count
        frameCount += count
        if count > 0 { continue }
      } catch {
        if !error.concernsFile { isComplete = false }
        if let next = try? recovery.resume(decoder, after: frame) {
          steps.addSilence((next - frame) / Self.blockFrameCount)
          frame = next
          continue
        }
        if frameCount == 0 { throw error }
        isComplete = false
      }
      return SongMeasurement(
        loudness: state.loudness, length: Duration(frames: frame, sampleRate: format.sampleRate),
        peaks: steps.steps(stepCount), isComplete: isComplete)
    }
    return nil
  }

  public func tagged(_ path: FilePath, at level: Level) -> Loudness? {
    RawTags(path)?.loudness(at: level)
  }

  /// Measures the next block.
  ///
  /// - Returns: The number of frames; 0 at the end.
  private static func read(
    _ decoder: any Decoder, into state: LoudnessState, _ steps: inout PeakSteps
  ) throws(DecodingError) -> Int {
    let format = decoder.format
    return try withUnsafeTemporaryAllocation(
      byteCount: blockFrameCount * format.frameByteCount, alignment: 16
    ) { bytes throws(DecodingError) -> Int in
      let count = try decoder.readFinite(into: bytes)
      guard count > 0 else { return 0 }
      let frames = UnsafeRawBufferPointer(rebasing: bytes[..<(count * format.frameByteCount)])
      steps.add(format.sample.peak(frames))
      state.add(frames)
      return count
    }
  }
}
