import ArgumentParser
import Playback
import SystemAudio

/// The options that say where the sound goes, and how loud.
struct SoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play through this libao driver; 'meditate drivers' lists them, 'null' is silent.",
      valueName: "NAME"))
  var driver: String?

  @Option(
    help: ArgumentHelp(
      "Write the sound to FILE (.wav, .au or .raw) instead, as fast as it can.",
      valueName: "FILE"))
  var output: String?

  @Option(help: ArgumentHelp("Loudness in percent, 0 to 100.", valueName: "N"))
  var volume = 100

  func validate() throws {
    guard 0...100 ~= volume else {
      throw ValidationError("There is no volume \(volume): it goes from 0 to 100.")
    }
    guard driver == nil || output == nil else {
      throw ValidationError("--driver and --output exclude each other: name one place to play to.")
    }
  }

  /// What opens the outputs that were asked for; a named one must open.
  func outputs() throws(StartProblem) -> any OutputOpener {
    do {
      if let output { return try AoFileOpener(path: RawArguments.path(output)) }
    } catch {
      throw StartProblem(status: .outputUncreatable, lines: ["\(error.reason)"])
    }
    if driver == "null" { return PacedOpener() }
    let opener = AoLiveOpener(driver: driver, device: nil, options: [])
    guard let driver else { return opener }
    do {
      try opener.check()
      return opener
    } catch {
      throw StartProblem(
        status: .driverUnavailable,
        lines: [
          "The sound driver '\(driver)' cannot be opened: \(error.reason). 'meditate drivers' "
            + "lists those that can; '--driver null' plays silently."
        ])
    }
  }
}
