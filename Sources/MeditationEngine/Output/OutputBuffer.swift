/// Converts frames to an output's format, and keeps them until they are written.
///
/// Frames of a converted rate are held until the output asks for them: they can still be taken back
/// when the sound stops.
///
/// Not thread-safe: owned by its device. A class, so that asking it something copies nothing.
final class OutputBuffer {
  private let converters: any RateConverterMaker
  private let mixer: SessionMixer
  private var converter: SampleConverter?
  private var bytes: [UInt8] = []
  private var start = 0
  /// How many frames of the session were not written. Others, as silence, follow them.
  private(set) var sessionFrameCount = 0

  init(converters: any RateConverterMaker, mixer: SessionMixer) {
    self.converters = converters
    self.mixer = mixer
  }

  /// The format of appended frames; `nil` until it is set.
  var input: StreamFormat? { converter?.input }
  /// True if all frames that are not held have been written.
  var isEmpty: Bool { start >= bytes.count }
  /// True if frames at full gain could be written to the output unchanged.
  var isTransparent: Bool { (converter?.isTransparent ?? false) && isEmpty }

  var convertsRate: Bool { converter?.rate != nil }
  /// True if held frames can be written.
  var isReady: Bool { (converter?.readyFrameCount ?? 0) > 0 }

  /// The length of the held frames: those in the rate converter, and converted ones not written.
  var held: Duration {
    guard let converter else { return .zero }
    return Duration(frames: heldFrameCount, sampleRate: converter.output.sampleRate)
  }

  /// How many frames of the input are held, to the nearest.
  var heldInputFrameCount: Int {
    guard let converter else { return 0 }
    return held.frameCount(at: converter.input.sampleRate)
  }

  /// How many frames of the output are held.
  var heldFrameCount: Int {
    guard let converter, let rate = converter.rate else { return 0 }
    return converter.readyFrameCount + rate.heldFrameCount
  }

  /// How many frames a converted stretch may have, whatever the rates: a song of a low one would
  /// become many times as long at once.
  static let longestStretch = 1 << 14

  /// How many frames of input make about `limit` frames of output, and no more than can be held.
  func inputLimit(_ limit: Int) -> Int {
    guard let converter, converter.rate != nil else { return limit }
    return min(limit, Self.longestStretch) * converter.input.sampleRate
      / converter.output.sampleRate + 1
  }

  /// Converts from `input` to `output` from here on.
  ///
  /// A run of one sample rate goes on through changes of channels and bits.
  ///
  /// - Throws: If the sample rate cannot be converted.
  func convert(
    from input: StreamFormat, to output: OutputFormat
  ) throws(RateConversionError) {
    let rate: (any RateConverter)?
    if let converter, converter.output == output, converter.input.sampleRate == input.sampleRate {
      rate = converter.rate
      convert { $0.take(.max, into: &$1) }
    } else {
      finishRun()
      rate = try converters.converter(
        from: input.sampleRate, to: output.sampleRate, channelCount: output.channelCount)
    }
    converter = SampleConverter(from: input, to: output, rate: rate, mixer: mixer)
    mixer.prepare(for: output)
  }

  /// Appends to `bytes`, and counts what belongs to the session.
  private func convert(_ body: (inout SampleConverter, inout [UInt8]) -> Void) {
    guard var converter = self.converter.take() else { return }
    let before = mixer.passedFrameCount
    body(&converter, &bytes)
    self.converter = converter
    sessionFrameCount += mixer.passedFrameCount - before
  }

  /// Appends `frames` of the input.
  ///
  /// - Parameter gains: One gain a frame; empty is full gain.
  func append(_ frames: UnsafeRawBufferPointer, gains: [Float]) {
    convert { $0.convert(frames, gains: gains, into: &$1) }
  }

  func appendMusicSilence(frameCount: Int) {
    convert { $0.appendSilence(frameCount, into: &$1) }
  }

  /// Appends the held frames, because the sound ends here.
  func finishRun() { convert { $0.finish(into: &$1) } }

  /// Ends the sound with a ramp down that begins with the last `count` appended frames. Frames after
  /// the ramp are dropped.
  ///
  /// - Parameter holdsLanes: True if the session holds where the ramp begins.
  func fadeRun(last count: Int, holdsLanes: Bool) {
    convert { $0.fade(last: count, holdsLanes: holdsLanes, into: &$1) }
  }

  func appendSilence(frameCount: Int, _ format: OutputFormat) {
    bytes.append(repeating: 0, count: frameCount * format.frameByteCount)
  }

  /// Writes at most `limit` frames to `output`. Blocks until they are accepted.
  ///
  /// - Returns: How many frames were written.
  func write(_ limit: Int, to output: any Output) throws(OutputError) -> Int {
    let frameByteCount = output.format.frameByteCount
    let unwritten = (bytes.count - start) / frameByteCount
    if unwritten < limit { take(limit - unwritten) }
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

  /// Moves at most `count` held frames to `bytes`, and none beyond the next cue. They stay where the
  /// music waits.
  private func take(_ count: Int) {
    guard isReady, !mixer.holdsMusic else { return }
    let count = min(count, mixer.constantGainFrameCount)
    convert { $0.take(count, into: &$1) }
  }

  /// Drops unwritten frames and forgets the formats. The session goes back to the first of them.
  func removeAll() {
    converter = nil
    if sessionFrameCount > 0 { mixer.lose(sessionFrameCount) }
    sessionFrameCount = 0
    removeFrames()
  }

  private func removeFrames() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }
}
