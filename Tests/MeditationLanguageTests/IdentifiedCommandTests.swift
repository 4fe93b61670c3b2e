import MeditationLanguage
import Testing

struct IdentifiedCommandTests {
  static let longest = String(repeating: "a", count: IdentifiedCommand.longestID)

  @Test(
    "an id is taken off the line",
    arguments: [
      ("#42 next", "42", " next"), ("#a-B_9 seek 1:30", "a-B_9", " seek 1:30"), ("#42", "42", ""),
      ("  #42\tnext", "42", "\tnext"), ("\u{FEFF}#1 next", "1", " next"),
      ("#\(longest) next", longest, " next"), ("next", nil, "next"), ("", nil, ""),
      (" next #3", nil, " next #3"),
    ])
  func split(line: String, id: String?, rest: String) throws {
    let command = try IdentifiedCommand.split(line)
    #expect(command.id == id)
    #expect(command.rest == rest)
  }

  @Test(
    "what is no id is said to be none",
    arguments: [
      ("# next", ""), ("#", ""), ("#é next", "é"), ("#4.2 next", "4.2"), ("#\u{1B}x", "�x"),
      ("##1", "#1"), ("#\(longest)a next", "\(longest.prefix(39))…"),
    ])
  func badIdentifier(line: String, echo: String) {
    #expect {
      try IdentifiedCommand.split(line)
    } throws: { error in
      "\(error)" == "'\(echo)' is not an id. Write '#' and 1 to 64 letters, digits, '-' or '_'."
    }
  }
}
