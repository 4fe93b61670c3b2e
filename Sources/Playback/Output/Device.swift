import Score

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

  private let opener: any OutputOpener
  private let fallback: any OutputOpener
  private let lengths: DeviceBuffer
  /// Whether a session goes on without sound where its device is lost.
  private let proceeds: Bool
  /// Scales the delays between retries.
  private let retryScale: Double
  private let now: () -> Duration
  /// Whether `fallback` stands in for the devices of `opener`.
  private(set) var usesFallback = false
  private var state = State.closed
  /// The format that was asked for when an output was last opened; `nil` if none ever was.
  private(set) var requested: OutputFormat?
  /// How much sound the open output was asked to hold.
  private var openedLength = Duration.zero
  /// How much sound a device is to hold from the next opening on.
  private(set) var wantedLength: Duration
  /// The least that it is to hold, for good, after an underrun or a sign of one.
  private var shortestLength = Duration.zero
  private var fill: DeviceFill?
  /// When to try the device that the fallback stands in for; `nil` until its driver says so.
  private var retryTime: Duration?
  /// Whether the output was opened for a bell alone, while no session plays.
  private(set) var isForPreview = false
  let buffer: OutputBuffer
  /// The format of the frames that it was prepared for last.
  private(set) var lastInput = StreamFormat(sampleRate: 44_100, channelCount: 2, sample: .int16)
  /// What mixes a session into the frames.
  let mixer: SessionMixer
  private var backoff = RetryBackoff()

  /// A device that is opened by `opener`, or by `fallback` if that does not open at first; `now` is
  /// monotonic time with an arbitrary origin.
  init(
    opener: any OutputOpener, fallback: any OutputOpener, converters: (any RateConverterMaker)?,
    mixer: SessionMixer = SessionMixer(), lengths: DeviceBuffer = DeviceBuffer(),
    proceedsWithoutDevice: Bool = false, retryScale: Double = 1,
    now: @escaping () -> Duration = PacingClock.monotonic.now
  ) {
    self.opener = opener
    self.fallback = fallback
    self.mixer = mixer
    self.lengths = lengths
    proceeds = proceedsWithoutDevice
    self.retryScale = retryScale
    self.now = now
    wantedLength = lengths.brief
    buffer = OutputBuffer(converters: converters, mixer: mixer)
  }

  /// The open output.
  var output: (any Output)? {
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
  var isHoldingLiveDevice: Bool { output != nil && !isUnpaced }
  /// Whether there is one output, a file, which accepts sound as fast as it comes: there are no
  /// underruns.
  var isUnpaced: Bool { (usesFallback ? fallback : opener).isFixedFormat }
  /// The sample rate that was asked for of that output; `nil` where none was.
  var fixedSampleRate: Int? { opener.fixedSampleRate }

  /// How many frames to write at once: 10 ms, so that a pause takes effect soon.
  func sliceFrameCount(atRate sampleRate: Int) -> Int {
    isUnpaced ? Int.max : max(sampleRate / 100, 1)
  }

  // MARK: Opening

  /// Prepares for frames of `input`. May block.
  ///
  /// Opens an output only if the open one would lose something; what was written before is then
  /// played to its end. A session with a plan keeps what is open: see `keeps(for:)`.
  ///
  /// - Throws: When a device that was there before no longer opens, or the file has failed.
  func prepare(for input: StreamFormat, volume: Int) throws(OutputError) -> Preparation {
    lastInput = input
    if buffer.input == input, output != nil, mixer.isPreviewing || !isForPreview { return .ready }
    let ideal = ideal(for: input, volume: volume)
    if let output, isUnpaced || keeps(for: ideal) || fits(ideal) {
      do throws(RateConversionError) {
        try buffer.convert(from: input, to: output.format)
        if !mixer.isPreviewing { isForPreview = false }
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
      guard requested == nil, !isUnpaced else { throw error }
      fallBack()
      try open(ideal)
      return .fellBack(error)
    }
  }

  private func open(_ format: OutputFormat) throws(OutputError) {
    hold(
      try FormatNegotiation.open(
        usesFallback ? fallback : opener, format, buffer: wantedLength))
    requested = format
    isForPreview = mixer.isPreviewing
  }

  private func hold(_ output: any Output) {
    state = .open(output)
    openedLength = wantedLength
    fill = output.latency.map { DeviceFill(capacity: $0) }
  }

  /// Closes the output, which first plays its buffer to the end. May block.
  func close() {
    if case .open = state { state = .closed }
    fill = nil
    buffer.removeAll()
  }

  /// Closes the output for good: a device at once, a file properly.
  func shutDown() {
    if !isUnpaced { output?.abandon() }
    close()
  }

  // MARK: Buffering

  /// Wants the device to hold as much sound as `plan` needs.
  func buffer(for plan: Plan) { wantedLength = max(lengths.length(for: plan), shortestLength) }

  /// How much sound the open device holds when it is full; 0 where that is not known.
  var latency: Duration { output?.latency ?? .zero }

  /// Whether anybody hears what the open device plays.
  var isHeard: Bool { output?.isHeard ?? false }

  /// Whether the open device holds less than is wanted, and opening it anew may change that.
  var isTooShort: Bool { openedLength < wantedLength && latency >= openedLength }

  /// The device has accepted `frameCount` frames.
  func accepted(_ frameCount: Int) {
    if !usesFallback { backoff.reset() }
    guard fill != nil, let format else { return }
    fill?.accept(Duration(frames: frameCount, sampleRate: format.sampleRate), at: now())
  }

  /// Nothing more will be written for a while.
  func rest() { fill?.rest() }

  /// For how long the device has run out of sound; `nil` if it has not. From then on devices hold
  /// more, as they do after a mere sign of that.
  func takeUnderrun() -> Duration? {
    guard var fill else { return nil }
    guard fill.isLow(at: now()) else { return nil }
    if !usesFallback {
      shortestLength = max(lengths.longer(than: openedLength), shortestLength)
      wantedLength = max(wantedLength, shortestLength)
    }
    let underrun = fill.takeUnderrun(at: now())
    self.fill = fill
    return underrun
  }

  // MARK: Losing and retrying

  /// Records the loss of the device and drops unwritten frames.
  func lose(_ error: OutputError) {
    close()
    state = isUnpaced ? .failed(error) : .lost(retryDelay: nextRetryDelay())
  }

  /// Goes on with the fallback in place of a lost device, if it is to.
  ///
  /// - Returns: Whether it does.
  func proceedsWithoutDevice() -> Bool {
    guard proceeds, mixer.followsPlan, retryDelay != nil, !usesFallback else { return false }
    state = .closed
    fallBack()
    return true
  }

  private func fallBack() {
    usesFallback = true
    planRetry()
  }

  private func planRetry() {
    if proceeds { retryTime = now() + nextRetryDelay() }
  }

  private func nextRetryDelay() -> Duration { backoff.next() * retryScale }

  /// Whether the device that the fallback stands in for is to be tried again.
  var isRetryDue: Bool { usesFallback && retryTime.map { $0 <= now() } ?? false }

  /// Tries to open a lost device, or the one that the fallback stands in for. May block.
  ///
  /// - Returns: Whether it is back.
  func retry() -> Bool {
    guard retryDelay != nil || usesFallback, let requested else { return false }
    do throws(OutputError) {
      let output = try FormatNegotiation.open(opener, requested, buffer: wantedLength)
      close()
      hold(output)
      usesFallback = false
      return true
    } catch {
      if retryDelay != nil { state = .lost(retryDelay: nextRetryDelay()) } else { planRetry() }
      return false
    }
  }

  // MARK: - Format

  /// The format to open for frames of `input`: what loses nothing of them, and of the songs to come
  /// where the output keeps its format.
  func ideal(for input: StreamFormat, volume: Int) -> OutputFormat {
    let ideal = FormatNegotiation.ideal(for: input, volume: volume)
    guard let songs = mixer.target?.format else {
      guard isUnpaced, let rate = fixedSampleRate else { return ideal }
      return OutputFormat(sampleRate: rate, channelCount: ideal.channelCount, bits: ideal.bits)
    }
    if isUnpaced {
      return FormatNegotiation.fileFormat(for: ideal, songs: songs, fixedRate: fixedSampleRate)
    }
    return mixer.followsPlan ? FormatNegotiation.covering(songs, ideal) : ideal
  }

  /// Whether an open output is kept although the songs have other formats.
  ///
  /// Opening a device anew takes some 20 ms of silence, which would move the bells of a plan, and
  /// break off one that rings. It is worth that if the output was opened, before there was a plan,
  /// for fewer channels than `ideal` has.
  func keeps(for ideal: OutputFormat) -> Bool {
    guard let requested, mixer.followsPlan, buffer.canConvertRates, !isForPreview else {
      return false
    }
    return requested.channelCount >= ideal.channelCount
  }

  /// Whether opening for `ideal` would give nothing better than the open output.
  func fits(_ ideal: OutputFormat) -> Bool {
    guard let requested else { return false }
    return requested.sampleRate == ideal.sampleRate
      && requested.channelCount == ideal.channelCount && requested.bits >= ideal.bits
  }

  // MARK: - Writing

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
    let count = frames.count / output.format.frameByteCount
    mixer.pass(count)
    accepted(count)
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
    accepted(count)
    return count
  }

  // MARK: - Silence in place of music

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
    guard output != nil, buffer.input != input || isForPreview, !isUnpaced else { return false }
    let ideal = ideal(for: input, volume: volume)
    return !keeps(for: ideal) && !fits(ideal)
  }

  /// How many frames of silence to write at once.
  var silenceSliceFrameCount: Int {
    isUnpaced ? 4_096 : sliceFrameCount(atRate: format?.sampleRate ?? 44_100)
  }

  /// Appends `frameCount` frames of silence as the music of the session.
  func appendMusicSilence(frameCount: Int) { buffer.appendMusicSilence(frameCount: frameCount) }

  /// The result of preparing the device.
  enum Preparation {
    /// The device was ready.
    case ready
    /// The device was opened, or opened anew; it is to be prepared once more.
    case opened
    /// The device does not open for this reason; the fallback does.
    case fellBack(OutputError)
    /// The open output does not accept the sample rate, which nothing converts.
    case unconvertible(RateConversionError)
  }
}

/// The delays between retries of a lost device.
///
/// They start anew only when sound is accepted: a device that opens but accepts nothing is retried
/// as rarely as one that does not open.
struct RetryBackoff {
  /// The first delay, doubled each time.
  private static let shortest = Duration.milliseconds(500)
  private static let longest = Duration.seconds(30)

  private var delay = shortest

  /// The delay before the next retry.
  mutating func next() -> Duration {
    defer { delay = min(delay * 2, Self.longest) }
    return delay
  }

  /// The device has accepted sound.
  mutating func reset() { delay = Self.shortest }
}
