import Platform
import SystemPackage

/// Where clients find a PulseAudio server, or PipeWire in its place.
enum PulseSocket {
  /// Whether a server is named, or has left its socket. It need not answer: whoever connects finds
  /// out at once.
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
