import SystemPackage

/// A bell out of a file, in memory.
struct RecordedBell: LaneSound {
  /// How far interpolated samples may exceed those of the recording, +2 dB: peaks lie between
  /// samples. Beyond it they are limited.
  private static let headroom: Float = 1.25
  /// The time of a frame may differ by this from a frame of the recording, in frames.
  private static let tolerance = 1e-3

  /// Below this, -50 dBFS, a recording no longer counts as sounding: most have a long soft end.
  private static let audible: Float = 0.003

  let length: Duration
  let hold: Duration
  private let recording: Recording
  private let envelope: PeakEnvelope

  init(_ recording: Recording) {
    self.recording = recording
    length = Duration(frames: recording.frameCount, sampleRate: recording.sampleRate)
    envelope = PeakEnvelope(recording)
    hold = min(.seconds(envelope.end(above: Self.audible)), length)
  }

  /// Reads the file at `path`. Blocks on the disk.
  init(
    _ path: FilePath, decoders: any DecoderOpener, converters: (any RateConverterMaker)?
  ) throws(DecodingError) {
    self.init(try Recording(path, decoders: decoders, converters: converters))
  }

  /// Whether the file goes on after what is heard of it.
  var isCut: Bool { recording.isCut }

  func level(at time: Double) -> Float { envelope.level(at: time) * Self.headroom }

  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from time: Double, sampleRate: Int, gain: Float
  ) {
    let position = time * Double(recording.sampleRate)
    let nearest = position.rounded()
    guard abs(position) < Double(Int32.max) else { return }
    if sampleRate == recording.sampleRate, abs(position - nearest) < Self.tolerance {
      copy(to: frames, from: Int(nearest), gain: gain)
    } else {
      interpolate(to: frames, from: time, sampleRate: sampleRate, gain: gain)
    }
  }

  private func copy(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, gain: Float
  ) {
    let start = max(0, -first)
    let end = min(frames.count / 2, recording.frameCount - first)
    guard start < end else { return }
    recording.samples.withUnsafeBufferPointer { samples in
      for index in (2 * start)..<(2 * end) {
        frames[index] += samples[2 * first + index] * gain
      }
    }
  }

  private func interpolate(
    to frames: UnsafeMutableBufferPointer<Float>, from time: Double, sampleRate: Int, gain: Float
  ) {
    let kernel = SincKernel(from: recording.sampleRate, to: sampleRate)
    let last = recording.frameCount - 1
    recording.samples.withUnsafeBufferPointer { samples in
      for frame in soundingFrames(of: frames.count / 2, from: time, sampleRate: sampleRate) {
        let now = time + Double(frame) / Double(sampleRate)
        let center = now * Double(recording.sampleRate)
        let first = max(0, Int((center - kernel.halfLength).rounded(.up)))
        let end = min(last, Int(center + kernel.halfLength))
        var (left, right): (Float, Float) = (0, 0)
        for index in first...end {
          let weight = kernel.weight(at: center - Double(index))
          left += samples[2 * index] * weight
          right += samples[2 * index + 1] * weight
        }
        let bound = level(at: now)
        frames[2 * frame] += min(max(left, -bound), bound) * gain
        frames[2 * frame + 1] += min(max(right, -bound), bound) * gain
      }
    }
  }
}
