import MeditationSystem
import SystemPackage

/// The order in which drivers are tried where the user names none.
struct DriverOrder {
  /// The driver that libao's configuration names.
  var configured: String?
  /// True if the user's own configuration names it, not the system's.
  var isOwnChoice = false
  /// True if a PulseAudio server seems to run, or PipeWire in its place.
  var hasPulseServer = false

  /// The driver to try first; `nil` is the one of the highest priority. Debian's `/etc/libao.conf`
  /// names `alsa`: one layer more than a server needs, so that a pause takes longer to be heard.
  var first: String? {
    guard hasPulseServer, !isOwnChoice, configured ?? "alsa" == "alsa" else { return configured }
    return "pulse"
  }

  /// Sorts `drivers`: the first one, what libao's configuration names, then by priority.
  func sort(_ drivers: [LibAO.Driver]) -> [LibAO.Driver] {
    drivers.sorted { rank($0) > rank($1) }
  }

  private func rank(_ driver: LibAO.Driver) -> (Int, Int32) {
    let place = driver.name == first ? 2 : driver.name == configured ? 1 : 0
    return (place, driver.priority)
  }
}

/// The configuration file of libao in the user's home.
enum LibaoConfiguration {
  /// The `default_driver` of `~/.libao`.
  static var ownDefaultDriver: String? {
    guard let home = FilePath(variable: "HOME", of: ProgramEnvironment.variables),
      let file = try? BoundedFile(at: home.appending(".libao"), limit: 1 << 20)
    else { return nil }
    return defaultDriver(in: String(decoding: file.bytes, as: UTF8.self))
  }

  /// The driver that `text` names last. libao trims lines, but leaves blanks around `=`: a key with
  /// one is not this key. Source: libao 1.2.2, `ao_read_config_file`.
  static func defaultDriver(in text: String) -> String? {
    let key = "default_driver="
    return text.split(separator: "\n").map { trimmed($0) }
      .last { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
  }

  private static func trimmed(_ line: Substring) -> Substring {
    let end = line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.startIndex
    return line[..<end].drop(while: \.isWhitespace)
  }
}

/// Where clients find a PulseAudio server, or PipeWire in its place.
enum PulseSocket {
  /// True if a server is named, or has left its socket. One that is dead fails to connect at once.
  ///
  /// Without either, libpulse might start a server of its own (`autospawn`).
  /// Source: PulseAudio 16, `pa_context_connect` and `pa_runtime_path`.
  static func isThere(in environment: [String: String]) -> Bool {
    func value(_ name: String) -> FilePath? {
      FilePath(variable: name, of: environment).flatMap { $0.isEmpty ? nil : $0 }
    }
    if value("PULSE_SERVER") != nil { return true }
    var folders: [FilePath] = ["/var/run/pulse"]
    if let path = value("PULSE_RUNTIME_PATH") {
      folders.append(path)
    } else if let path = value("XDG_RUNTIME_DIR") {
      folders.append(path.appending("pulse"))
    } else if let home = value("HOME") {
      // A link into the temporary directory, named after the machine.
      let state = home.appending(".config/pulse")
      let names = (try? DirectoryEntry.names(in: state)) ?? []
      folders += names.map { String(decoding: $0, as: UTF8.self) }
        .filter { $0.hasSuffix("-runtime") }.map { state.appending($0) }
    }
    return folders.contains { (try? $0.appending("native").stat()) != nil }
  }
}
