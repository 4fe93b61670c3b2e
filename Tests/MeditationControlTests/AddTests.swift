import MeditationCore
import MeditationPractice
import MeditationScreens
import MeditationText
import SystemPackage
import Testing

@testable import MeditationControl

/// Adding files to the list, of which there are none on the disk.
@Suite("add") @MainActor
struct AddTests {
  private let stage: PracticeStage

  init() {
    stage = PracticeStage()
    stage.controller.reader.readNamed = { path in
      let skipped = [SkippedFile(name: "notes.txt", reason: "it is text")]
      guard path == "/Album" else {
        return ReadFiles(paths: [], skipped: skipped) { _ in fatalError() }
      }
      let paths: [FilePath] = ["/Album/1", "/2", "/Album/3"]
      return ReadFiles(paths: paths, skipped: skipped) { index in
        SongViewModel(title: "New \(paths[index])", length: .seconds(100))
      }
    }
  }

  /// Types `line` and waits for the reply; returns why it was refused.
  private func add(_ line: String) async -> String? {
    await stage.answer(line)
    return stage.refusal
  }

  private let new = ["New /Album/1", "Song 2", "New /Album/3"]

  @Test("songs come last, picked; one that is in the list is picked there")
  func picking() async {
    #expect(await add("add /Album") == nil)
    #expect(stage.news.last == "2 new songs; 1 file left out.")
    #expect(stage.session.songs.map(\.title) == ["Song 1", "Song 2", "Song 3", new[0], new[2]])
    #expect(Set(stage.picked) == Set(new))
    #expect(await add("add /Album") == nil)
    #expect(stage.session.songs.count == 5)
    stage.type("undo")
    #expect(stage.picked.isEmpty)
  }

  @Test("while listening, they play at the end, or next, in their order")
  func listening() async {
    stage.type("pick 1 3", "start")
    #expect(await add("add /Album next") == nil)
    #expect(stage.picked == ["Song 1"] + new + ["Song 3"])
    stage.type("undo")
    #expect(stage.picked == ["Song 1", "Song 3"])
    #expect(await add("add /Album") == nil)
    #expect(stage.picked == ["Song 1", "Song 3"] + new)
  }

  @Test("after a session, it returns to picking")
  func finished() async {
    stage.type("pick 1", "start", "finish")
    #expect(await add("add /Album") == nil)
    #expect(stage.session.phase == .picking)
    #expect(Set(stage.picked) == Set(["Song 1"] + new))
  }

  @Test("refused where nothing can be played, where the session is locked, and without files")
  func refused() async {
    #expect(await add("add /none") == "The file cannot be read: notes.txt: it is text.")
    #expect(await add("add /Album next") == Refusal.nothingPlaying.text)
    stage.type("pick 1", "start", "lock")
    #expect(await add("add /Album") == Refusal.locked.text)
    stage.type("unlock")
    stage.controller.reader.readNamed = nil
    #expect(await add("add /Album") == CommandRefusal.notReadFromFiles.text)
    #expect(stage.session.songs.count == 3)
  }

  @Test("'pick found next' says how many have begun")
  func left() {
    stage.type("pick 1 2", "start", "next", "find song", "pick found next")
    #expect(stage.news.last == "2 songs have begun already, and stay in place.")
    #expect(stage.picked == ["Song 1", "Song 2", "Song 3"])
  }
}
