import MeditationTestSupport
import SystemPackage

/// A page of the documentation, as tests read it: without its blocks of code.
struct MarkdownFile {
  private let lines: [String]
  /// The lines of each block of code.
  let codeBlocks: [[String]]

  /// - Parameter name: The path in the repository, such as "Documentation/Manual.md".
  init(_ name: String) throws {
    let text = try Repository.path(name).text()
    var (lines, blocks, isCode) = ([String](), [[String]](), false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isCode.toggle()
        if isCode { blocks.append([]) }
      } else if isCode {
        blocks[blocks.count - 1].append(line)
      } else {
        lines.append(line)
      }
    }
    (self.lines, codeBlocks) = (lines, blocks)
  }

  /// All text of the page.
  var text: String { lines.joined(separator: "\n") }

  /// The lines under the heading `title`, up to the next heading.
  func text(under title: String) -> String { section(title).joined(separator: "\n") }

  /// The cells of each row of the table under the heading `title`, without its header.
  func rows(under title: String) -> [[String]] {
    let rows = section(title).filter { $0.hasPrefix("| ") }.map { line -> [String] in
      line.dropFirst(2).dropLast(2).split(separator: " | ").map { String($0) }
    }
    return Array(rows.drop { $0.first != "---" }.dropFirst())
  }

  private func section(_ title: String) -> ArraySlice<String> {
    let begun = lines.drop { !$0.hasPrefix("#") || $0.drop { $0 == "#" } != " \(title)" }
    return begun.dropFirst().prefix { !$0.hasPrefix("#") }
  }
}

extension String {
  /// The texts between backticks, each on one line.
  var codeSpans: [String] {
    matches(of: /`([^`]+)`/).map { String($0.output.1.replacing("\n", with: " ")) }
  }

  /// The words between blanks and punctuation; a hyphen is part of a word.
  var words: Set<Substring> { Set(matches(of: /[A-Za-z0-9][-A-Za-z0-9]*/).map(\.output)) }
}
