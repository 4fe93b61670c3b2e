import CMeditationAo
import Glibc
import MeditationEngine
import MeditationSystem

/// Opens sound devices by libao.
///
/// Drivers work on threads of their own: one that blocks, such as that of a sound server that hangs,
/// is left behind after a second, and does not answer until it returns.
package struct AoLiveOpener: OutputOpener {
  private let driver: String?
  private let search: DriverSearch
  /// Called when the sound has moved.
  private let onMove = Locked<PulseStream.Handler?>(nil)

  /// Creates an opener of one device; it opens nothing yet.
  ///
  /// - Parameters:
  ///   - driver: libao's name of the driver; `nil` is the best that opens. "null" discards sound in
  ///     real time.
  ///   - device: The driver's name of the device; `nil` is the driver's default.
  ///   - options: libao's options for the driver, passed on unchanged.
  ///   - watchesSpeakers: True to notice that a server has moved the sound to other speakers.
  package init(
    driver: String? = nil, device: String? = nil, options: [(String, String)] = [],
    watchesSpeakers: Bool = false
  ) {
    self.init(
      driver: driver, device: device, options: options, limits: DriverSearch.Limits(),
      watchesSpeakers: watchesSpeakers)
  }

  init(
    driver: String?, device: String?, options: [(String, String)], limits: DriverSearch.Limits,
    watchesSpeakers: Bool = false
  ) {
    self.driver = driver
    let onMove = onMove
    search = DriverSearch(isNamed: driver != nil, limits: limits) {
      budget throws(OutputError) in
      try Self.candidates(driver, &budget).map {
        LibaoDriver(
          driver: $0, device: device, options: options,
          onMove: { if watchesSpeakers { onMove.withLock(\.self)?($0) } }
        ).live
      }
    }
  }

  /// Opens a device that accepts exactly `format`. Blocks for less than a second, and for up to 3 s
  /// more for each earlier device that is still closing.
  package func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    driver == "null" ? PacedOutput(format, buffer: buffer) : try search.open(format, buffer: buffer)
  }

  package func whenAnswering(_ notify: @escaping @Sendable () -> Void) {
    search.whenAnswering(notify)
  }

  package func whenMoving(_ notify: @escaping @Sendable (String) -> Void) {
    onMove.withLock { $0 = notify }
  }

  /// Waits until the devices that it opened, and that were released, are closed: at most a second.
  func finish() {
    var budget = TimeBudget(.seconds(1))
    search.finish(&budget)
  }

  private static func candidates(
    _ name: String?, _ budget: inout TimeBudget
  ) throws(OutputError) -> [LibAO.Driver] {
    guard let libao = LibAO.loaded(&budget) else {
      throw OutputError("the sound drivers cannot be loaded in time", concernsFormat: false)
    }
    guard let name else { return libao.candidates }
    guard let named = libao.drivers.first(where: { $0.name == name }) else {
      throw OutputError("there is no driver of that name", concernsFormat: false)
    }
    guard named.isLive else {
      throw OutputError("it writes files, and plays nothing", concernsFormat: false)
    }
    if let fault = LibAO.fault(ofDriver: name) { throw OutputError(fault, concernsFormat: false) }
    return [named]
  }
}

/// A live driver of libao, with the options to open devices with.
struct LibaoDriver: Sendable {
  /// Drivers that must not be asked for 24 bits.
  ///
  /// `oss` refuses them, but closes its descriptor twice, and so maybe that of another thread.
  /// `sndio` takes them, but in four bytes a sample, and gets three: noise.
  /// Source: libao 1.2.2, `ao_oss.c` and `ao_sndio.c`; sndio 1.9.0, `SIO_BPS`.
  private static let takeOnly16Bits: Set = ["oss", "sndio"]

  /// Drivers that use ALSA's library, which are opened one at a time.
  ///
  /// `alsa` copies ALSA's configuration without the lock of that library, and crashes when `sndio`
  /// has it read at the same time. Source: libao 1.2.2, `ao_alsa.c`: `snd_config_copy`.
  private static let usingALSA: Set = ["alsa", "sndio"]
  private static let alsa = Locked(ALSAConfiguration())

  var driver: LibAO.Driver
  /// The driver's name of the device; `nil` is the driver's default.
  var device: String?
  /// libao's options for the driver.
  var options: [(String, String)] = []
  /// Called when a server has moved the sound.
  var onMove: PulseStream.Handler = { _ in }

