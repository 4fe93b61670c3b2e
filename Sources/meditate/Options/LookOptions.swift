import ArgumentParser
import Glibc
import MeditationLines
import MeditationScreens
import MeditationSystem
import MeditationTerminal
import MeditationText

struct LookOptions: ParsableArguments {
  @Option(Settings.table.format) var format: Format
  @OptionGroup var lines: PlainOptions
  @Option(Settings.table.color) var color: ColorOption
  @Option(Settings.table.announce) var announce: Announcement
  @Option(Settings.table.times) var times: Wording.Times
}

struct PlainOptions: ParsableArguments {
  @Flag(Settings.table.plain) var plain: Bool
  @Flag(Settings.table.screenReader) var screenReader: Bool

  var isPlain: Bool { plain || screenReader }
}

/// The options of a command that prints a listing and exits.
struct ListingOptions: ParsableArguments {
  @Option(Settings.table.format) var format: Format
  @OptionGroup var text: TextOptions

  static func print(_ line: [UInt8]) {
    Swift.print(String(decoding: line, as: UTF8.self), terminator: "")
  }
}

struct TextOptions: ParsableArguments {
  @OptionGroup var lines: PlainOptions
  @Option(Settings.table.color) var color: ColorOption
  @Option(Settings.table.times) var times: Wording.Times

  var output: ListingOutput {
    ListingOutput(
      descriptor: STDOUT_FILENO, plain: lines.isPlain, color: color,
      environment: ProgramEnvironment.variables)
  }

  var wording: Wording { output.wording(times) }

  func print(_ listing: Listing) {
    for line in output.lines(of: listing) { Swift.print(line) }
  }
}
