/// The output as the player uses it: opened for each format, lost and retried.
///
/// Not thread-safe: owned by whoever drives the player. Every output is used and closed there.
final class Device {
  private enum State {
    /// No output is open.
    case closed
    /// Open. The output may have accepted less than the format that was asked for.
    case open(any Output)
    /// The device went away, and is retried after this delay.
    case lost(retryDelay: Duration)
    /// The file cannot be written. It is not opened again, which would empty it.
    case failed(OutputError)
  }

  private var opener: any OutputOpener
  private let fallback: any OutputOpener
  private var state = State.closed
  /// The format that was asked for when an output was last opened; `nil` if none ever was.
  private var requested: OutputFormat?
  private var buffer: OutputBuffer
  /// The format of the frames that it was prepared for last.
  private var lastInput = StreamFormat(sampleRate: 44_100, channelCount: 2, sample: .int16)
  /// What mixes a session into the frames.
  let mixer: SessionMixer
  private var backoff = RetryBackoff()

  /// A device that is opened by `opener`, or by `fallback` if that does not open at first.
  init(
    opener: any OutputOpener, fallback: any OutputOpener, converters: (any RateConverterMaker)?,
    mixer: SessionMixer = SessionMixer()
  ) {
    self.opener = opener
    self.fallback = fallback
    self.mixer = mixer
    buffer = OutputBuffer(converters: converters, mixer: mixer)
  }

  private var output: (any Output)? {
    switch state {
    case .open(let output): output
    case .closed, .lost, .failed: nil
    }
  }
  /// The delay before a lost device is retried; `nil` where none is lost.
  var retryDelay: Duration? {
    switch state {
    case .lost(let delay): delay
    case .open, .closed, .failed: nil
    }
  }
  /// The format of the open output; `nil` where none is open.
  var format: OutputFormat? { output?.format }
  /// The format that it was prepared for; `nil` where frames cannot be appended.
  var input: StreamFormat? { buffer.input }
  /// Whether anything is still to be written before the sound may stop.
  var hasUnwritten: Bool { !buffer.isEmpty }
  /// Whether a device is open, which other programs may want.
  var isHoldingLiveDevice: Bool { output != nil && !opener.isFixedFormat }
  /// Whether sound is accepted as fast as it comes, so that there are no underruns.
  var isUnpaced: Bool { opener.isFixedFormat }

  /// How many frames to write at once: 20 ms, so that a pause takes effect soon.
  func sliceFrameCount(atRate sampleRate: Int) -> Int {
    isUnpaced ? Int.max : max(sampleRate / 50, 1)
  }

  /// How many frames of silence to write at once.
  var silenceSliceFrameCount: Int {
    isUnpaced ? 4_096 : sliceFrameCount(atRate: format?.sampleRate ?? 44_100)
  }

  // MARK: Opening

  /// Prepares for frames of `input`. May block.
  ///
  /// Opens an output only if the open one would lose something; what was written before is then
  /// played to its end.
  ///
  /// - Throws: When a device that was there before no longer opens, or the file has failed.
  func prepare(for input: StreamFormat, volume: Int) throws(OutputError) -> Preparation {
    lastInput = input
    if buffer.input == input, output != nil { return .ready }
    let ideal = FormatNegotiation.ideal(for: input, volume: volume)
    if let output, opener.isFixedFormat || fits(ideal) {
      do throws(RateConversionError) {
        try buffer.convert(from: input, to: output.format)
        return .ready
      } catch {
        return .unconvertible(error)
      }
    }
    if case .failed(let error) = state { throw error }
    close()
    do throws(OutputError) {
      try open(ideal)
      return .opened
    } catch {
      guard requested == nil, !opener.isFixedFormat else { throw error }
      opener = fallback
      try open(ideal)
      return .fellBack(error)
    }
  }

  /// Prepares for silence over which bells may ring: for the output that is open, or one for the
  /// latest frames. May block.
  ///
  /// - Throws: As `prepare(for:volume:)`.
  func prepareForSilence(volume: Int) throws(OutputError) -> Preparation {
    guard let format, buffer.input == nil else {
      return output == nil ? try prepare(for: lastInput, volume: volume) : .ready
    }
    let input = StreamFormat(
      sampleRate: format.sampleRate, channelCount: format.channelCount, sample: .int16)
    // Nothing is to be converted, so this does not throw.
    try? buffer.convert(from: input, to: format)
    return .ready
  }

  /// Whether `prepare(for:volume:)` closes an open output.
  func reopens(for input: StreamFormat, volume: Int) -> Bool {
    guard output != nil, buffer.input != input, !opener.isFixedFormat else { return false }
    return !fits(FormatNegotiation.ideal(for: input, volume: volume))
  }

