import Testing

/// What Bash offers for a word when Tab is pressed.
@Suite("Completion", .needs("bash"))
struct CompletionTests {
  static let files = ["Songs/A.wav", "Songs/B.wav"]

  @Test(
    "Tab completes names of files",
    arguments: [
      ["Songs/"], ["Songs/A.wav", "Songs/"], ["--plain", "Songs/"], ["--files-from", "Songs/"],
      ["--output", "Songs/"], ["script", "Songs/"], ["script", "a.txt", "Songs/"],
      ["script", "--output", "Songs/"], ["sit", "Songs/"], ["sit", "20m", "Songs/"],
    ])
  func paths(words: [String]) throws {
    #expect(try offers(for: words) == Self.files)
  }

  @Test(
    "Tab completes words that are known",
    arguments: [
      (
        [""],
        [
          "Songs", "again", "do", "drivers", "help", "journal", "resume", "script", "sessions",
          "sets", "sit",
        ]
      ),
      (["scr"], ["script"]),
      (["journal", "im"], ["import"]),
      (["journal", "--since", "y"], ["yesterday"]),
      (["journal", "--s"], ["--since"]),
      (["journal", "--format", ""], ["csv", "json", "text"]),
      (["sets", "e"], ["export"]),
      (["sets", "export", "--f"], ["--force"]),
      (["do", "--"], ["--format", "--help", "--session", "--version", "--watch"]),
      (["do", "pau"], ["pause"]),
      (["do", "--format", ""], ["json", "text"]),
      (["sessions", "--p"], ["--plain"]),
      (["--no"], ["--no-remote"]),
      (["again", "--vol"], ["--volume"]),
      (["--journal", "o"], ["off", "on"]),
      (["Songs/A.wav", "scr"], []),
      (["--color", "a"], ["always", "auto"]),
      (["--driver", "p"], ["pulse"]),
      (["script", "a.txt", "--format", ""], ["json", "text"]),
      (["--sta"], ["--start"]),
      (["script", "--sta"], []),
      (["script", "a.txt", "--fail"], ["--fail-fast"]),
      (["script", "--li"], ["--live"]),
      (["--li"], []),
      (["--f"], ["--files-from", "--for", "--format"]),
      (["sit", "20m", "--pl"], ["--plain", "--plan"]),
      (["sit", "--sta"], []),
      (["Songs/A.wav", "script", "--sta"], ["--start"]),
      (["drivers", "--"], ["--help", "--version"]),
    ])
  func known(words: [String], offers expected: [String]) throws {
    #expect(try offers(for: words) == expected)
  }

  /// What is offered for the last of `words`, in a folder that holds songs.
  private func offers(for words: [String]) throws -> [String] {
    let workspace = try Workspace()
    try workspace.makeFolder("Songs")
    for file in Self.files { try workspace.write(file, "") }
    let script = try workspace.meditate("--generate-completion-script", "bash").output
    // Outside the folder, where it would be offered itself.
    let tab = """
      \(String(decoding: script, as: UTF8.self))
      COMP_WORDS=(meditate "${@}")
      COMP_CWORD=${#}
      [[ $(complete -p meditate) =~ '-F '([^ ]+) ]]
      "${BASH_REMATCH[1]}" meditate "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\n' "${COMPREPLY[@]}"
      """
    let offered = try workspace.run("bash", ["-c", tab, "bash"] + words)
    return String(decoding: offered, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
  }
}
