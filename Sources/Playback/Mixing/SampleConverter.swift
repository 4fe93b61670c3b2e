/// Turns a track's frames into an output's: gain, channels, sample rate and bits, in this order.
///
/// What needs no arithmetic gets none: at full gain 16 bits stay 16 bits and 24 bits stay 24 bits,
/// bit for bit. What is cut down to 16 bits is dithered; what exceeds full scale is held at it.
struct SampleConverter {
  let input: StreamFormat
  let output: OutputFormat
  private let map: ChannelMap
  private var rate: RateConverter?
  private var dither = Dither()
  /// Reused from slice to slice.
  private var samples: [Float] = []
  private var mapped: [Float] = []
  private var resampled: [Float] = []

  /// A converter from `input` to `output`.
  init(from input: StreamFormat, to output: OutputFormat) {
    self.input = input
    self.output = output
    map = ChannelMap(from: input.channelCount, to: output.channelCount)
    if input.sampleRate != output.sampleRate {
      rate = RateConverter(
        from: input.sampleRate, to: output.sampleRate, channelCount: output.channelCount)
    }
  }

  /// Whether frames at full gain are the output's frames as they are in memory.
  var isTransparent: Bool {
    input.sample == .int16 && output.bits == 16 && map.isIdentity && rate == nil
  }

  /// Whether the sample rate changes.
  var resamples: Bool { rate != nil }

  /// Appends the output's form of `frames` to `bytes`.
  ///
  /// - Parameters:
  ///   - frames: Whole frames of the input.
  ///   - gains: One gain a frame, or empty: full gain.
  mutating func convert(
    _ frames: UnsafeRawBufferPointer, gains: [Float], into bytes: inout [UInt8]
  ) {
    if gains.isEmpty, map.isIdentity, rate == nil, copies(frames, into: &bytes) { return }
    load(frames)
    if !gains.isEmpty { scale(by: gains) }
    if !map.isIdentity {
      map.apply(samples, frameCount: frames.count / input.frameByteCount, into: &mapped)
      swap(&samples, &mapped)
    }
    if rate != nil {
      resampled.removeAll(keepingCapacity: true)
      rate?.convert(samples, into: &resampled)
      swap(&samples, &resampled)
    }
    let isExact = input.sample == .int16 && gains.isEmpty && map.isCopy && rate == nil
    store(dithers: !isExact, into: &bytes)
  }

  /// Appends what the sample rate converter still holds: the sound stops, or changes its format.
  mutating func finish(into bytes: inout [UInt8]) {
    guard rate != nil else { return }
    samples.removeAll(keepingCapacity: true)
    rate?.finish(into: &samples)
    store(dithers: true, into: &bytes)
  }

  /// Appends frames that only have to be laid out anew, if they are such.
  private func copies(_ frames: UnsafeRawBufferPointer, into bytes: inout [UInt8]) -> Bool {
    switch (input.sample, output.bits) {
    case (.int16, 16):
      bytes.append(contentsOf: frames)
    case (.int16, 24):
      for sample in frames.bindMemory(to: Int16.self) {
        Self.append24(Int32(sample) << 8, to: &bytes)
      }
    case (.int24in32, 24):
      for sample in frames.bindMemory(to: Int32.self) { Self.append24(sample >> 8, to: &bytes) }
    default:
      return false
    }
    return true
  }

  /// Replaces `samples` by the frames' samples, full scale at 1.
  private mutating func load(_ frames: UnsafeRawBufferPointer) {
    samples.removeAll(keepingCapacity: true)
    switch input.sample {
    case .int16:
      samples.append(
        contentsOf: frames.bindMemory(to: Int16.self).lazy.map { Float($0) * 0x1p-15 })
    case .int24in32:
      samples.append(
        contentsOf: frames.bindMemory(to: Int32.self).lazy.map { Float($0) * 0x1p-31 })
    case .float32:
      // A damaged file may hold what is no number.
      samples.append(
        contentsOf: frames.bindMemory(to: Float.self).lazy.map { $0.isFinite ? $0 : 0 })
    }
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

  /// Appends `samples` as the output's integers.
  private mutating func store(dithers: Bool, into bytes: inout [UInt8]) {
    if output.bits == 24 {
      for sample in samples {
        let scaled = (sample * 0x1p23).rounded()
        Self.append24(Int32(min(max(scaled, -0x1p23), 0x1p23 - 1)), to: &bytes)
      }
      return
    }
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: samples.count * 2))
    bytes.withUnsafeMutableBytes { buffer in
      for (index, sample) in samples.enumerated() {
        // Digital silence stays silent.
        let noise = dithers && sample != 0 ? dither.next() : 0
        let scaled = (sample * 0x1p15 + noise).rounded()
        buffer.storeBytes(
          of: Int16(min(max(scaled, -0x1p15), 0x1p15 - 1)), toByteOffset: start + index * 2,
          as: Int16.self)
      }
    }
  }

  /// Appends three bytes in native order.
  @inline(__always)
  private static func append24(_ sample: Int32, to bytes: inout [UInt8]) {
    #if _endian(little)
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 16))
    #else
      bytes.append(UInt8(truncatingIfNeeded: sample >> 16))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
      bytes.append(UInt8(truncatingIfNeeded: sample))
    #endif
  }
}
