import ArgumentParser
import MeditationAudio
import MeditationControl
import MeditationRemote
import MeditationScreens
import MeditationTerminal

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
    case .text where listing.text.lines.isPlain || listing.text.output.rendering == .live:
      listing.text.print(DriversListing(rows: rows, advice: advice))
    case .text:
      // In a pipe, a row for each driver, which scripts read: no text is shortened.
      let layout = RowLayout(rows: rows, width: nil, widestText: .max)
      for row in rows { print(layout.line(row)) }
      print(advice)
    }
  }
}

private struct DriversListing: Listing {
  let heading = "Drivers"
  let rows: [DriverRow]
  let advice: String
  var notes: [NoteRow] { [NoteRow(advice, as: .muted)] }
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