  var live: LiveDriver {
    LiveDriver(name: driver.name) { format, buffer throws(OutputError) in
      try open(format, buffer)
    }
  }

  private func open(
    _ format: OutputFormat, _ buffer: Duration
  ) throws(OutputError) -> any Output {
    if let output = try opened(format, buffer) { return output }
    // If it opens for a plain format, this is the driver, and `format` is the problem.
    let plain = OutputFormat(sampleRate: 48_000, channelCount: 2, bits: 16)
    guard plain != format, try opened(plain, buffer) != nil else { throw .noDevice }
    throw OutputError("\(driver.name) does not take this format")
  }

  private func opened(
    _ format: OutputFormat, _ buffer: Duration
  ) throws(OutputError) -> (any Output)? {
    guard format.bits == 16 || !Self.takeOnly16Bits.contains(driver.name) else { return nil }
    var options = options
    if let device { options.append(("dev", device)) }
    let asked = options.last { $0.0 == "buffer_time" }.flatMap { Int($0.1) }
    var milliseconds = min(max(asked ?? Int(buffer / .milliseconds(1)), 1), 2_000)
    switch driver.name {
    case "pulse":
      // A server lets the sink have half of it, and asks for more when that is played: the other half
      // is what surely lasts.
      milliseconds = PulseLatency.set(asked == nil ? min(2 * milliseconds, 2_000) : milliseconds)
      // Without that, this counts: libao keeps the product of microseconds and rate in 32 bits.
      options.append(("buffer_time", String(min(milliseconds, 2_147_483 / format.sampleRate))))
    case "alsa":
      options.append(("buffer_time", String(milliseconds)))
    default:
      break
    }
    let open = { format.withLibaoFormat(options) { ao_open_live(driver.id, $0, $1) } }
    var fault: String?
    // While one driver is blocked in ALSA, the other one waits here, and does not answer either.
    let opened =
      Self.usingALSA.contains(driver.name)
      ? Self.alsa.withLock { configuration in
        fault = configuration.fault(of: driver, device: device)
        return fault == nil ? open() : nil
      } : open()
    if let fault { throw OutputError(fault, concernsFormat: false) }
    guard let opened else { return nil }
    let server = options.last { $0.0 == "server" }?.1
    let stream = driver.name == "pulse" ? PulseStream(server: server, onMove: onMove) : nil
    // A server may hold a quarter more than it was asked for (`maxlength`).
    return LibaoOutput(
      opened, format, driver: driver.name,
      bufferFrameCount: format.sampleRate * milliseconds * 5 / 4 / 1000,
      latency: ["pulse", "alsa"].contains(driver.name) ? .milliseconds(milliseconds) : nil,
      stream: stream)
  }
}

extension OutputError {
  /// A driver has no device that opens.
  static let noDevice = OutputError("no device is found", concernsFormat: false)
}

/// How much sound PulseAudio's client library asks the server to hold.
///
/// libao's own option cannot ask for more than 48 ms at 44.1 kHz: it keeps the product of
/// microseconds and rate in an `int`. The library's variable replaces what libao asks for.
/// Source: libao 1.2.2, `ao_plugin_open` in `ao_pulse.c`; PulseAudio 16, `patch_buffer_attr` in
/// `stream.c`, which reads PULSE_LATENCY_MSEC whenever a stream is connected.
///
/// Its text is changed in place, and in hexadecimal digits, which the library understands: `setenv`
/// moves the environment, which other threads read.
enum PulseLatency {
  private static let name = "PULSE_LATENCY_MSEC"
  /// The latency that the user has set, in milliseconds; `nil` if none.
  private static let given = getenv(name).flatMap { Int(String(cString: $0)) }

  /// Asks for `milliseconds` from the next stream on, unless the user asks for something else, and
  /// returns what is asked for.
  static func set(_ milliseconds: Int) -> Int {
    if let given, given > 0 { return given }
    let text = text(milliseconds)
    guard let place = getenv(name), strlen(place) == text.utf8.count else {
      // In the program of a client that did not prepare it. glibc keeps the old text.
      setenv(name, text, 1)
      return milliseconds
    }
    for (index, byte) in text.utf8.enumerated() { place[index] = CChar(bitPattern: byte) }
    return milliseconds
  }

  /// Makes room for it. Call it before other threads start. The library ignores a latency of 0.
  static func prepare() {
    if given.map({ $0 <= 0 }) ?? true { setenv(name, text(0), 1) }
  }

  private static func text(_ milliseconds: Int) -> String {
    let digits = String(milliseconds, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}
