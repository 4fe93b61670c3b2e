import ArgumentParser
import CMeditationTerminal
import MeditationAudio
import MeditationControl
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationText
import SystemPackage

struct SoundOptions: ParsableArguments {
  @Option(Settings.table.driver) var driver: String?
  @Option(Settings.table.device) var device: String?
  @Option(Settings.table.driverOptions) var driverOptions: [DriverOption]
  @Option(Settings.table.deviceLost) var deviceLost: DeviceLoss
  @Option(Settings.table.onUnplug) var onUnplug: UnplugPolicy
  @Flag(Settings.table.ringOut) var ringOut: Bool
  @Option(Settings.table.output) var output: String?
  @Flag(help: "Overwrite the file of --output if it exists.") var force = false
  @Option(Settings.table.rate) var rate: Int?
  /// Of the options and settings, in percent; 100 if there is none.
  @Option(Settings.table.volume) var givenVolume: Int

  @Option(Settings.table.level) var level: Level

  /// The volume of the last time, if it counts: not where the sound goes to a file.
  var volumeMemory: VolumeMemory? {
    output == nil ? VolumeMemory(environment: ProgramEnvironment.variables) : nil
  }

  /// The volume in percent: `given` by an option or a setting, or what `memory` has, or 100.
  static func volume(_ given: Int, _ memory: VolumeMemory?) -> Int {
    isVolumeGiven ? given : memory?.level ?? given
  }

  /// True if an option or a setting gives the volume.
  static var isVolumeGiven: Bool {
    Settings.ofProgram.origin(of: Settings.table.volume.name) != .builtIn
  }

  static var isVolumeTyped: Bool { isTyped(Settings.table.volume.name) }

  /// True if an option of the command line gives the setting `name`.
  static func isTyped(_ name: String) -> Bool {
    Settings.ofProgram.origin(of: name) == .commandLine
  }

  /// Opens songs and bells, except for the file that the sound goes to.
  var decoders: SystemDecoders { SystemDecoders(sparing: output.map(RawArguments.path)) }

  /// The opener of the selected output, which refuses to overwrite what the run reads.
  ///
  /// - Parameter list: Another file that is read, and what it is; `nil` or `-` is no file.
  func outputs(
    sparing songs: [FilePath], filesOf plan: [PlanStep], list: (name: String?, role: String)? = nil
  ) throws(StartProblem) -> any OutputOpener {
    guard let output else {
      if rate != nil {
        throw .usage("--rate is for --output: a sound device takes the rate of the songs.")
      }
      return AoLiveOpener(
        driver: driver, device: device, options: libaoOptions, watchesSpeakers: onUnplug == .pause)
    }
    let folders = BaseFolders.ofShell
    var used = songs.map { (file: $0, role: "one of the songs") }
    for (name, use) in plan.flatMap(\.files) {
      used.append((FilePath(folders.path(of: name)), "the file of a \(use)"))
    }
    if let list, let name = list.name, name != "-" {
      used.append((RawArguments.path(name), list.role))
    }
    SignalWatch.hold()
    let isStream = output == "-"
    if isStream, standard_output_was_closed() != 0 {
      throw StartProblem(.outputFailed, "Standard output cannot be written: it is closed.")
    }
    do throws(OutputError) {
      return try AoFileOpener(
        path: isStream ? SoundStream.path() : RawArguments.path(output),
        ending: isStream ? "wav" : nil, sparing: used, sampleRate: rate, replacing: force)
    } catch {
      throw StartProblem(.outputUncreatable, "The output file cannot be created: \(error.reason).")
    }
  }

  /// Loads libao's drivers on another thread, so that they are ready when one is wanted; not for silence.
  func loadDrivers() { if driver != "null" { AudioDrivers.load() } }

  /// Why the driver or device given by an option cannot be opened; `nil` if it can, or if none is
  /// given. Opens it once, on a separate thread.
  var driverProblem: StartProblem? {
    get async {
      let named = [driver.map { "driver '\($0)'" }, device.map { "device '\($0)'" }]
      let name = named.compactMap(\.self).joined(separator: " with the ")
      guard output == nil, !name.isEmpty else { return nil }
      return await SystemThread.run("driver check") { () -> StartProblem? in
        let reason = AudioDrivers.check(driver: driver, device: device, options: libaoOptions)
        return reason.map {
          StartProblem(
            .driverUnavailable,
            "The sound \(name) cannot be opened: \($0).\(hint) 'meditate drivers' lists those that "
              + "can; '--driver null' plays silently.",
            settings: [Settings.table.driver.name, Settings.table.device.name])
        }
      }
    }
  }

  /// Advice after a blank: write a file, or take the driver with a similar name; empty if none.
  private var hint: String {
    guard let driver else { return "" }
    if ["wav", "au", "raw"].contains(driver) { return " '--output FILE.\(driver)' writes one." }
    let names = AudioDrivers.names
    guard !names.contains(driver), let near = Vocabulary(names).nearest(to: driver[...]) else {
      return ""
    }
    return " Did you mean '\(near)'?"
  }

  private var libaoOptions: [(String, String)] { driverOptions.map { ($0.key, $0.value) } }
}
