import ArgumentParser
import SystemAudio
import TerminalView

/// `meditate drivers`: lists the sound drivers.
struct Drivers: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drivers",
    abstract: "List the sound drivers and check whether each opens.",
    usage: "meditate drivers")

  func run() {
    let drivers = AudioDrivers.list()
    let rows = drivers.map(DriverRow.init)
    let layout = RowLayout(rows: rows)
    for row in rows { print(layout.line(row)) }
    print(
      drivers.contains(where: \.isDefault)
        ? "* is the default; '--driver NAME' selects another."
        : "No sound driver opens, so sessions are silent.")
  }
}
