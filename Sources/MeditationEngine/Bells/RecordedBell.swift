import Glibc
import SystemPackage

/// A bell from a file, in memory.
struct RecordedBell: LaneSound {
  /// By how much interpolated samples may exceed those of the recording, +2 dB, because peaks lie
  /// between samples. Beyond it they are limited.
  private static let headroom: Float = 1.25
  /// Below this, -50 dBFS, a recording counts as silent: most have a long soft end.
  private static let audible: Float = 0.003

  let length: Duration
  let hold: Duration
  private let recording: Recording
  /// Begins with a block of silence, so that its line rises before the first sample.
  private let peaks: PeakTrack
  /// Seconds in a block of `peaks`.
  private let block: Double

  /// Reads the file at `path`. Blocks on the disk.
  init(
    _ path: FilePath, decoders: any DecoderOpener, converters: any RateConverterMaker
  ) throws(SongDecodingError) {
    recording = try Recording(path, decoders: decoders, converters: converters)
    length = Duration(frames: recording.frameCount, sampleRate: recording.sampleRate)
    var peaks = PeakTrack()
    peaks.append([Float](repeating: 0, count: 2 * PeakTrack.blockLength))
    peaks.append(recording.samples)
    self.peaks = peaks
    block = Double(PeakTrack.blockLength) / Double(recording.sampleRate)
    hold = min(.seconds(block * Double(peaks.end(above: Self.audible))), length)
  }

  /// True if only its beginning is heard.
  var isCut: Bool { recording.isCut }

  func level(at time: Double) -> Float {
    peaks.level(atBlock: time / block + 1) * Self.headroom
  }

  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
  ) {
    if sampleRate == recording.sampleRate {
      copy(to: frames, from: first, gain: gain)
    } else {
      interpolate(to: frames, from: first, sampleRate: sampleRate, gain: gain)
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
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
  ) {
    let kernel = SincKernel(from: recording.sampleRate, to: sampleRate)
    let last = recording.frameCount - 1
    recording.samples.withUnsafeBufferPointer { samples in
      for frame in soundingFrames(of: frames.count / 2, from: first, sampleRate: sampleRate) {
        let now = Double(frame) / Double(sampleRate)
        let center = now * Double(recording.sampleRate)
        let begin = max(0, Int((center - kernel.halfLength).rounded(.up)))
        let end = min(last, Int(center + kernel.halfLength))
        var (left, right): (Float, Float) = (0, 0)
        for index in begin...end {
          let weight = kernel.weight(at: center - Double(index))
          left += samples[2 * index] * weight
          right += samples[2 * index + 1] * weight
        }
        let bound = level(at: now)
        frames[2 * (frame - first)] += min(max(left, -bound), bound) * gain
        frames[2 * (frame - first) + 1] += min(max(right, -bound), bound) * gain
      }
    }
  }
}

/// A low-pass filter that interpolates between samples: a sinc in a Kaiser window.
///
/// Its stop band is at -80 dB (window parameter 8). It is short, so it also attenuates what is
/// above 0.8 of half the lower rate, of which a bell has little.
private struct SincKernel {
  /// Zero crossings on each side.
  private static let reach = 12
  /// Table entries between two zero crossings.
  private static let resolution = 512
  private static let table = makeTable()

  /// How far the kernel extends to each side, in input frames.
  let halfLength: Double
  /// Zero crossings per input frame; less than 1 where the output's rate is lower.
  private let scale: Double
  private let table = Self.table

  init(from inputRate: Int, to outputRate: Int) {
    scale = min(1, Double(outputRate) / Double(inputRate))
    halfLength = Double(Self.reach) / scale
  }

  /// The weight of an input frame at `distance` frames.
  @inline(__always)
  func weight(at distance: Double) -> Float {
    let position = abs(distance) * scale * Double(Self.resolution)
    let index = Int(position)
    guard index < Self.reach * Self.resolution else { return 0 }
    let part = Float(position - Double(index))
    return (table[index] + (table[index + 1] - table[index]) * part) * Float(scale)
  }

  private static func makeTable() -> [Float] {
    (0...(reach * resolution)).map { index in
      let x = Double(index) / Double(resolution)
      let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
      let part = x / Double(reach)
      return Float(sinc * bessel(8 * max(0, 1 - part * part).squareRoot()) / bessel(8))
    }
  }

  /// The modified Bessel function of the first kind, order 0, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for k in 1...40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
