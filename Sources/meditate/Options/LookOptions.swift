import ArgumentParser
import SessionControl
import TerminalView

/// The options for the output of lines.
struct LookOptions: ParsableArguments {
  @Option(Settings.table.format) var format: Format
  @Flag(Settings.table.plain) var plain: Bool
  @Option(Settings.table.color) var color: ColorOption
  @Option(Settings.table.announce) var announce: Announcement
  @Option(Settings.table.times) var times: Wording.Times
}

extension ColorOption: ExpressibleByArgument {}
extension Announcement: ExpressibleByArgument {}
extension Wording.Times: ExpressibleByArgument {}
