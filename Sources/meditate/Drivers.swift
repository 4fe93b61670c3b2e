import ArgumentParser
import Foundation
import SystemAudio

/// `meditate drivers`: lists the sound drivers.
struct Drivers: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the sound drivers, and whether each opens.")

  func run() {
    let drivers = AudioDrivers.list()
    let width = drivers.map(\.name.count).max() ?? 0
    for driver in drivers {
      let name = driver.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let state = driver.failure == nil ? "opens          " : "does not open  "
      print("\(driver.isDefault ? "*" : " ") \(name)  \(state)\(driver.description)")
    }
    print("* is the default. '--driver NAME' chooses another.")
  }
}
