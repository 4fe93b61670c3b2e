import MeditationEngine

/// A driver that plays sound, as shown to the user.
package struct AudioDriver: Equatable, Sendable {
  package var name: String
  /// libao's description.
  package var description: String
  /// True if it is used when none is selected.
  package var isDefault: Bool
  /// The fault: "does not open", with a reason if known, or "does not answer"; `nil` if it opens.
  package var failure: String?
}

package enum AudioDrivers {
  /// A check asks for this buffer, and for this format.
  private static let buffer = Duration.milliseconds(100)
  private static let plain = OutputFormat(sampleRate: 44_100, channelCount: 2, bits: 16)

  /// Prepares the environment for them. A program calls this before it starts threads.
  package static func prepare() { PulseLatency.prepare() }

  /// Loads the drivers on another thread, so that they are ready when one is wanted.
  package static func load() { LibAO.load() }

  /// The names of the live drivers, best first. May block while drivers are loaded.
  package static var names: [String] { LibAO.loaded.candidates.map(\.name) + ["null"] }

  /// All live drivers, best first, each opened once as a check, side by side. Blocks for a second
  /// at most, once drivers are loaded.
  package static func list() -> [AudioDriver] {
    let candidates = LibAO.loaded.candidates
    let threads = candidates.map { candidate in
      let driver = LibaoDriver(driver: candidate).live
      return DriverThread(
        opening: { () throws(OutputError) in try driver.open(plain, buffer) }, onLateEnd: {})
    }
    var budget = TimeBudget(.seconds(1))
    let failures = threads.map { failure(of: $0, &budget) }
    for thread in threads { _ = thread.end(&budget) }
    let best = failures.firstIndex(of: nil)
    let silence = AudioDriver(
      name: "null", description: "Silence, in real time", isDefault: false, failure: nil)
    return candidates.indices.map { index in
      AudioDriver(
        name: candidates[index].name, description: candidates[index].description,
        isDefault: index == best, failure: failures[index])
    } + [silence]
  }

  /// Why the driver of `thread` does not open; `nil` where it does.
  private static func failure(of thread: DriverThread, _ budget: inout TimeBudget) -> String? {
    defer { thread.release(.close) }
    return switch thread.opened(&budget) {
    case .success?: nil
    case .failure(let error)? where !error.concernsFormat && error != .noDevice:
      "does not open: \(error.reason)"
    case .failure?: "does not open"
    case nil: "does not answer"
    }
  }

  /// Why the driver named `driver`, or any where that is `nil`, does not open; `nil` where it does.
  /// Blocks for two seconds at most, once drivers are loaded.
  package static func check(
    driver: String?, device: String? = nil, options: [(String, String)] = []
  ) -> String? {
    let opener = AoLiveOpener(driver: driver, device: device, options: options)
    do throws(OutputError) {
      _ = try opener.open(plain, buffer: buffer)
    } catch {
      return error.reason
    }
    // Some devices are open once at a time.
    opener.finish()
    return nil
  }
}
