import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import Testing

@testable import MeditationControl
@testable import MeditationScreens

@Suite("A set that is edited: the picks are its songs") @MainActor struct SetEditorTests {
  private let stage: PracticeStage

  init() throws { stage = PracticeStage(songs: 5, sets: [try SongSet("Evening", 3, 9, 1)]) }

  private func paths() throws -> [String] { try stage.paths("Evening") }

  @Test("the set follows each pick, and none after the screen is gone; leaving saves")
  func binding() throws {
    stage.type("edit evening")
    let editor = try #require(stage.desk?.sets.editor)
    func songs(after line: String) -> [String] {
      stage.type(line)
      return editor.set.songs.map { String(decoding: $0.path, as: UTF8.self) }
    }
    #expect(songs(after: "5") == ["/3", "/9", "/1", "/5"])
    #expect(songs(after: "unpick 3") == ["/9", "/1", "/5"])
    #expect(songs(after: "undo") == ["/3", "/9", "/1", "/5"])
    #expect(try paths() == ["/3", "/9", "/1"])
    stage.type("back")
    #expect(stage.desk?.sets.editor == nil)
    #expect(try paths() == ["/3", "/9", "/1", "/5"])
    #expect(stage.news.last?.hasPrefix("Saved 'Evening': 4 songs") == true)
    #expect(songs(after: "4") == ["/3", "/9", "/1", "/5"])
  }

  @Test("the plan of the set follows, too")
  func plan() throws {
    stage.type("edit evening", "for 20m", "back")
    #expect(try stage.saved("Evening").plan == "for 20m")
  }

  @Test("'edit off' leaves the set as it was")
  func abandoned() throws {
    stage.type("edit evening", "5", "for 20m", "edit OFF")
    #expect(stage.desk?.sets.editor == nil)
    #expect(try paths() == ["/3", "/9", "/1"])
    #expect(stage.news.last == "'Evening' is unchanged.")
    stage.type("4", "back", "start")
    #expect(try paths() == ["/3", "/9", "/1"])
  }

  @Test("nothing is written where nothing changed")
  func unchanged() throws {
    let before = try stage.sets.read(SetName("Evening"))
    stage.type("edit evening", "5", "undo", "back")
    #expect(try stage.sets.read(SetName("Evening")) == before)
    #expect(!stage.news.contains { $0.hasPrefix("Saved") })
  }

  @Test("what another program changed meanwhile stays", arguments: ["back", "start"])
  func changedElsewhere(way: String) throws {
    stage.type("edit evening", "5")
    let known = try stage.sets.read(SetName("Evening"))
    _ = try stage.sets.write(SongSet("Evening", 2), replacing: known)
    stage.type(way)
    #expect(try paths() == ["/2"])
    #expect(
      stage.news.last == "'Evening' was changed elsewhere meanwhile; saved as 'Evening 2'.")
  }

  @Test("after leaving, undo brings the old set back")
  func undo() throws {
    stage.type("edit evening", "5", "back", "undo")
    #expect(try paths() == ["/3", "/9", "/1"])
  }

  @Test(
    "another session that begins, and undoing the loading, leave the set as it is",
    arguments: [["again"], ["undo", "back"], ["sit 10m"], ["undo", "undo", "back"]])
  func otherWays(lines: [String]) throws {
    stage.type("5", "start")
    stage.play(61)
    stage.type("finish", "back", "edit evening")
    for line in lines { stage.type(line) }
    #expect(stage.desk?.sets.editor == nil)
    #expect(try paths() == ["/3", "/9", "/1"])
    #expect(try stage.saved("Evening").plan == "")
  }

  @Test("what was edited is saved under its name, and renamed and deleted with it")
  func nameOfItsOwn() throws {
    stage.type("edit evening", "5", "save Evening", "4", "back")
    #expect(try paths() == ["/3", "/9", "/1", "/5"])
    stage.type("edit evening", "unpick 5", "rename evening to Night")
    #expect(try stage.names() == ["Night"])
    #expect(try stage.saved("Night").songs.count == 3)
  }

  @Test("a bell that is missing today, and random bells, stay in the file")
  func plansThatDiffer() throws {
    let line = "for 20m, bells random 4, bell /missing.wav"
    let stage = PracticeStage(songs: 5, sets: [try SongSet("Dawn", 1, plan: StoredPlan(line))])
    stage.type("edit dawn", "2", "back")
    let set = try stage.saved("Dawn")
    #expect(set.songs.count == 2)
    #expect(set.plan.line == line)
    stage.type("edit dawn", "closing 3", "back")
    #expect(try stage.saved("Dawn").plan.line.hasSuffix("closing 3, bell /missing.wav"))
  }
}
