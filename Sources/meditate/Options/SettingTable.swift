import ArgumentParser
import CommandLanguage
import TerminalView

/// The table of settings, a row each: all that the parser, the settings file and the environment
/// know of it. A command has a setting by declaring its option:
/// `@Option(Settings.table.volume) var volume: Int`.
struct SettingTable {
  // Which songs.
  let filesFrom = ValueSetting<String?>(
    "files-from", value: "FILE",
    help: "Read a list of paths, one a line, from FILE; '-' is standard input.",
    completion: .file())
  let pick = ValueSetting<SongSelection?>(
    "pick", value: "LIST", help: "Pick these songs: 'all', or numbers such as '1 3-5 7-'.",
    parse: SongSelection.typed)
  let start = FlagSetting(
    "start",
    help: "Start at once with what --pick picks, or all; exit when the session is finished."
  )

  // How a session looks.
  let format = ValueSetting(
    "format", initial: Format.text,
    help: "What standard output carries: text for people, or JSON Lines for programs.")
  let plain = FlagSetting(
    "plain", help: "Only add lines, in words: no status, no symbols, no colour.")
  let color = ValueSetting(
    "color", initial: ColorOption.auto, help: "Whether lines are coloured.")

  let announce = ValueSetting(
    "announce", initial: Announcement.all,
    help: "What is said unasked: everything, songs and the end, or errors alone.")

  // Where the sound goes, and how loud.
  let driver = ValueSetting<String?>(
    "driver", value: "NAME",
    help: "Play through this libao driver; 'meditate drivers' lists them, 'null' is silent.",
    // The list that libao has is known once it is loaded, which is too slow for the Tab key.
    completion: .list(["alsa", "null", "oss", "pulse", "sndio"]))
  let device = ValueSetting<String?>(
    "device", value: "NAME", help: "Play on this device, by the driver's name for it.")
  let driverOptions = ValueSetting<[DriverOption]>(
    "driver-option", short: "o", value: "KEY=VALUE",
    help: "An option for the driver itself, as libao documents them; can be repeated.")
  let output = ValueSetting<String?>(
    "output", value: "FILE",
    help: "Write the sound to FILE (.wav, .au or .raw) instead of playing it, as fast as it can.",
    completion: .file())
  let volume = ValueSetting(
    "volume", initial: 100, value: "N", help: "Loudness in percent, 0 to 100."
  ) { text throws(SettingProblem) in
    guard let percent = Int(text), 0...100 ~= percent else {
      throw SettingProblem(message: "write a number from 0 to 100.")
    }
    return percent
  }

  /// The rows in their order here, found as the parser finds options: among the stored properties.
  var rows: [any Setting] {
    Mirror(reflecting: self).children.compactMap { $0.value as? any Setting }
  }
}
