import Foundation
import Playback

/// A driver that plays sound, as a user is told of it.
public struct AudioDriver: Equatable, Sendable {
  /// What to name it by.
  public var name: String
  /// What libao calls it.
  public var description: String
  /// Whether it is used if none is named.
  public var isDefault: Bool
  /// Why it does not open; `nil`: it opens.
  public var failure: String?

  /// A driver from its parts.
  public init(name: String, description: String, isDefault: Bool, failure: String?) {
    self.name = name
    self.description = description
    self.isDefault = isDefault
    self.failure = failure
  }
}

/// The drivers that sound can be played by.
public enum AudioDrivers {
  /// Loads the drivers on a thread of its own, so that they are there when one is wanted.
  public static func load() {
    Thread.detachNewThread { _ = LibAO.drivers }
  }

  /// All live drivers, best first, each opened once to see whether it can be. May block.
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

  /// Why the driver named `driver` (`nil`: any) does not open; `nil`: it does. May block.
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
