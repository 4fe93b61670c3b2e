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
  /// Whether `fallback` stands in for the devices of `opener`.
  private(set) var usesFallback = false
  private var state = State.closed
  /// The format that was asked for when an output was last opened; `nil` if none ever was.
  private(set) var requested: OutputFormat?
  let buffer: OutputBuffer
  /// The format of the frames that it was prepared for last.
  private(set) var lastInput = StreamFormat(sampleRate: 44_100, channelCount: 2, sample: .int16)
  /// What mixes a session into the frames.
  let mixer: SessionMixer
  var backoff = RetryBackoff()

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

  /// How many frames to write at once: 10 ms, so that a pause takes effect soon.
  func sliceFrameCount(atRate sampleRate: Int) -> Int {
    isUnpaced ? Int.max : max(sampleRate / 100, 1)
  }

  // MARK: Opening

  /// Prepares for frames of `input`. May block.
  ///
  /// Opens an output only if the open one would lose something; what was written before is then
  /// played to its end. A session with a plan keeps what is open: see `keepsFormat`.
  ///
  /// - Throws: When a device that was there before no longer opens, or the file has failed.
  func prepare(for input: StreamFormat, volume: Int) throws(OutputError) -> Preparation {
    lastInput = input
    if buffer.input == input, output != nil { return .ready }
    let ideal = FormatNegotiation.ideal(for: input, volume: volume)
    if let output, isUnpaced || keepsFormat || fits(ideal) {
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
      guard requested == nil, !isUnpaced else { throw error }
      usesFallback = true
      try open(ideal)
      return .fellBack(error)
    }
  }

  private func open(_ format: OutputFormat) throws(OutputError) {
    state = .open(try FormatNegotiation.open(usesFallback ? fallback : opener, format))
    requested = format
  }

  /// Closes the output, which first plays its buffer to the end. May block.
  func close() {
    if case .open = state { state = .closed }
    buffer.removeAll()
  }

  /// Closes the output for good: a device at once, a file properly.
  func shutDown() {
    if !isUnpaced { output?.abandon() }
    close()
  }

  // MARK: Losing and retrying

  /// Records the loss of the device and drops unwritten frames.
  func lose(_ error: OutputError) {
    close()
    state = isUnpaced ? .failed(error) : .lost(retryDelay: backoff.next())
  }

  /// Tries to open a lost device, or the one that the fallback stands in for. May block.
  ///
  /// - Returns: Whether it is back.
  func retry() -> Bool {
    guard retryDelay != nil || usesFallback, let requested else { return false }
    do throws(OutputError) {
      let output = try FormatNegotiation.open(opener, requested)
      close()
      state = .open(output)
      usesFallback = false
      return true
    } catch {
      if retryDelay != nil { state = .lost(retryDelay: backoff.next()) }
      return false
    }
  }
}
