import ArgumentParser

/// The value of a setting that is on or off.
enum Switch: String, CaseIterable, ExpressibleByArgument {
  case on, off

  init?(argument: String) {
    switch argument.lowercased() {
    case "on", "yes", "true", "1": self = .on
    case "off", "no", "false", "0": self = .off
    default: return nil
    }
  }
}
