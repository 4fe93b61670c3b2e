import ArgumentParser
import Foundation
import Playback
import SystemAudio
import SystemPackage

/// The options that say where the sound goes, and how loud.
struct SoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play through this libao driver; 'meditate drivers' lists them, 'null' is silent.",
      valueName: "NAME"),
    // Which of them there are is known only once libao is loaded, and a Tab is not to wait for it.
    completion: .list(["alsa", "null", "oss", "pulse", "sndio"]))
  var driver: String?

  @Option(
    help: ArgumentHelp(
      "Play on this device, by the driver's name for it.", valueName: "NAME"))
  var device: String?

  @Option(
    name: [.customShort("o"), .customLong("driver-option")],
    help: ArgumentHelp(
      "An option for the driver itself, as libao documents them; can be repeated.",
      valueName: "KEY=VALUE"))
  var driverOptions: [DriverOption] = []

  @Option(
    help: ArgumentHelp(
      "Write the sound to FILE (.wav, .au or .raw) instead of playing it, as fast as it can.",
      valueName: "FILE"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Loudness in percent, 0 to 100.", valueName: "N"))
  var volume = 100

  func validate() throws {
    guard 0...100 ~= volume else {
      throw ValidationError("There is no volume \(volume): it goes from 0 to 100.")
    }
  }

  /// What opens the outputs that were asked for; none of `songs` is written over.
  func outputs(sparing songs: [FilePath]) throws(StartProblem) -> any OutputOpener {
    if let output { return try file(output, sparing: songs) }
    return AoLiveOpener(driver: driver, device: device, options: libaoOptions)
  }

  /// Why a driver or a device that was named does not open, if so. Opens it once, on a thread of its
  /// own.
  var driverProblem: StartProblem? {
    get async {
      let named = [driver.map { "driver '\($0)'" }, device.map { "device '\($0)'" }]
      let name = named.compactMap(\.self).joined(separator: " with the ")
      guard output == nil, !name.isEmpty else { return nil }
      return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let reason = AudioDrivers.check(driver: driver, device: device, options: libaoOptions)
          continuation.resume(returning: reason.map { .cannotOpen(name, $0) })
        }
      }
    }
  }

  private var libaoOptions: [(String, String)] { driverOptions.map { ($0.key, $0.value) } }

  private func file(
    _ name: String, sparing songs: [FilePath]
  ) throws(StartProblem) -> any OutputOpener {
    do throws(OutputError) {
      return try AoFileOpener(path: RawArguments.path(name), sparing: songs)
    } catch {
      throw StartProblem(
        status: .outputUncreatable, lines: ["The output file cannot be created: \(error.reason)."])
    }
  }
}

extension StartProblem {
  fileprivate static func cannotOpen(_ name: String, _ reason: String) -> Self {
    StartProblem(
      status: .driverUnavailable,
      lines: [
        "The sound \(name) cannot be opened: \(reason). 'meditate drivers' lists those that "
          + "open; '--driver null' plays silently."
      ])
  }
}

/// One `key=value` of `-o`.
struct DriverOption: ExpressibleByArgument {
  let key: String
  let value: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    (key, value) = (String(parts[0]), String(parts[1]))
  }
}
