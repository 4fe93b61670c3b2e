/// Converts a song's frames to an output's format: gain, channels, sample rate, the session's lanes,
/// bits, in this order.
///
/// At full gain 16 and 24 bits are passed on bit-exact. Reduction to 16 bits is dithered; samples
/// beyond full scale are clipped.
struct SampleConverter {
  let input: StreamFormat
  let output: OutputFormat
  private let map: ChannelMap
  /// Converts the sample rate; `nil` where it stays.
  let rate: (any RateConverter)?
  private let mixer: SessionMixer
  private let stage: OutputStage
  /// Reused from slice to slice.
  private var samples: [Float] = []
  private var mapped: [Float] = []
  /// Of a converted rate, not taken yet.
  private var resampled: [Float] = []

  /// - Parameter rate: Converts the rate of frames with the output's channels; `nil` where the
  ///   rates are the same.
  init(
    from input: StreamFormat, to output: OutputFormat, rate: (any RateConverter)?,
    mixer: SessionMixer
  ) {
    self.input = input
    self.output = output
    self.rate = rate
    self.mixer = mixer
    stage = OutputStage(output, mixer: mixer)
    map = ChannelMap(from: input.channelCount, to: output.channelCount)
  }

  /// True if frames at full gain can be written to the output unchanged.
  var isTransparent: Bool {
    input.sample == .int16 && output.bits == 16 && map.isIdentity && rate == nil
  }

  /// How many frames of a converted rate can be taken.
  var readyFrameCount: Int { resampled.count / output.channelCount }

  /// Appends `frames` to `bytes`, converted; where the rate changes, they are to be taken.
  ///
  /// - Parameters:
  ///   - frames: Whole frames of the input.
  ///   - gains: One gain a frame; empty is full gain.
  mutating func convert(
    _ frames: UnsafeRawBufferPointer, gains: [Float], into bytes: inout [UInt8]
  ) {
    let frameCount = frames.count / input.frameByteCount
    if gains.isEmpty, map.isIdentity, rate == nil, mixer.passes(frameCount),
      copies(frames, into: &bytes)
    {
      return mixer.pass(frameCount)
    }
    samples.removeAll(keepingCapacity: true)
    input.sample.append(frames, to: &samples)
    if !gains.isEmpty { scale(by: gains) }
    if !map.isIdentity {
      map.apply(samples, into: &mapped)
      swap(&samples, &mapped)
    }
    if let rate { return rate.convert(samples, into: &resampled) }
    let isExact = input.sample == .int16 && gains.isEmpty && map.isCopy
    let sampleCount = samples.count
    stage.append(&samples, sampleCount, dithers: !isExact, to: &bytes)
  }

  /// Appends `count` frames of silence, over which bells may ring.
  mutating func appendSilence(_ count: Int, into bytes: inout [UInt8]) {
    let sampleCount = count * output.channelCount
    samples.removeAll(keepingCapacity: true)
    samples.append(repeating: 0, count: sampleCount)
    stage.append(&samples, sampleCount, dithers: false, to: &bytes)
  }

  /// Moves at most `count` frames of a converted rate to `bytes`.
  mutating func take(_ count: Int, into bytes: inout [UInt8]) {
    let end = min(count, readyFrameCount) * output.channelCount
    guard end > 0 else { return }
    stage.append(&resampled, end, dithers: true, to: &bytes)
    resampled.removeFirst(end)
  }

  /// Appends what the sample rate converter still holds, because the sound ends here.
  mutating func finish(into bytes: inout [UInt8]) {
    rate?.finish(into: &resampled)
    take(readyFrameCount, into: &bytes)
  }

  /// Finishes with a ramp down where the last `count` frames of input begin; drops what follows it.
  ///
  /// - Parameter holdsLanes: True if the frames of the ramp are played again, so that the session
  ///   holds there.
  mutating func fade(last count: Int, holdsLanes: Bool, into bytes: inout [UInt8]) {
    guard let rate else { return }
    rate.finish(into: &resampled)
    let ready = readyFrameCount
    let last = Duration(frames: count, sampleRate: input.sampleRate)
    let start = max(ready - last.frameCount(at: output.sampleRate), 0)
    let length = min(OutputGain.transportRamp.frameCount(at: output.sampleRate), ready - start)
    var ramp = GainRamp(1)
    ramp.go(to: 0, within: length)
    for frame in start..<(start + length) {
      let gain = ramp.next()
      for channel in 0..<output.channelCount {
        resampled[frame * output.channelCount + channel] *= gain
      }
    }
    take(start, into: &bytes)
    if holdsLanes { mixer.beginHold() }
    take(length, into: &bytes)
    resampled.removeAll(keepingCapacity: true)
  }

  /// Appends frames that need no arithmetic but rounding.
  ///
  /// - Returns: True if these are such frames.
  private mutating func copies(_ frames: UnsafeRawBufferPointer, into bytes: inout [UInt8]) -> Bool
  {
    switch (input.sample, output.bits) {
    case (.int16, 16):
      bytes.append(contentsOf: frames)
    case (.int16, 24):
      Quantizer.append24(frames.bindMemory(to: Int16.self), to: &bytes)
    case (.int24in32, 24):
      Quantizer.append24(frames.bindMemory(to: Int32.self), to: &bytes)
    case (.float32, 24):
      Quantizer.append24(frames.bindMemory(to: Float.self), to: &bytes)
    case (.float32, _), (.int24in32, _), (.int16, _):
      return false
    }
    return true
  }

  private mutating func scale(by gains: [Float]) {
    let channelCount = input.channelCount
    samples.withUnsafeMutableBufferPointer { samples in
      for (frame, gain) in gains.enumerated() where gain != 1 {
        for index in (frame * channelCount)..<((frame + 1) * channelCount) {
          samples[index] *= gain
        }
      }
    }
  }
}

/// The last stage before an output: mixes the session's lanes into samples of its rate and channels,
/// and rounds them to its integers.
private final class OutputStage {
  private let format: OutputFormat
  private let mixer: SessionMixer
  private var dither = Dither()

  init(_ format: OutputFormat, mixer: SessionMixer) {
    self.format = format
    self.mixer = mixer
  }

  /// Appends the first `count` of `samples`, whole frames, to `bytes`; mixes them in place.
  ///
  /// - Parameter dithers: True if 16 bits are to be dithered even if nothing is mixed.
  func append(_ samples: inout [Float], _ count: Int, dithers: Bool, to bytes: inout [UInt8]) {
    samples.withUnsafeMutableBufferPointer { samples in
      let part = UnsafeMutableBufferPointer(rebasing: samples[..<count])
      let isMixed = mixer.mix(part)
      if format.bits == 24 {
        Quantizer.append24(UnsafeBufferPointer(part), to: &bytes)
      } else {
        Quantizer.append16(
          UnsafeBufferPointer(part), dither: &dither, isDithered: dithers || isMixed, to: &bytes)
      }
    }
  }
}
