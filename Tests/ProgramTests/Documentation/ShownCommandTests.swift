import ArgumentParser
import MeditationLanguage
import MeditationText
import Testing

@testable import meditate

/// The commands in the blocks of code of the documentation.
@Suite("Commands that the documentation shows") struct ShownCommandTests {
  private static let pages = ["README.md", "Documentation/Guide.md", "Documentation/Manual.md"]

  /// Lines of the blocks of `page` that begin with one of `marks`, without it; not those that are refused
  /// there, as an example.
  private func shown(in page: String, after marks: [String]) throws -> [String] {
    try MarkdownFile(page).codeBlocks.flatMap { block in
      zip(block, block.dropFirst() + [""]).compactMap { line, answer in
        guard !answer.hasPrefix("No command") else { return nil }
        return marks.first(where: { line.hasPrefix($0) }).map { String(line.dropFirst($0.count)) }
      }
    }
  }

  @Test("each line of the shell is understood", arguments: pages)
  func shell(page: String) throws {
    let lines = try shown(in: page, after: ["$ meditate", "meditate"])
    #expect(!lines.isEmpty || page.hasSuffix("Manual.md"))
    for line in lines {
      let words = try ShellWords(parsing: "meditate\(line)", home: "/home/ann").words
      let arguments = words.dropFirst().prefix { !["&&", "|"].contains($0) && !$0.hasPrefix(">") }
      var (command, rest): (any ParsableCommand.Type, _) = (meditate.Meditate.self, arguments)
      while let name = rest.first,
        let subcommand = command.configuration.subcommands.first(where: { $0._commandName == name })
      {
        (command, rest) = (subcommand, rest.dropFirst())
      }
      #expect(throws: Never.self, "\(line)") { _ = try command.parseAsRoot(Array(rest)) }
      guard arguments.first == "do" else { continue }
      #expect(throws: Never.self, "\(line)") {
        _ = try CommandParser.parse(arguments.dropFirst().joined(separator: " "))
      }
    }
  }

  @Test("each line of the prompt is understood", arguments: pages)
  func prompt(page: String) throws {
    let lines = try shown(in: page, after: ["> "])
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(throws: Never.self, "\(line)") { _ = try CommandParser.parse(line) }
    }
  }
}
