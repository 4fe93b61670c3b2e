/// The output as the player sees it: opened as tracks need it, lost, found again.
///
/// Owned by whoever drives the player; every output that it opens lives and dies there.
final class Device {
  /// Seconds until a lost device is tried again: doubled each time, up to `longestDelay`.
  static let shortestDelay = Duration.milliseconds(500)
  static let longestDelay = Duration.seconds(30)

  private var opener: any OutputOpener
  private let fallback: any OutputOpener
  private var output: (any Output)?
  /// The format that was asked for when `output` was opened; it may have given less.
  private var wanted: OutputFormat?
  private var converter: SampleConverter?
  /// Converted, but not yet written.
  private var pending: [UInt8] = []
  private var pendingStart = 0
  /// Whether any output ever opened.
  private var hasOpened = false
  /// Why a file takes no more: it is not opened again, which would empty it.
  private var fileError: OutputError?
  /// How long to wait before a lost device is tried again; `nil`: none is lost.
  private(set) var retryDelay: Duration?
  /// How long to wait once the device is lost again: one that opens, but takes nothing, is tried
  /// as seldom as one that does not open.
  private var nextDelay = shortestDelay

  /// A device that opens by `opener`; by `fallback` if that does not open at first.
  init(opener: any OutputOpener, fallback: any OutputOpener) {
    self.opener = opener
    self.fallback = fallback
  }

  /// What became of a preparation.
  enum Preparation {
    /// The device was ready.
    case ready
    /// The device, or another one, was opened.
    case opened
    /// The device does not open; the fallback does.
    case fellBack(OutputError)
  }

  /// What is written to; `nil` before anything opened.
  var format: OutputFormat? { output?.format }
  /// Whether anything waits to be written.
  var hasUnwritten: Bool { pendingStart < pending.count }
  /// Whether a real device is held that others might want.
  var isHoldingLiveDevice: Bool { output != nil && !opener.isFixedFormat }
  /// Whether sound is taken as fast as it comes, so that nothing is ever late.
  var isUnpaced: Bool { opener.isFixedFormat }

  /// How many frames of `input` to handle at once: the session's will is looked at in between.
  func sliceFrameCount(_ input: StreamFormat) -> Int {
    isUnpaced ? Int.max : max(input.sampleRate / 50, 1)
  }

  // MARK: Opening

  /// Makes ready for frames of `input`.
  ///
  /// Opens only if what is open would lose something; what was written before is then played to
  /// its end. May block.
  ///
  /// - Throws: When a device that was there before does not open any more.
  func prepare(for input: StreamFormat, volume: Int) throws(OutputError) -> Preparation {
    if converter?.input == input, output != nil { return .ready }
    let wish = Self.wish(for: input, volume: volume)
    if let output, opener.isFixedFormat || fits(wish) {
      if converter?.input.sampleRate != input.sampleRate { finishRun() }
      converter = SampleConverter(from: input, to: output.format)
      return .ready
    }
    close()
    if let fileError { throw fileError }
    do throws(OutputError) {
      try open(wish, for: input)
      return .opened
    } catch {
      guard !hasOpened, !opener.isFixedFormat else { throw error }
      opener = fallback
      try open(wish, for: input)
      return .fellBack(error)
    }
  }

  private func open(_ wish: OutputFormat, for input: StreamFormat) throws(OutputError) {
    let output = try FormatNegotiation.open(opener, wish)
    self.output = output
    wanted = wish
    converter = SampleConverter(from: input, to: output.format)
    hasOpened = true
    retryDelay = nil
  }

  /// The output that loses nothing of `input`: 24 bits for what has more than 16 or is scaled.
  private static func wish(for input: StreamFormat, volume: Int) -> OutputFormat {
    OutputFormat(
      sampleRate: input.sampleRate, channelCount: input.channelCount,
      bits: input.sample == .int16 && volume == 100 ? 16 : 24)
  }

