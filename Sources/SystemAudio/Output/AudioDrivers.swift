import Dispatch
import Playback

/// A driver that plays sound, as shown to the user.
public struct AudioDriver: Equatable, Sendable {
  /// The name to select it by.
  public var name: String
  /// libao's description.
  public var description: String
  /// Whether it is used when none is selected.
  public var isDefault: Bool
  /// Why it does not open; `nil` where it does.
  public var failure: String?

  /// A driver that was checked: `failure` is why it does not open.
  public init(name: String, description: String, isDefault: Bool, failure: String?) {
    self.name = name
    self.description = description
    self.isDefault = isDefault
    self.failure = failure
  }
}

/// The available drivers.
public enum AudioDrivers {
  /// Loads the drivers on another thread, so that they are ready when one is wanted.
  public static func load() {
    DispatchQueue.global().async { _ = LibAO.drivers }
  }

  /// The names of the live drivers, best first. May block while drivers are loaded.
  public static var names: [String] { LibAO.candidates.map(\.name) + ["null"] }

  /// All live drivers, best first, each opened once as a check. May block.
  public static func list() -> [AudioDriver] {
    var hasDefault = false
    var drivers = LibAO.candidates.map { driver in
      let failure = check(driver: driver.name)
      let isDefault = failure == nil && !hasDefault
      if isDefault { hasDefault = true }
      return AudioDriver(
        name: driver.name, description: driver.description, isDefault: isDefault,
        failure: failure)
    }
    drivers.append(
      AudioDriver(
        name: "null", description: "Silence, in real time", isDefault: false, failure: nil))
    return drivers
  }

  /// Why the driver named `driver`, or any where that is `nil`, does not open; `nil` where it does.
  /// May block.
  public static func check(
    driver: String?, device: String? = nil, options: [(String, String)] = []
  ) -> String? {
    let opener = AoLiveOpener(driver: driver, device: device, options: options)
    do throws(OutputError) {
      _ = try opener.open(OutputFormat(sampleRate: 44_100, channelCount: 2, bits: 16))
      return nil
    } catch {
      return error.reason
    }
  }
}
