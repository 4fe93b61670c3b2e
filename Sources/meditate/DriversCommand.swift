import ArgumentParser
import Glibc
import MeditationAudio
import MeditationLines
import MeditationRemote
import MeditationScreens
import MeditationText

struct DriversCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drivers",
    abstract: "List the sound drivers and check whether each opens.",
    usage: "meditate drivers [--format FORMAT]")

  @OptionGroup var listing: ListingOptions

  func run() {
    let drivers = AudioDrivers.list()
    let rows = drivers.map { Row($0) }
    let advice =
      drivers.contains(where: \.isDefault)
      ? "* is the default; '--driver NAME' selects another."
      : "No sound driver opens, so sessions are silent."
    switch listing.format {
    case .json: ListingOptions.print(JSONMessage("drivers", ["drivers": drivers]).bytes)
    case .text where listing.text.lines.isPlain || isatty(STDOUT_FILENO) == 1:
      listing.text.print(Listing(heading: "Drivers", rows: rows, notes: [Row(advice, as: .muted)]))
    case .text:
      // A row for each driver, which scripts may read: nothing is shortened.
      let layout = RowLayout(rows: rows, width: nil, widestText: .max)
      for row in rows { print(layout.line(row)) }
      print(advice)
    }
  }
}

extension AudioDriver: JSONRecord {
  package var members: [String: any JSONValue] {
    ["default": isDefault, "description": description, "failure": failure, "name": name]
  }
}

extension Row {
  fileprivate init(_ driver: AudioDriver) {
    self.init(driver.name, driver.description)
    marker = driver.isDefault ? .preferred : .none
    state = driver.isDefault ? "default" : ""
    detail = driver.failure ?? "opens"
  }
}
