import Playback

/// Opens sound devices by libao.
///
/// Drivers work on threads of their own: one that blocks, such as that of a sound server that hangs,
/// is left behind after a second, and does not answer until it returns.
public struct AoLiveOpener: OutputOpener {
  private let driver: String?
  private let search: DriverSearch

  /// - Parameters:
  ///   - driver: libao's name of the driver; `nil` is the best that opens. "null" discards sound in
  ///     real time.
  ///   - device: The driver's name of the device; `nil` is the driver's default.
  ///   - options: libao's options for the driver, passed on unchanged.
  public init(
    driver: String? = nil, device: String? = nil, options: [(String, String)] = []
  ) {
    self.init(driver: driver, device: device, options: options, limits: DriverSearch.Limits())
  }

  init(
    driver: String?, device: String?, options: [(String, String)], limits: DriverSearch.Limits
  ) {
    self.driver = driver
    search = DriverSearch(isNamed: driver != nil, limits: limits) {
      patience throws(OutputError) in
      try Self.candidates(driver, &patience).map {
        LibaoDriver(driver: $0, device: device, options: options).live
      }
    }
  }

  /// Opens a device that accepts exactly `format`. Blocks for less than a second, and for up to 3 s
  /// more for each earlier device that is still closing.
  public func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    driver == "null" ? PacedOutput(format) : try search.open(format, buffer: buffer)
  }

  public func whenAnswering(_ notify: @escaping @Sendable () -> Void) {
    search.whenAnswering(notify)
  }

  /// Waits until the devices that it opened, and that were released, are closed: at most a second.
  func finish() {
    var patience = Patience(.seconds(1))
    search.finish(&patience)
  }

  /// Which drivers to try.
  private static func candidates(
    _ name: String?, _ patience: inout Patience
  ) throws(OutputError) -> [LibAO.Driver] {
    guard let libao = LibAO.loaded(&patience) else {
      throw OutputError("the sound drivers cannot be loaded in time", concernsFormat: false)
    }
    guard let name else { return libao.candidates }
    guard let named = libao.drivers.first(where: { $0.name == name }) else {
      throw OutputError("there is no driver of that name", concernsFormat: false)
    }
    guard named.isLive else {
      throw OutputError(
        "it writes files, as '--output FILE.\(name)' does", concernsFormat: false)
    }
    if let fault = LibAO.fault(ofDriver: name) { throw OutputError(fault, concernsFormat: false) }
    return [named]
  }
}
