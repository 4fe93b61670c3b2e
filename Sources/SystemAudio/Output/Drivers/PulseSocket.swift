import FoundationEssentials

/// Where clients find a PulseAudio server, or PipeWire in its place.
enum PulseSocket {
  /// Whether a server is named, or has left its socket. It need not answer: whoever connects finds
  /// out at once.
  ///
  /// Without either, libpulse might start a server of its own (`autospawn`).
  /// Source: PulseAudio 16, `pa_context_connect` and `pa_runtime_path`.
  static func isThere(in environment: [String: String]) -> Bool {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    if value("PULSE_SERVER") != nil { return true }
    var folders = ["/var/run/pulse"]
    if let path = value("PULSE_RUNTIME_PATH") {
      folders.append(path)
    } else if let path = value("XDG_RUNTIME_DIR") {
      folders.append("\(path)/pulse")
    } else if let home = value("HOME") {
      // A link into the temporary directory, named after the machine.
      let state = "\(home)/.config/pulse"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
      folders += names.filter { $0.hasSuffix("-runtime") }.map { "\(state)/\($0)" }
    }
    return folders.contains { FileManager.default.fileExists(atPath: "\($0)/native") }
  }
}
