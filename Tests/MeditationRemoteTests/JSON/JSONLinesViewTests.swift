import MeditationControl
import MeditationCore
import Testing

@testable import MeditationRemote

@MainActor struct JSONLinesViewTests {
  @Test("each scene gives exactly these lines", arguments: JSONScene.all)
  func lines(scene: JSONScene) {
    #expect(scene.played() == scene.lines)
  }

  @Test("a whole session, from the first line to the last")
  func wholeSession() {
    #expect(JSONScene.wholeSession() == JSONScene.wholeSessionLines)
  }

  @Test("only 'quit' ends the program")
  func quitting() {
    let stage = JSONStage()
    stage.beginQuietly()
    for line in ["start", "#q quti", "# quit", "1", "#1 start", "finish"] {
      #expect(!stage.take(line), "\(line)")
    }
    #expect(stage.take("#q QUIT"))
    #expect(stage.lines.last == #"{"id":"q","type":"done"}"#)
  }

  @Test("earlier events are in the first line only")
  func lateBeginning() throws {
    let stage = JSONStage()
    stage.stage.session.perform(.pick([1]))
    stage.stage.session.perform(.start)
    #expect(stage.lines == [])
    stage.view.begin()
    #expect(stage.lines.count == 1)
    let hello = try #require(stage.lines.first)
    #expect(hello.contains(#""mode":"playing","number":2"#))
    #expect(hello.contains(#""phase":"listening""#))
  }

  @Test("every input line has one answer, which carries its id and comes last")
  func answers() {
    let commands = [
      "1", "", "start", "pick 2", "nonsense", "seek 9:00", "help", "volume 3", "quit",
    ]
    for (number, command) in commands.enumerated() {
      let stage = JSONStage()
      stage.beginQuietly()
      stage.type("#\(number) \(command)")
      let answers = stage.lines.filter { $0.contains(#""id":"\#(number)""#) }
      #expect(answers.count == 1, "\(command)")
      #expect(answers.first == stage.lines.last, "\(command)")
    }
  }
}
