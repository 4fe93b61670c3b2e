/// In which order drivers are tried that nobody has named.
struct DriverOrder {
  /// The driver that libao's configuration names.
  var configured: String?
  /// Whether the user's own configuration names it, not the system's.
  var isOwnChoice = false
  /// Whether a PulseAudio server seems to run, or PipeWire in its place.
  var hasPulseServer = false

  /// The driver to try first; `nil`: that of the highest priority.
  ///
  /// Debian's `/etc/libao.conf` names `alsa`, which reaches a server through one more layer: a pause
  /// takes longer to be heard.
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
