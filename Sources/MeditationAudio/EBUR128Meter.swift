import CMeditationEBUR128
import Glibc
import MeditationEngine
import MeditationPlan
import MeditationSystem
import SystemPackage

/// Measures the loudness of songs by libebur128, and their waveforms in the same reading.
package struct EBUR128Meter: LoudnessMeter {
  /// Frames read at once.
  private static let blockFrameCount = 1024
  /// By how many LU a mono song is louder on two speakers than on one.
  private static let dualMono = 3.01

  private let decoders: any DecoderOpener
  private let stepCount: Int

  /// - Parameter stepCount: How many equal steps a waveform has.
  package init(decoders: any DecoderOpener, stepCount: Int = 200) {
    self.decoders = decoders
    self.stepCount = stepCount
  }

  package func measure(
    _ path: FilePath, after last: inout (any SongDecoder)?,
    next: (_ part: Double?) -> MeteringStep
  ) throws(SongDecodingError) -> SongMeasurement? {
    let decoder = try decoders.open(path, after: last)
    last = decoder
    let format = decoder.format
    let state = try LoudnessState(format)
    var steps = PeakSteps()
    var recovery = DamageRecovery()
    /// The next frame; those before it that were decoded, counted.
    var (frame, frameCount) = (0, 0)
    var isComplete = true
    let total = decoder.frameCount.map { max(Double($0), 1) }
    while true {
      switch next(total.map { min(Double(frame) / $0, 1) }) {
      case .cancel: return nil
      case .finish where frameCount > 0:
        return SongMeasurement(
          loudness: state.loudness, length: Duration(frames: frame, sampleRate: format.sampleRate),
          peaks: [], isComplete: false)
      case .goOn, .finish: break
      }
      do throws(SongDecodingError) {
        let count = try Self.read(decoder, into: state, &steps)
        frame += count
        frameCount += count
        if count > 0 { continue }
      } catch {
        if !error.concernsFile { isComplete = false }
        if let place = try? recovery.resume(decoder, after: frame) {
          steps.addSilence((place - frame) / Self.blockFrameCount)
          frame = place
          continue
        }
        if frameCount == 0 { throw error }
        isComplete = false
      }
      return SongMeasurement(
        loudness: state.loudness, length: Duration(frames: frame, sampleRate: format.sampleRate),
        peaks: steps.steps(stepCount), isComplete: isComplete)
    }
  }

  package func tagged(_ path: FilePath, at level: Level) -> TaggedLoudness? {
    // The gain of the file is not that of a range of it; the gain of the album is.
    let file = level == .album ? PathName.file(of: path) : path
    guard let tags = RawTags(file), var tagged = tags.loudness(at: level) else { return nil }
    if tagged.loudness != nil, tags.countMonoOnce,
      (try? decoders.properties(of: path))?.channelCount == 1
    {
      tagged.loudness?.integrated += Self.dualMono
    }
    return tagged
  }

  /// Measures the next block, and returns its number of frames; 0 at the end.
  private static func read(
    _ decoder: any SongDecoder, into state: LoudnessState, _ steps: inout PeakSteps
  ) throws(SongDecodingError) -> Int {
    let format = decoder.format
    return try withUnsafeTemporaryAllocation(
      byteCount: blockFrameCount * format.frameByteCount, alignment: 16
    ) { bytes throws(SongDecodingError) -> Int in
      let count = try decoder.readFinite(into: bytes)
      guard count > 0 else { return 0 }
      let frames = UnsafeRawBufferPointer(rebasing: bytes[..<(count * format.frameByteCount)])
      steps.add(format.sample.peak(frames))
      state.add(frames)
      return count
    }
  }
}

/// A running measurement by libebur128. Used on one thread. Its memory is bounded whatever the
/// length: blocks are counted in a histogram of 0.1 LU.
private final class LoudnessState {
  /// The most channels. Source: libebur128 1.2.6, `VALIDATE_MAX_CHANNELS`.
  private static let channelCounts = 1...64
  /// In hertz. The K-weighting has a shelf at 1682 Hz, which must lie below half of the rate; at a
  /// lower rate libebur128's filter is unstable, and the song would seem to be loud beyond measure.
  /// At 16 and 17 Hz, libebur128 also writes behind its memory: its window of 400 ms has 6 frames,
  /// and its first block has 8.
  ///
  /// Source: ITU-R BS.1770; libebur128 1.2.6, `ebur128_init_filter`, `ebur128_init` and, for the
  /// highest, `VALIDATE_MAX_SAMPLERATE`.
  private static let sampleRates = 3_364...2_822_400

  private let format: StreamFormat
  /// Open from `init` to `deinit`; never leaves this class.
  private let handle: UnsafeMutablePointer<ebur128_state>

  /// Throws if libebur128 does not measure such sound.
  init(_ format: StreamFormat) throws(SongDecodingError) {
    let mode =
      EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue | EBUR128_MODE_HISTOGRAM.rawValue
    guard Self.channelCounts.contains(format.channelCount),
      Self.sampleRates.contains(format.sampleRate),
      let handle = ebur128_init(
        UInt32(format.channelCount), UInt(format.sampleRate), Int32(bitPattern: mode))
    else { throw SongDecodingError("its loudness cannot be measured") }
    self.format = format
    self.handle = handle
    for (channel, kind) in Self.places(format.channelCount).enumerated() {
      ebur128_set_channel(handle, UInt32(channel), Int32(bitPattern: kind.rawValue))
    }
  }

  deinit {
    var handle: UnsafeMutablePointer<ebur128_state>? = handle
    ebur128_destroy(&handle)
  }

  /// Where each channel stands; empty where libebur128 assumes the order of WAV and FLAC itself.
  /// Source of the order: RFC 9639 (FLAC), section 9.1.3.
  private static func places(_ channelCount: Int) -> [channel] {
    let front = [EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER, EBUR128_UNUSED]
    return switch channelCount {
    // Mono is played on both speakers. Source: libebur128, "a channel that is counted twice".
    case 1: [EBUR128_DUAL_MONO]
    case 7: front + [EBUR128_Mp180, EBUR128_Mp090, EBUR128_Mm090]
    case 8: front + [EBUR128_Mp135, EBUR128_Mm135, EBUR128_Mp090, EBUR128_Mm090]
    default: []
    }
  }

  /// Adds whole frames in the format of this measurement.
  func add(_ frames: UnsafeRawBufferPointer) {
    let count = frames.count / format.frameByteCount
    switch format.sample {
    case .int16:
      let samples = frames.bindMemory(to: Int16.self)
      ebur128_add_frames_short(handle, samples.baseAddress, count)
    case .int24in32:
      let samples = frames.bindMemory(to: Int32.self)
      ebur128_add_frames_int(handle, samples.baseAddress, count)
    case .float32:
      let samples = frames.bindMemory(to: Float.self)
      ebur128_add_frames_float(handle, samples.baseAddress, count)
    }
  }

  var loudness: Loudness {
    var integrated = -Double.infinity
    ebur128_loudness_global(handle, &integrated)
    var highest = 0.0
    for channel in 0..<format.channelCount {
      var peak = 0.0
      ebur128_true_peak(handle, UInt32(channel), &peak)
      highest = max(highest, peak)
    }
    return Loudness(integrated: integrated, truePeak: 20 * log10(highest))
  }
}
