import MeditationLanguage
import MeditationTestSupport
import MeditationText
import Testing

/// Every command, typed by hand, and the screen after it.
@Suite("Stories", .waiting)
struct StoryTests {
  @Test(
    "are told on the terminal as they are stored", .needs("tmux"), arguments: Story.all,
    Look.allCases)
  func terminal(story: Story, look: Look) throws {
    try tell(story, as: look) { try $0.history }
  }

  @Test("are coloured by style", .needs("tmux"))
  func colours() throws { try tell(.colours, as: .live) { try $0.colouredHistory } }

  @Test("are shown on narrow and wide terminals", .needs("tmux"), arguments: [20, 40, 300])
  func widths(columns: Int) throws {
    let story = Story(
      name: "\(columns)-columns",
      scenes: [
        Story.Scene("Picking", "1-3", "move 3 to 1", "list picked", "info 5", "skipped"),
        Story.Scene("Listening", "start", "pause", "seek 1:00", "help move"),
      ])
    try tell(story, as: .live, columns: columns) { try $0.history }
  }

  /// The beginnings of lines that only a person at a terminal is shown.
  private static let hints = [
    "Type numbers to pick songs", "'sit 20m' sits for", "Numbers add and remove",
    "'start' plays it again",
  ]

  private func tell(
    _ story: Story, as look: Look, columns: Int = 100, seen: (Terminal) throws -> String
  ) throws {
    let workspace = try Story.shelf()
    let terminal = try Terminal(
      in: workspace, columns: look == .plain ? 300 : columns, rows: 40, look.options + Story.options
    )
    var stored = try StoredStory("\(look.rawValue)/\(story.name)")
    try terminal.waitFor("\n>")
    for scene in story.scenes {
      try scene.missing.map(workspace.remove)
      for line in scene.lines { try terminal.ask(line) }
      try stored.expect(scene.title) { try seen(terminal) }
    }
    try stored.finish()
  }

  @Test("are the same in a pipe as in plain lines on a terminal", arguments: Story.all)
  func pipe(story: Story) throws {
    let workspace = try Story.shelf()
    let stored = try StoredStory("\(Look.plain.rawValue)/\(story.name)")
    let process = try workspace.start(Story.options, output: .together)
    var expected: [Substring] = []
    for scene in story.scenes where !scene.isForTerminals {
      try scene.missing.map(workspace.remove)
      for line in scene.lines { try process.type(line + "\n") }
      expected += stored.scene(scene.title).split(separator: "\n")
        .filter { line in
          !([">", "ended with "] + Self.hints).contains { line.hasPrefix($0) }
        }
      var text = ""
      try process.wait {
        // Both streams come as one.
        text = String(decoding: $0.diagnostics, as: UTF8.self)
        return text.last == "\n" && text.split(separator: "\n").count >= expected.count
      }
      let said = StoredStory.masked(text).split(separator: "\n")
      let difference = said.difference(from: expected)
      try #require(difference.isEmpty, "'\(scene.title)' \(difference)")
    }
    process.endInput()
    try process.finish(code: 0)
  }

  @Test("use every command of the table")
  func complete() {
    let lines = Story.all.flatMap(\.scenes).flatMap(\.lines)
    let words = Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(Commands.table.vocabulary.words.filter { !words.contains($0) } == [])
  }
}