  /// Whether opening for `wish` would give nothing better than what is open.
  private func fits(_ wish: OutputFormat) -> Bool {
    guard let wanted else { return false }
    return wanted.sampleRate == wish.sampleRate && wanted.channelCount == wish.channelCount
      && wanted.bits >= wish.bits
  }

  /// Lets the output go, which plays what it holds to its end. May block.
  func close() {
    output = nil
    converter = nil
    empty()
  }

  /// Lets the output go for good: a device at once, a file properly.
  func shutDown() {
    if !opener.isFixedFormat { output?.abandon() }
    close()
  }

  // MARK: Losing and finding

  /// Notes that the device is lost; whatever was not written is forgotten.
  func lose(_ error: OutputError) {
    close()
    if opener.isFixedFormat {
      fileError = error
    } else {
      delayRetry()
    }
  }

  /// Tries whether a lost device is back. May block.
  func retry() -> Bool {
    guard retryDelay != nil, let wanted else { return false }
    do throws(OutputError) {
      output = try FormatNegotiation.open(opener, wanted)
      retryDelay = nil
      return true
    } catch {
      delayRetry()
      return false
    }
  }

  private func delayRetry() {
    retryDelay = nextDelay
    nextDelay = min(nextDelay * 2, Self.longestDelay)
  }

  // MARK: Writing

  /// Converts `frames` and keeps them to be written.
  ///
  /// - Parameter gains: One a frame, or empty: full gain.
  func append(_ frames: UnsafeRawBufferPointer, gains: [Float]) {
    converter?.convert(frames, gains: gains, into: &pending)
  }

  /// Keeps what the converter still holds to be written: the sound stops here.
  func finishRun() { converter?.finish(into: &pending) }

  /// Keeps as much silence to be written as the device holds.
  func appendSilence() {
    guard let output else { return }
    appendSilence(frameCount: output.bufferFrameCount)
  }

  /// Keeps silence to be written before sound begins, `duration` or what the device holds.
  ///
  /// A server that has run dry may mix what comes first too late: let that be silence.
  func appendSilence(atMost duration: Duration) {
    guard let output else { return }
    appendSilence(
      frameCount: min(duration.frameCount(at: output.format.sampleRate), output.bufferFrameCount))
  }

  /// Keeps `frameCount` frames of silence to be written.
  func appendSilence(frameCount: Int) {
    guard let output else { return }
    pending.append(contentsOf: repeatElement(0, count: frameCount * output.format.frameByteCount))
  }

  /// Whether frames at full gain may be written as they are in memory.
  var isTransparent: Bool { (converter?.isTransparent ?? false) && !hasUnwritten }

  /// Whether one frame in is not one frame out.
  var resamples: Bool { converter?.resamples ?? false }

  /// The frames to be given to make about `limit` frames of output.
  func inputLimit(_ limit: Int) -> Int {
    guard let converter, converter.resamples, limit < Int.max else { return limit }
    return limit * converter.input.sampleRate / converter.output.sampleRate + 1
  }

  /// Writes frames that need no conversion. Blocks until they are taken.
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    try output?.write(frames)
    nextDelay = Self.shortestDelay
  }

  /// Writes at most `limit` frames of what waits. Blocks until they are taken.
  ///
  /// - Returns: How many frames were written.
  func flush(_ limit: Int) throws(OutputError) -> Int {
    guard let output else {
      empty()
      return 0
    }
    let frameByteCount = output.format.frameByteCount
    let slice = isUnpaced ? Int.max : max(output.format.sampleRate / 50, 1)
    let count = min((pending.count - pendingStart) / frameByteCount, limit, slice)
    let end = pendingStart + count * frameByteCount
    let result = pending.withUnsafeBytes { bytes -> Result<Void, OutputError> in
      do throws(OutputError) {
        try output.write(UnsafeRawBufferPointer(rebasing: bytes[pendingStart..<end]))
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
    nextDelay = Self.shortestDelay
    pendingStart = end
    if pendingStart >= pending.count { empty() }
    return count
  }

  private func empty() {
    pending.removeAll(keepingCapacity: true)
    pendingStart = 0
  }
}
