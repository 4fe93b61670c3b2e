import ArgumentParser
import Remote
import Screens
import SessionControl
import SystemAudio
import TerminalView

/// `meditate drivers`: lists the sound drivers.
struct DriversCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drivers",
    abstract: "List the sound drivers and check whether each opens.",
    usage: "meditate drivers [--format FORMAT]")

  @OptionGroup var listing: ListingOptions

  func run() {
    let drivers = AudioDrivers.list()
    let rows = drivers.map(DriverRow.init)
    let advice =
      drivers.contains(where: \.isDefault)
      ? "* is the default; '--driver NAME' selects another."
      : "No sound driver opens, so sessions are silent."
    switch listing.format {
    case .json:
      ListingOptions.print(
        PageLine.bytes(
          of: drivers.map {
            PageLine.Driver(
              name: $0.name, description: $0.description, isDefault: $0.isDefault,
              failure: $0.failure)
          }))
    case .text where listing.lines.isPlain:
      for line in listing.output.lines(of: DriversListing(rows: rows)) { print(line) }
    case .text:
      let layout = RowLayout(rows: rows)
      for row in rows { print(layout.line(row)) }
      print(advice)
    }
  }
}

/// The drivers in words, to be read aloud.
private struct DriversListing: Listing {
  let heading = "Drivers"
  let rows: [DriverRow]
  var notes: [NoteRow] { [NoteRow("'--driver NAME' selects one.", as: .muted)] }
}

/// A sound driver's row in the output of `meditate drivers`.
private struct DriverRow: Row {
  let marker: RowMarker
  let state: String
  let title: String
  let message: String
  let detail: String

  init(_ driver: AudioDriver) {
    marker = driver.isDefault ? .preferred : .none
    state = driver.isDefault ? "default" : ""
    title = driver.name
    message = driver.description
    detail = driver.failure ?? "opens"
  }
}
