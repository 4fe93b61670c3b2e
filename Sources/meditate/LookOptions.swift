import ArgumentParser
import TerminalView

/// The options that say how a session looks.
struct LookOptions: ParsableArguments {
  @Option(help: "What standard output carries: text for people, or JSON Lines for programs.")
  var format = Format.text

  @Flag(help: "Only add lines, in words: no status, no symbols, no colour.")
  var plain = false

  @Option(help: "Whether lines are coloured.")
  var color = ColorOption.auto

  /// Whether lines are only ever added to.
  var isPlain: Bool { plain || format == .json }
}

extension ColorOption: ExpressibleByArgument {}
