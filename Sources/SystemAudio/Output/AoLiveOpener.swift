import CAo
import Playback

/// Opens sound devices by libao.
public struct AoLiveOpener: OutputOpener {
  /// The length of the device's buffer in milliseconds: long enough for a busy machine, and short
  /// enough for a pause to take effect at once.
  private static let bufferTime = 40

  /// Drivers that must not be asked for 24 bits.
  ///
  /// `oss` refuses them, but closes its descriptor twice, and so maybe that of another thread.
  /// `sndio` takes them, but in four bytes a sample, and gets three: noise.
  /// Source: libao 1.2.2, `ao_oss.c` and `ao_sndio.c`; sndio 1.9.0, `SIO_BPS`.
  private static let takeOnly16Bits: Set = ["oss", "sndio"]

  private let driver: String?
  private let options: [(String, String)]
  private let device: String?

  /// - Parameters:
  ///   - driver: libao's name of the driver; `nil` is its default, or else the best that opens.
  ///     "null" discards sound in real time.
  ///   - device: The driver's name of the device; `nil` is the driver's default.
  ///   - options: libao's options for the driver, passed on unchanged.
  public init(
    driver: String? = nil, device: String? = nil, options: [(String, String)] = []
  ) {
    self.driver = driver
    self.device = device
    self.options = options
  }

  /// Opens a device that accepts exactly `format`. May block, with a sound server for long.
  public func open(_ format: OutputFormat) throws(OutputError) -> any Output {
    if driver == "null" { return PacedOutput(format) }
    let candidates = try candidates()
    for candidate in candidates {
      if let output = open(candidate, format) { return output }
      // If it opens for a plain format, this is the driver, and `format` is the problem.
      let plain = OutputFormat(sampleRate: 48_000, channelCount: 2, bits: 16)
      if plain != format, open(candidate, plain) != nil {
        throw OutputError("\(candidate.name) does not take this format")
      }
    }
    throw OutputError(failure(candidates), concernsFormat: false)
  }

  /// Which drivers to try.
  private func candidates() throws(OutputError) -> [LibAO.Driver] {
    guard let driver else { return LibAO.candidates }
    guard let named = LibAO.drivers.first(where: { $0.name == driver }) else {
      throw OutputError("there is no driver of that name", concernsFormat: false)
    }
    guard named.isLive else {
      throw OutputError(
        "it writes files, as '--output FILE.\(driver)' does", concernsFormat: false)
    }
    if let fault = LibAO.fault(ofDriver: driver) { throw OutputError(fault, concernsFormat: false) }
    return [named]
  }

  private func failure(_ candidates: [LibAO.Driver]) -> String {
    if driver != nil { return "it does not answer" }
    let names = candidates.map(\.name).joined(separator: ", ")
    return names.isEmpty ? "libao has no driver for one" : "tried \(names)"
  }

  private func open(_ candidate: LibAO.Driver, _ format: OutputFormat) -> (any Output)? {
    guard format.bits == 16 || !Self.takeOnly16Bits.contains(candidate.name) else { return nil }
    var options = options
    if let device { options.append(("dev", device)) }
    let bufferTime: Int
    if let asked = options.last(where: { $0.0 == "buffer_time" }) {
      bufferTime = Int(asked.1) ?? Self.bufferTime
    } else {
      // Source: libao's pulse driver keeps the product of microseconds and rate in 32 bits.
      bufferTime = max(1, min(Self.bufferTime, 2_147_483 / format.sampleRate))
      if ["pulse", "alsa"].contains(candidate.name) {
        options.append(("buffer_time", String(bufferTime)))
      }
    }
    let opened = LibAO.silently {
      LibaoFormat(format).open(options) { ao_open_live(candidate.id, $0, $1) }
    }
    guard let opened else { return nil }
    // A server may hold a quarter more than it was asked for (`maxlength`).
    return LibaoOutput(
      opened, format, driver: candidate.name,
      bufferFrameCount: format.sampleRate * min(max(bufferTime, 1), 2000) * 5 / 4 / 1000)
  }
}
