/// Converts a song's frames to an output's format, and keeps them until they are written: gain,
/// channels, sample rate, the session's lanes, bits, in this order.
///
/// At full gain, 16 and 24 bits are passed on bit-exact. Reduction to 16 bits is dithered; samples
/// beyond full scale are clipped. Resampled frames are held until the output asks for them, so that
/// they can be taken back when the sound stops.
///
/// Not thread-safe: owned by its device. A class, so that reading a property copies nothing.
final class OutputBuffer {
  private struct Conversion {
    let input: StreamFormat
    let output: OutputFormat
    let map: ChannelMap
    /// Resamples frames that have the output's channels; `nil` if the rates are the same.
    let rate: (any RateConverter)?
  }

  private let converters: any RateConverterMaker
  private let mixer: SessionMixer
  private var conversion: Conversion?
  private var dither = Dither()
  /// Reused from slice to slice.
  private var samples: [Float] = []
  private var mapped: [Float] = []
  /// Resampled frames not taken yet.
  private var resampled: [Float] = []
  /// The length of the converter's run: input frames appended, and output frames taken.
  private var run = (appended: 0, taken: 0)
  private var bytes: [UInt8] = []
  private var start = 0
  /// How many frames of the session are not written yet. Others, such as silence, come after them.
  private(set) var sessionFrameCount = 0

  init(converters: any RateConverterMaker, mixer: SessionMixer) {
    self.converters = converters
    self.mixer = mixer
  }

  /// The format of appended frames; `nil` until it is set.
  var input: StreamFormat? { conversion?.input }
  /// True if all frames that are not held have been written.
  var isEmpty: Bool { start >= bytes.count }
  /// True if frames at full gain could be written to the output unchanged.
  var isTransparent: Bool {
    guard let conversion, isEmpty else { return false }
    return conversion.input.sample == .int16 && conversion.output.bits == 16
      && conversion.map.isIdentity && conversion.rate == nil
  }
  var convertsRate: Bool { conversion?.rate != nil }
  var isReady: Bool { !resampled.isEmpty }
  /// How many resampled frames can be taken.
  private var readyFrameCount: Int { resampled.count / (conversion?.output.channelCount ?? 1) }
  /// The length of the held frames: in the rate converter, and resampled but not written yet.
  var held: Duration {
    guard let sampleRate = conversion?.output.sampleRate else { return .zero }
    return Duration(frames: heldFrameCount, sampleRate: sampleRate)
  }
  /// How many frames of the output are held, rounded. Counted, not asked: a converter's delay depends
  /// on how much it was given at once.
  var heldFrameCount: Int {
    guard let conversion, conversion.rate != nil else { return 0 }
    let (input, output) = (conversion.input.sampleRate, conversion.output.sampleRate)
    return (2 * run.appended * output + input) / (2 * input) - run.taken
  }
  /// How many frames of the input are held; one that was taken in part is among them.
  var heldInputFrameCount: Int {
    guard let conversion, conversion.rate != nil else { return 0 }
    return run.appended - run.taken * conversion.input.sampleRate / conversion.output.sampleRate
  }

  /// The most frames of a resampled stretch: a song of a low rate would become many times as long.
  static let longestStretch = 1 << 14

  /// How many input frames make about `limit` output frames, but no more than can be held.
  func inputLimit(_ limit: Int) -> Int {
    guard let conversion, conversion.rate != nil else { return limit }
    return min(limit, Self.longestStretch) * conversion.input.sampleRate
      / conversion.output.sampleRate + 1
  }

  /// Converts from `input` to `output` from here on. Throws if the sample rate cannot be converted.
  ///
  /// A run of one sample rate continues through changes of channels and bits.
  func convert(from input: StreamFormat, to output: OutputFormat) throws(SongDecodingError) {
    let rate: (any RateConverter)?
    if let conversion, conversion.output == output,
      conversion.input.sampleRate == input.sampleRate
    {
      rate = conversion.rate
      take(.max)
    } else {
      finishRun()
      rate = try converters.converter(
        from: input.sampleRate, to: output.sampleRate, channelCount: output.channelCount)
    }
    conversion = Conversion(
      input: input, output: output,
      map: ChannelMap(from: input.channelCount, to: output.channelCount), rate: rate)
    dither = Dither()
    mixer.prepare(for: output)
  }

  // MARK: - Converting

  /// Appends `frames` of the input, each with one of `gains`, which are empty for full gain.
  func append(_ frames: UnsafeRawBufferPointer, gains: [Float]) {
    guard let conversion else { return }
    let (input, map) = (conversion.input, conversion.map)
    let frameCount = frames.count / input.frameByteCount
    if gains.isEmpty, map.isIdentity, conversion.rate == nil, mixer.passes(frameCount),
      copies(frames, conversion)
    {
      return countSession { mixer.pass(frameCount) }
    }
    samples.removeAll(keepingCapacity: true)
    input.sample.append(frames, to: &samples)
    if !gains.isEmpty { scale(by: gains, channelCount: input.channelCount) }
    if !map.isIdentity {
      map.apply(samples, into: &mapped)
      swap(&samples, &mapped)
    }
    if let rate = conversion.rate {
      run.appended += frameCount
      return rate.convert(samples, into: &resampled)
    }
    let isExact = input.sample == .int16 && gains.isEmpty && map.isCopy
    let sampleCount = samples.count
    finish(&samples, sampleCount, dithers: !isExact)
  }

