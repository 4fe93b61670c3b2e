import CMeditationAo
import MeditationEngine
import MeditationSystem
import SystemPackage

/// The configuration of ALSA's library that is not the system's own.
///
/// The library, and what uses it, crash at an error in these files: `snd_config_update` fails, and
/// libao copies a configuration that is not there; nested braces overflow its stack. So what they lead
/// to is tried in another process first, once for each version of the files. Without such files,
/// nothing is tried. Source: libao 1.2.2, `ao_plugin_open` in `ao_alsa.c`; alsa-lib 1.2.8, `conf.c`.
struct ALSAConfiguration {
  private struct Version: Equatable {
    var path: FilePath
    var stamp: FileStamp
  }

  /// The latest trial and its outcome.
  private var tried: (files: [Version], driver: Int32, device: String?, fault: String?)?

  /// Why a device cannot be opened as it is configured; `nil` if it may be. Blocks, for less than a
  /// tenth of a second unless the device does.
  mutating func fault(of driver: LibAO.Driver, device: String?) -> String? {
    let files = Self.paths(ProgramEnvironment.variables).compactMap { path in
      FileStamp(of: path).map { Version(path: path, stamp: $0) }
    }
    guard !files.isEmpty else { return nil }
    if let tried, tried.files == files, tried.driver == driver.id, tried.device == device {
      return tried.fault
    }
    let fault = Self.fault(in: files.map(\.path), driver, device)
    tried = (files, driver.id, device, fault)
    return fault
  }

  private static func fault(
    in files: [FilePath], _ driver: LibAO.Driver, _ device: String?
  ) -> String? {
    let plain = OutputFormat(sampleRate: 48_000, channelCount: 2, bits: 16)
    let trial = plain.withLibaoFormat(device.map { [("dev", $0)] } ?? []) {
      ao_try_open(driver.id, $0, $1)
    }
    guard trial != ao_trial_ended else { return nil }
    if let file = files.first(where: { $0.withPlatformString { alsa_refuses($0) } != 0 }) {
      return "ALSA cannot read its configuration: mend or remove \(file.string)"
    }
    // A device that does not answer is left to whoever opens it.
    guard trial == ao_trial_crashed else { return nil }
    return "ALSA crashes with its configuration: look at "
      + files.map(\.string).joined(separator: " and ")
  }

  /// Where such files may be. Source: alsa-lib 1.2.8, `alsa.conf` and `snd_config_topdir`.
  static func paths(_ environment: [String: String]) -> [FilePath] {
    var paths = (environment["ALSA_CONFIG_PATH"] ?? "").split(separator: ":").map {
      FilePath(String($0))
    }
    if let home = FilePath(variable: "HOME", of: environment) {
      let folder = FilePath(variable: "XDG_CONFIG_HOME", of: environment)
      paths += [
        home.appending(".asoundrc"),
        (folder ?? home.appending(".config")).appending("alsa/asoundrc"),
      ]
    }
    return paths + ["/etc/asound.conf"]
  }
}