  private func open(_ format: OutputFormat) throws(OutputError) {
    state = .open(try FormatNegotiation.open(opener, format))
    requested = format
  }

  /// Whether opening for `ideal` would give nothing better than the open output.
  private func fits(_ ideal: OutputFormat) -> Bool {
    guard let requested else { return false }
    return requested.sampleRate == ideal.sampleRate
      && requested.channelCount == ideal.channelCount && requested.bits >= ideal.bits
  }

  /// Closes the output, which first plays its buffer to the end. May block.
  func close() {
    if case .open = state { state = .closed }
    buffer.removeAll()
  }

  /// Closes the output for good: a device at once, a file properly.
  func shutDown() {
    if !opener.isFixedFormat { output?.abandon() }
    close()
  }

  // MARK: Losing and retrying

  /// Records the loss of the device and drops unwritten frames.
  func lose(_ error: OutputError) {
    close()
    state = opener.isFixedFormat ? .failed(error) : .lost(retryDelay: backoff.next())
  }

  /// Tries to open a lost device. May block.
  ///
  /// - Returns: Whether it is back.
  func retry() -> Bool {
    guard case .lost = state, let requested else { return false }
    do throws(OutputError) {
      state = .open(try FormatNegotiation.open(opener, requested))
      return true
    } catch {
      state = .lost(retryDelay: backoff.next())
      return false
    }
  }

  // MARK: Writing

  /// Converts `frames` and queues them for writing.
  ///
  /// - Parameter gains: One gain a frame; empty is full gain.
  func append(_ frames: UnsafeRawBufferPointer, gains: [Float]) {
    buffer.append(frames, gains: gains)
  }

  /// Appends the frames that the rate converter holds, because the sound ends here.
  func finishRun() { buffer.finishRun() }

  /// If the sample rate is converted, ends the sound with a ramp down that begins with the last
  /// `count` appended frames. Frames after the ramp are dropped.
  ///
  /// - Parameter holdsLanes: Whether the session holds where the ramp begins.
  func fadeRun(last count: Int, holdsLanes: Bool) {
    buffer.fadeRun(last: count, holdsLanes: holdsLanes)
  }

  /// Appends `frameCount` frames of silence as the music of the session.
  func appendMusicSilence(frameCount: Int) { buffer.appendMusicSilence(frameCount: frameCount) }

  /// The session time of the frames written so far.
  var elapsed: Duration {
    mixer.clock.time(of: mixer.clock.frame - buffer.sessionFrameCount)
  }

  /// Appends as much silence as the device buffers.
  func appendSilence() {
    guard let output else { return }
    appendSilence(frameCount: output.bufferFrameCount)
  }

  /// Appends silence before sound begins: `duration`, or as much as the device buffers.
  ///
  /// After an underrun a sound server may drop the first samples, which therefore are silence.
  func appendSilence(atMost duration: Duration) {
    guard let output else { return }
    appendSilence(
      frameCount: min(duration.frameCount(at: output.format.sampleRate), output.bufferFrameCount))
  }

  /// Appends `frameCount` frames of silence.
  func appendSilence(frameCount: Int) {
    guard let output else { return }
    buffer.appendSilence(frameCount: frameCount, output.format)
  }

  /// Whether frames at full gain can be written unchanged.
  var isTransparent: Bool { buffer.isTransparent }

  /// Whether the sample rate is converted.
  var convertsRate: Bool { buffer.convertsRate }
  /// Whether frames of a converted sample rate can be written.
  var isReady: Bool { buffer.isReady }
  /// The length of the frames held to convert the sample rate.
  var held: Duration { buffer.held }
  /// `held` in frames of the input, to the nearest.
  var heldInputFrameCount: Int { buffer.heldInputFrameCount }

  /// How many frames of input make about `limit` frames of output.
  func inputLimit(_ limit: Int) -> Int { buffer.inputLimit(limit) }

  /// Writes frames that need no conversion. Blocks until they are accepted.
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    guard let output else { return }
    try output.write(frames)
    mixer.pass(frames.count / output.format.frameByteCount)
    backoff.reset()
  }

  /// Writes at most `limit` pending frames. Blocks until they are accepted.
  ///
  /// - Returns: How many frames were written.
  func flush(_ limit: Int) throws(OutputError) -> Int {
    guard let output else {
      buffer.removeAll()
      return 0
    }
    let slice = sliceFrameCount(atRate: output.format.sampleRate)
    let count = try buffer.write(min(limit, slice), to: output)
    backoff.reset()
    return count
  }
}
