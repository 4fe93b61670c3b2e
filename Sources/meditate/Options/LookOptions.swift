import ArgumentParser
import TerminalView

/// The options for the output of lines.
struct LookOptions: ParsableArguments {
  @Option(Settings.table.format) var format: Format
  @Flag(Settings.table.plain) var plain: Bool
  @Option(Settings.table.color) var color: ColorOption
  @Option(Settings.table.announce) var announce: Announcement
}

extension ColorOption: ExpressibleByArgument {}
extension Announcement: ExpressibleByArgument {}