  /// Appends `frameCount` frames of silence, over which bells may ring.
  func appendMusicSilence(frameCount: Int) {
    guard let conversion else { return }
    let sampleCount = frameCount * conversion.output.channelCount
    samples.removeAll(keepingCapacity: true)
    samples.append(repeating: 0, count: sampleCount)
    finish(&samples, sampleCount, dithers: false)
  }

  /// Appends the held frames, because the sound ends here.
  func finishRun() {
    conversion?.rate?.finish(into: &resampled)
    take(.max)
    run = (0, 0)
  }

  /// Ends the sound with a ramp down that begins with the last `count` appended frames. Frames
  /// after the ramp are dropped.
  ///
  /// - Parameter holdsLanes: True if the ramp's frames are played again: the session is held there.
  func fadeRun(last count: Int, holdsLanes: Bool) {
    guard let conversion, let rate = conversion.rate else { return }
    let output = conversion.output
    rate.finish(into: &resampled)
    let ready = readyFrameCount
    let last = Duration(frames: count, sampleRate: conversion.input.sampleRate)
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
    take(start)
    if holdsLanes { mixer.beginHold() }
    take(length)
    dropHeldFrames()
  }

  private func dropHeldFrames() {
    resampled.removeAll(keepingCapacity: true)
    run = (0, 0)
  }

  func appendSilence(frameCount: Int, _ format: OutputFormat) {
    bytes.append(repeating: 0, count: frameCount * format.frameByteCount)
  }

  /// Moves at most `count` resampled frames to `bytes`.
  private func take(_ count: Int) {
    guard let conversion else { return }
    let end = min(count, readyFrameCount) * conversion.output.channelCount
    guard end > 0 else { return }
    finish(&resampled, end, dithers: true)
    resampled.removeFirst(end)
    run.taken += end / conversion.output.channelCount
  }

  /// Appends frames that need nothing but rounding; false if they need more.
  private func copies(_ frames: UnsafeRawBufferPointer, _ conversion: Conversion) -> Bool {
    switch (conversion.input.sample, conversion.output.bits) {
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

  private func scale(by gains: [Float], channelCount: Int) {
    samples.withUnsafeMutableBufferPointer { samples in
      for (frame, gain) in gains.enumerated() where gain != 1 {
        for index in (frame * channelCount)..<((frame + 1) * channelCount) {
          samples[index] *= gain
        }
      }
    }
  }

  /// Mixes the session's lanes into the first `count` of `samples`, whole frames with the output's
  /// rate and channels, and appends them, rounded to its integers.
  ///
  /// - Parameter dithers: True to dither 16 bits even if nothing is mixed.
  private func finish(_ samples: inout [Float], _ count: Int, dithers: Bool) {
    samples.withUnsafeMutableBufferPointer { samples in
      let part = UnsafeMutableBufferPointer(rebasing: samples[..<count])
      let isMixed = countSession { mixer.mix(part) }
      if conversion?.output.bits == 24 {
        Quantizer.append24(UnsafeBufferPointer(part), to: &bytes)
      } else {
        Quantizer.append16(
          UnsafeBufferPointer(part), dither: &dither, isDithered: dithers || isMixed, to: &bytes)
      }
    }
  }

  /// Counts the session's frames that pass the mixer in `body`.
  private func countSession<Result>(_ body: () -> Result) -> Result {
    let before = mixer.passedFrameCount
    defer { sessionFrameCount += mixer.passedFrameCount - before }
    return body()
  }

  // MARK: - Writing

  /// Writes at most `limit` frames to `output`, blocking until they are accepted; returns how many.
  func write(_ limit: Int, to output: any Output) throws(OutputError) -> Int {
    let frameByteCount = output.format.frameByteCount
    let unwritten = (bytes.count - start) / frameByteCount
    // Up to the next cue; while the music waits, held frames stay.
    if unwritten < limit, isReady, !mixer.holdsMusic {
      take(min(limit - unwritten, mixer.constantGainFrameCount))
    }
    let count = min((bytes.count - start) / frameByteCount, limit)
    let end = start + count * frameByteCount
    try bytes.withUnsafeBufferPointer { bytes throws(OutputError) in
      try output.write(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start..<end]))
    }
    start = end
    sessionFrameCount = max(sessionFrameCount - count, 0)
    if isEmpty { removeFrames() }
    return count
  }

  /// Drops unwritten frames and forgets the formats. The session goes back to the first dropped
  /// frame.
  func removeAll() {
    conversion = nil
    dropHeldFrames()
    if sessionFrameCount > 0 { mixer.lose(sessionFrameCount) }
    sessionFrameCount = 0
    removeFrames()
  }

  private func removeFrames() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }
}
