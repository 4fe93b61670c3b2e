import ArgumentParser
import SystemAudio
import TerminalView

/// `meditate drivers`: lists the sound drivers.
struct Drivers: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the sound drivers and check whether each opens.")

  func run() {
    let rows = AudioDrivers.list().map(DriverRow.init)
    let layout = RowLayout(rows: rows)
    for row in rows { print(layout.line(row)) }
    print("* is the default; '--driver NAME' selects another.")
  }
}
