import Playback
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
    _ path: FilePath, isCancelled: () -> Bool
  ) throws(DecodingError) -> SongMeasurement? {
    let decoder = try decoders.open(path)
    let format = decoder.format
    let state = try LoudnessState(format)
    var block = [UInt8](repeating: 0, count: Self.blockFrameCount * format.frameByteCount)
    var steps = PeakSteps()
    var frameCount = 0
    var damage: DecodingError?
    while !isCancelled() {
      let result = block.withUnsafeMutableBytes { bytes -> Result<Int, DecodingError> in
        do throws(DecodingError) {
          let count = try decoder.read(into: bytes)
          guard count > 0 else { return .success(0) }
          let used = UnsafeMutableRawBufferPointer(
            rebasing: bytes[..<(count * format.frameByteCount)])
          if format.sample == .float32 { Self.clean(used.bindMemory(to: Float.self)) }
          let frames = UnsafeRawBufferPointer(used)
          steps.add(format.sample.peak(frames))
          state.add(frames)
          return .success(count)
        } catch {
          return .failure(error)
        }
      }
      switch result {
      case .success(0): break
      case .success(let count):
        frameCount += count
        continue
      case .failure(let error): damage = error
      }
      if let damage, frameCount == 0 { throw damage }
      return SongMeasurement(
        loudness: state.loudness,
        length: Duration(frames: frameCount, sampleRate: format.sampleRate),
        peaks: steps.steps(stepCount), isComplete: damage == nil)
    }
    return nil
  }

  /// Replaces what is no number, or not finite, by what an output makes of it: silence or full scale.
  /// One such sample would spoil the measurement from there on.
  private static func clean(_ samples: UnsafeMutableBufferPointer<Float>) {
    for index in samples.indices where !samples[index].isFinite {
      samples[index] = samples[index].isNaN ? 0 : samples[index] > 0 ? 1 : -1
    }
  }
}
