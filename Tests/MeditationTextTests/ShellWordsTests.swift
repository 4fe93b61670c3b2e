import Testing

@testable import MeditationText

@Suite("The words of a command") struct ShellWordsTests {
  @Test(
    "are split as a shell does, and nothing is expanded but '~'",
    arguments: [
      ("lamp", ["lamp"]), ("  lamp  on\t", ["lamp", "on"]), ("'a b' c", ["a b", "c"]),
      (#"a"b c"'d e' f"#, ["ab cd e", "f"]), (#""a \"b\" \\ \n""#, [#"a "b" \ \n"#]),
      (#"a\ b \'c "#, ["a b", "'c"]), (#"'\' x"#, [#"\"#, "x"]), ("a '' \"\"", ["a", "", ""]),
      ("~/lamp ~ a~ '~' ~ann", ["/home/ann/lamp", "/home/ann", "a~", "~", "~ann"]),
      ("a $HOME *.txt | b; c", ["a", "$HOME", "*.txt", "|", "b;", "c"]),
      ("läm\u{301}p", ["läm\u{301}p"]),
    ])
  func words(text: String, words: [String]) throws {
    #expect(try ShellWords(parsing: text, home: "/home/ann").words == words)
  }

  @Test("without a home directory, '~' stays")
  func homeless() throws {
    #expect(try ShellWords(parsing: "~/lamp", home: nil).words == ["~/lamp"])
  }

  @Test(
    "a mistake says what is wrong",
    arguments: [
      ("", "write a command, such as 'notify-send Bell'."),
      (" \t", "write a command, such as 'notify-send Bell'."),
      ("'' x", "write a command, such as 'notify-send Bell'."),
      ("'a", "the quote ' is not closed."), (#"a "b\""#, #"the quote " is not closed."#),
      (#"a \"#, "nothing follows the backslash at the end."),
    ])
  func mistakes(text: String, reason: String) {
    #expect(throws: ShellWords.Mistake(description: reason)) {
      try ShellWords(parsing: text, home: nil)
    }
  }
}
