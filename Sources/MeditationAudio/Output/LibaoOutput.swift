import CMeditationAo
import Glibc
import MeditationEngine
import MeditationSystem
import SystemPackage

/// A device or a file, opened by libao.
final class LibaoOutput: Output {
  let format: OutputFormat
  let bufferFrameCount: Int
  let latency: Duration?
  /// Open from `init` until it is closed or abandoned; never leaves this class.
  private var device: OpaquePointer?
  private let driver: String
  private let stream: PulseStream?
  /// How many bytes may still be written; a WAV file's header counts with 32 bits.
  private var byteLimit: Int
  /// Called when libao has closed the device or the file.
  private let onClose: () -> Void

  /// Takes ownership of `device`: it is closed on release.
  init(
    _ device: OpaquePointer, _ format: OutputFormat, driver: String, bufferFrameCount: Int,
    latency: Duration? = nil, stream: PulseStream? = nil, byteLimit: Int = .max,
    onClose: @escaping () -> Void = {}
  ) {
    self.device = device
    self.format = format
    self.driver = driver
    self.bufferFrameCount = bufferFrameCount
    self.latency = latency
    self.stream = stream
    self.byteLimit = byteLimit
    self.onClose = onClose
  }

  deinit {
    guard let device else { return }
    ao_close(device)
    onClose()
  }

  /// Plays whole frames, blocking until the driver accepts them.
  ///
  /// Source: libao, `ao_play`: "0 indicates failure. The device should be closed."
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    guard frames.count > 0, let start = frames.baseAddress else { return }
    guard frames.count <= byteLimit else {
      throw OutputError("a file of this kind cannot be longer than 4 GB; a '.raw' file can")
    }
    byteLimit -= frames.count
    // libao's parameter is not const, but it does not change the samples.
    let samples = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: CChar.self)
    errno = 0
    guard let device, ao_play(device, samples, UInt32(frames.count)) != 0 else {
      // libao returns no reason, but its file drivers leave the one of their last write in `errno`.
      throw OutputError(
        bufferFrameCount > 0
          ? "\(driver) stopped accepting sound" : ErrnoClause.writing(Errno(rawValue: errno)))
    }
  }

  /// Leaves the device open for the system to close at exit.
  ///
  /// libao's pulse driver waits in `ao_plugin_close` for its latency less that at the opening, which may
  /// be nothing, or drains, which takes up to two seconds. Source: libao 1.2.2, `ao_pulse.c`.
  func abandon() { device = nil }

  func askDelay() -> ToldDelay? { stream?.delay }

  /// Other drivers than that of PulseAudio play what the device holds.
  func drop() { stream?.endStream() }
}

extension OutputFormat {
  /// The speaker of each channel as libao names it, in the order of WAV; `nil` for mono and stereo.
  private var matrix: String? {
    switch channelCount {
    case 3: "L,R,C"
    case 4: "L,R,BL,BR"
    case 5: "L,R,C,BL,BR"
    case 6: "L,R,C,LFE,BL,BR"
    case 7: "L,R,C,LFE,BC,SL,SR"
    case 8: "L,R,C,LFE,BL,BR,SL,SR"
    default: nil
    }
  }

  /// Calls `body` with the format as libao expects it and `options`, both valid only during the call.
  func withLibaoFormat<Result>(
    _ options: [(String, String)],
    _ body: (UnsafeMutablePointer<ao_sample_format>, UnsafeMutablePointer<ao_option>?) -> Result
  ) -> Result {
    var list: UnsafeMutablePointer<ao_option>?
    for (key, value) in options { ao_append_option(&list, key, value) }
    defer { ao_free_options(list) }
    var sample = ao_sample_format()
    sample.bits = Int32(bits)
    sample.rate = Int32(sampleRate)
    sample.channels = Int32(channelCount)
    sample.byte_format = AO_FMT_NATIVE
    sample.matrix = matrix.flatMap { strdup($0) }
    defer { free(sample.matrix) }
    return body(&sample, list)
  }
}
