import MeditationPlan

/// The output as the player uses it: opened for each format, lost and retried.
///
/// Not thread-safe: owned by the player's caller, where every output is used and closed.
final class Device {
  enum Preparation {
    case ready
    /// The device was opened; prepare it once more.
    case opened
    /// The device does not open, and the fallback is used.
    case fellBack(OutputError)
    /// The open output does not accept the sample rate, which cannot be converted.
    case unconvertible(SongDecodingError)
  }

  private enum State {
    case closed
    /// Open. The output may accept less than the requested format.
    case open(any Output)
    /// The device went away, and is retried after this delay.
    case lost(retryDelay: Duration)
    /// The file cannot be written. It is not opened again, which would empty it.
    case failed(OutputError)
  }

  private enum Source {
    case real
    /// `fallback` replaces the real output, retried at this time; `nil` waits for its driver.
    case fallback(retryTime: Duration?)
  }

  private static let shortestPause = Duration.milliseconds(500)
  private static let longestPause = Duration.seconds(30)

  private let opener: any OutputOpener
  private let fallback: any OutputOpener
  /// True if a session goes on without sound when its device is lost.
  private let proceeds: Bool
  /// Monotonic time with an arbitrary origin.
  let now: () -> Duration
  private var state = State.closed
  private var source = Source.real
  /// The delay before a lost device is retried, doubled each time. Only accepted sound resets it: a
  /// device that opens and accepts nothing is retried as rarely as one that does not open.
  private var retryPause = Device.shortestPause
  /// Multiplies every delay.
  private let retryScale: Double
  private var buffering = DeviceBuffering()
  /// The format that was asked for when an output was last opened; `nil` if none ever was.
  private var requested: OutputFormat?
  /// True if the output was opened only for a bell, while no session plays.
  private var isForPreview = false
  /// The format of the frames for which it was last prepared.
  private var lastInput = SilenceDecoder.plainFormat
  /// Converts frames to the output's format.
  let buffer: OutputBuffer
  /// Mixes a session into the frames.
  let mixer: SessionMixer

  /// A device opened by `opener`, or by `fallback` if that fails at first; `now` is monotonic time.
  init(
    opener: any OutputOpener, fallback: any OutputOpener, converters: any RateConverterMaker,
    mixer: SessionMixer, proceedsWithoutDevice: Bool = false, retryScale: Double = 1,
    now: @escaping () -> Duration = PacingClock.monotonic.now
  ) {
    self.opener = opener
    self.fallback = fallback
    self.mixer = mixer
    self.now = now
    proceeds = proceedsWithoutDevice
    self.retryScale = retryScale
    buffer = OutputBuffer(converters: converters, mixer: mixer)
  }

  private var output: (any Output)? {
    if case .open(let output) = state { output } else { nil }
  }
  /// The delay before a lost device is retried; `nil` if none is lost.
  var retryDelay: Duration? {
    if case .lost(let delay) = state { delay } else { nil }
  }
  /// The format of the open output; `nil` if none is open.
  var format: OutputFormat? { output?.format }
  /// True if an open device keeps other programs from using it.
  var isHoldingLiveDevice: Bool { output != nil && !isUnpaced }
  /// True if `fallback` replaces the devices of `opener`.
  var usesFallback: Bool { if case .fallback = source { true } else { false } }
  /// True if the output is a file, which accepts sound as fast as it comes and has no underruns.
  var isUnpaced: Bool { (usesFallback ? fallback : opener).isFixedFormat }
  var isHeard: Bool { output?.isHeard ?? false }
  /// True if the open device cannot be heard, so that it may be left at any time.
  var isSilent: Bool { output.map { !$0.isHeard } ?? false }

  // MARK: - Opening

