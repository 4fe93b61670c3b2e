import CAo
import NIOConcurrencyHelpers
import Playback

/// A live driver of libao, with the options to open devices with.
struct LibaoDriver: Sendable {
  /// The length of the device's buffer in milliseconds: long enough for a busy machine, and short
  /// enough for a pause to take effect at once.
  private static let bufferTime = 40

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
  private static let alsa = NIOLock()

  var driver: LibAO.Driver
  /// The driver's name of the device; `nil` is the driver's default.
  var device: String?
  /// libao's options for the driver.
  var options: [(String, String)] = []

  /// The driver, as it is tried.
  var live: LiveDriver {
    LiveDriver(name: driver.name) { format throws(OutputError) in try open(format) }
  }

  private func open(_ format: OutputFormat) throws(OutputError) -> any Output {
    if let output = opened(format) { return output }
    // If it opens for a plain format, this is the driver, and `format` is the problem.
    let plain = OutputFormat(sampleRate: 48_000, channelCount: 2, bits: 16)
    let concernsFormat = plain != format && opened(plain) != nil
    throw OutputError("\(driver.name) does not take this format", concernsFormat: concernsFormat)
  }

  private func opened(_ format: OutputFormat) -> (any Output)? {
    guard format.bits == 16 || !Self.takeOnly16Bits.contains(driver.name) else { return nil }
    var options = options
    if let device { options.append(("dev", device)) }
    let bufferTime: Int
    if let asked = options.last(where: { $0.0 == "buffer_time" }) {
      bufferTime = Int(asked.1) ?? Self.bufferTime
    } else {
      // Source: libao's pulse driver keeps the product of microseconds and rate in 32 bits.
      bufferTime = max(1, min(Self.bufferTime, 2_147_483 / format.sampleRate))
      if ["pulse", "alsa"].contains(driver.name) {
        options.append(("buffer_time", String(bufferTime)))
      }
    }
    // While one driver is blocked in ALSA, the other one waits here, and does not answer either.
    let lock = Self.usingALSA.contains(driver.name) ? Self.alsa : nil
    lock?.lock()
    defer { lock?.unlock() }
    let opened = LibAO.silently {
      LibaoFormat(format).open(options) { ao_open_live(driver.id, $0, $1) }
    }
    guard let opened else { return nil }
    // A server may hold a quarter more than it was asked for (`maxlength`).
    return LibaoOutput(
      opened, format, driver: driver.name,
      bufferFrameCount: format.sampleRate * min(max(bufferTime, 1), 2000) * 5 / 4 / 1000)
  }
}