  /// Prepares for frames of `input`; `nil` is silence over which bells may ring, for the open
  /// output, or one for the latest format. May block. Throws if a device no longer opens, or the
  /// file has failed.
  ///
  /// Opens an output only if the open one would lose something; what was written before is then
  /// played to its end. A session with a plan keeps what is open: see `keeps(for:)`.
  func prepare(for input: StreamFormat?, volume: Int) throws(OutputError) -> Preparation {
    guard let input = input ?? (output == nil ? lastInput : nil) else {
      prepareForSilence()
      return .ready
    }
    lastInput = input
    if buffer.input == input, output != nil, mixer.isPreviewing || !isForPreview { return .ready }
    let ideal = ideal(for: input, volume: volume)
    if let output, isUnpaced || keeps(for: ideal) || fits(ideal) {
      do throws(SongDecodingError) {
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

  private func prepareForSilence() {
    guard let format, buffer.input == nil else { return }
    let input = StreamFormat(
      sampleRate: format.sampleRate, channelCount: format.channelCount, sample: .int16)
    // Nothing has to be converted, so this does not throw.
    try? buffer.convert(from: input, to: format)
  }

  /// True if `prepare(for:volume:)` closes an open output.
  func reopens(for input: StreamFormat, volume: Int) -> Bool {
    guard output != nil, buffer.input != input || isForPreview, !isUnpaced else { return false }
    let ideal = ideal(for: input, volume: volume)
    return !keeps(for: ideal) && !fits(ideal)
  }

  private func open(_ format: OutputFormat) throws(OutputError) {
    hold(
      try FormatNegotiation.open(
        usesFallback ? fallback : opener, format, buffer: buffering.wanted))
    requested = format
    isForPreview = mixer.isPreviewing
  }

  private func hold(_ output: any Output) {
    state = .open(output)
    buffering.opened(output)
  }

  /// Closes the output, which first plays its buffer to the end. May block.
  func close() {
    if case .open = state { state = .closed }
    buffering.delay = nil
    buffer.removeAll()
  }

  /// Closes the output; what it holds is not heard. Does not block.
  func drop() {
    if !isUnpaced { output?.drop() }
    close()
  }

  /// Closes the output for good. A device is left to the system if the program is about to exit.
  func shutDown(exiting: Bool) {
    if exiting, !isUnpaced { output?.abandon() }
    close()
  }

  /// How long the open device still plays what it was given, at most; zero if it cannot be heard.
  var unheard: Duration {
    guard let output, output.isHeard else { return .zero }
    return Duration(frames: output.bufferFrameCount, sampleRate: output.format.sampleRate)
  }

  // MARK: - Formats

  /// The format to open for frames of `input`: it loses nothing of them or, if the output keeps its
  /// format, of later songs.
  private func ideal(for input: StreamFormat, volume: Int) -> OutputFormat {
    var ideal = FormatNegotiation.ideal(for: input, volume: volume)
    let fixedRate = isUnpaced ? opener.fixedSampleRate : nil
    guard let target = mixer.target, let songs = target.format else {
      if let fixedRate { ideal.sampleRate = fixedRate }
      return ideal
    }
    guard isUnpaced || mixer.followsPlan else { return ideal }
    return FormatNegotiation.sessionFormat(
      for: ideal, songs: songs, least: target.plan.leastSampleRate, fixedRate: fixedRate)
  }

  /// True if an open output is kept although the songs have other formats.
  ///
  /// Opening a device again takes about 20 ms of silence, which would move the bells of a plan, and
  /// cut off one that rings. That is only done if the output was opened before there was a plan,
  /// with fewer channels than `ideal` has.
  private func keeps(for ideal: OutputFormat) -> Bool {
    guard let requested, mixer.followsPlan, !isForPreview else { return false }
    return requested.channelCount >= ideal.channelCount
  }

  /// True if an output opened for `ideal` would be no better than the open one.
  private func fits(_ ideal: OutputFormat) -> Bool {
    guard let requested else { return false }
    return requested.sampleRate == ideal.sampleRate
      && requested.channelCount == ideal.channelCount && requested.bits >= ideal.bits
  }

  // MARK: - Writing

  /// How much to write at once.
  var slice: Duration { buffering.slice }

  func sliceFrameCount(atRate sampleRate: Int) -> Int {
    isUnpaced ? Int.max : max(slice.frameCount(at: sampleRate), 1)
  }

  /// How long the device has no room for the next slice; `nil` if it can be written now.
  var wait: Duration? { isTimed ? buffering.wait(at: now()) : nil }

  /// How many frames of silence to write at once.
  var silenceSliceFrameCount: Int {
    isUnpaced ? 4_096 : sliceFrameCount(atRate: format?.sampleRate ?? 44_100)
  }

  /// True if something must still be written before the sound may stop.
  var hasUnwritten: Bool { !buffer.isEmpty }

  /// The session time of the frames written so far.
  var elapsed: Duration {
    mixer.clock.time(of: mixer.clock.frame - buffer.sessionFrameCount)
  }

  /// Appends as much silence as the device buffers, at most `duration`: after an underrun, a sound
  /// server may drop the first samples.
  func appendSilence(atMost duration: Duration) {
    guard let output else { return }
    appendSilence(
      frameCount: min(duration.frameCount(at: output.format.sampleRate), output.bufferFrameCount))
  }

  /// Appends as much silence as the device holds: once it is accepted, everything before was heard.
  func appendDrain() {
    appendSilence(atMost: buffering.delay?.mostHeld(at: now()) ?? .longest)
  }

  func appendSilence(frameCount: Int) {
    guard let output else { return }
    buffer.appendSilence(frameCount: frameCount, output.format)
  }

  /// Writes frames that need no conversion. Blocks until they are accepted.
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    guard let output else { return }
    let start = isTimed ? now() : .zero
    try output.write(frames)
    let count = frames.count / output.format.frameByteCount
    mixer.pass(count)
    accepted(count, by: output, since: start)
  }

  /// Writes at most `limit` pending frames, blocking until they are accepted; returns how many.
  func flush(_ limit: Int) throws(OutputError) -> Int {
    guard let output else {
      buffer.removeAll()
      return 0
    }
    let slice = sliceFrameCount(atRate: output.format.sampleRate)
    let start = isTimed ? now() : .zero
    let count = try buffer.write(min(limit, slice), to: output)
    accepted(count, by: output, since: start)
    return count
  }

  private func accepted(_ frameCount: Int, by output: any Output, since start: Duration) {
    if !usesFallback { retryPause = Self.shortestPause }
    guard isTimed else { return }
    buffering.delay?.accept(
      Duration(frames: frameCount, sampleRate: output.format.sampleRate), in: start..<now(),
      stopped: output.takeStoppedTime())
  }

  // MARK: - Buffering

  func lengthenBuffer(for plan: Plan) { buffering.adapt(to: plan) }

  /// How much sound the open device holds when it is full; 0 if unknown.
  var latency: Duration { output?.latency ?? .zero }

  /// True if the open device plays in real time.
  private var isTimed: Bool { buffering.delay != nil }

  /// How long until the next written frame is heard; `nil` if unknown, or not in real time.
  var delay: DeviceDelay.Estimate? { buffering.delay?.next(at: now()) }

  /// True if the open device holds less than wanted, and opening it again may help.
  var isTooShort: Bool { buffering.isTooShort(latency) }

  /// Notes that nothing more will be written for a while.
  func rest() { buffering.delay?.rest() }

  /// Takes an underrun that was detected, or more of one; `nil` if there is none. From then on
  /// devices hold more, as they do after a mere sign of one, unless it was the fallback's.
  ///
  /// Asks a sound server what it holds, if that is due, unless the device is lost.
  func takeUnderrun(isLost: Bool = false) -> Underrun? {
    guard let output, isTimed else { return nil }
    let begin = now()
    if !isLost, buffering.delay?.asks(at: begin) == true {
      let delay = output.askDelay()
      buffering.delay?.told(delay, in: begin..<now())
    }
    return buffering.takeUnderrun(at: now(), lengthens: !usesFallback)
  }

  // MARK: - Losing and retrying

  /// Notes the loss of the device, and drops unwritten frames.
  func lose(_ error: OutputError) {
    close()
    state = isUnpaced ? .failed(error) : .lost(retryDelay: nextRetryDelay())
  }

  /// Switches from a lost device to the fallback, if sessions go on without sound; true if it did.
  func proceedsWithoutDevice() -> Bool {
    guard proceeds, mixer.followsPlan, retryDelay != nil, !usesFallback else { return false }
    state = .closed
    fallBack()
    return true
  }

  private func nextRetryDelay() -> Duration {
    defer { retryPause = min(retryPause * 2, Self.longestPause) }
    return retryPause * retryScale
  }

  private func fallBack() {
    source = .fallback(retryTime: proceeds ? now() + nextRetryDelay() : nil)
  }

  /// True if the replaced device should be retried.
  var isRetryDue: Bool {
    if case .fallback(let time?) = source { time <= now() } else { false }
  }

  /// Tries to open the lost or replaced device; true if it is back. May block.
  func retry() -> Bool {
    guard retryDelay != nil || usesFallback, let requested else { return false }
    do throws(OutputError) {
      let output = try FormatNegotiation.open(opener, requested, buffer: buffering.wanted)
      close()
      hold(output)
      source = .real
      return true
    } catch {
      if retryDelay != nil { state = .lost(retryDelay: nextRetryDelay()) } else { fallBack() }
      return false
    }
  }
}
