import MeditationCore
import MeditationLanguage
import MeditationPractice
import MeditationText
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

/// Reading the files of the list again, of which there are none on the disk.
@Suite("rescan") @MainActor
struct RescanTests {
  private let stage: PracticeStage

  init() throws { stage = try PracticeStage(sets: [SongSet("Evening", 4)]) }

  /// Sets the files to be found when they are read again.
  private func found(_ paths: String..., skipped: [SkippedFile] = []) {
    stage.controller.reader.readFiles = {
      ReadFiles(paths: paths.map { FilePath($0) }, skipped: skipped) { index in
        SongViewModel(title: "New \(paths[index])", length: .seconds(100))
      }
    }
  }

  /// Types `rescan` and waits for the reply; returns the line about it.
  private func rescan() async -> String? {
    await stage.answer("rescan")
    return stage.refusal ?? stage.news.last
  }

  private var titles: [String] { stage.session.songs.map(\.title) }
  private let old = ["Song 1", "Song 2", "Song 3"]

  @Test("new songs come last; numbers, picks and the order stay")
  func new() async {
    stage.type("3 1", "move 3 to 1")
    found("/0", "/1", "/2", "/2", "/3")
    #expect(await rescan() == "2 new songs.")
    #expect(titles == old + ["New /0", "New /2"])
    #expect(stage.picked == ["Song 3", "Song 1"])
    #expect(await rescan() == "Nothing new.")
    stage.type("5")
    #expect(stage.picked == ["Song 3", "Song 1", "New /2"])
  }

  @Test("what is gone keeps its row and its pick, and is among the skipped files as long as it is")
  func gone() async {
    stage.type("2")
    found("/1", "/3", "/4")
    #expect(await rescan() == "1 new song; 1 is gone.")
    #expect(titles == old + ["New /4"])
    #expect(stage.picked == ["Song 2"])
    let gone = [SkippedFile(name: "/2", reason: "the file does not exist")]
    #expect(stage.controller.files.skipped == gone)
    found(skipped: gone)
    #expect(await rescan() == "4 songs are gone.")
    #expect(stage.controller.files.skipped.map(\.name) == ["/2", "/1", "/3", "/4"])
    found("/1", "/2", "/3", "/4", skipped: [SkippedFile(name: "/5", reason: "it is damaged")])
    #expect(await rescan() == "1 file left out.")
    #expect(stage.controller.files.skipped.map(\.name) == ["/5"])
    #expect(await rescan() == "Nothing new.")
  }

  @Test("a relative path is the file that a set named in full")
  func relative() async throws {
    stage.controller.files.base.current = "/"
    found("1", "2", "3", "4")
    #expect(await rescan() == "1 new song.")
    #expect(stage.controller.files.path(of: 3) == "4")
  }

  @Test("while listening, new songs join the list, and not the session")
  func listening() async {
    stage.type("1", "start")
    found("/1", "/2", "/3", "/4")
    #expect(await rescan() == "1 new song.")
    #expect(await rescan() == "Nothing new.")
    #expect(titles == old + ["New /4"])
    #expect(stage.session.phase == .listening)
    #expect(stage.picked == ["Song 1"])
    stage.type("back")
    #expect(stage.picked == ["Song 1"])
  }

  @Test("other clients are answered while files are read; a second reading is refused")
  func slow() async {
    let (gate, key) = AsyncStream.makeStream(of: Void.self)
    stage.controller.reader.readFiles = {
      for await _ in gate { break }
      return ReadFiles(paths: ["/1", "/2", "/3", "/4"], skipped: []) { _ in
        SongViewModel(title: "New")
      }
    }
    guard case .pending(let pending) = stage.type("rescan").reply else {
      Issue.record("\(stage.reply)")
      return
    }
    let other = Client()
    #expect(
      stage.controller.submit("2", from: other)
        == .outcome(.changed, of: .numbers([NumberRange(2, through: 2)]), among: nil))
    #expect(stage.controller.submit("rescan", from: other) == .refused(.stillReading))
    // A set brings the same file meanwhile.
    stage.files["/4"] = SongViewModel(title: "Song 4")
    await stage.answer("load Evening")
    key.yield()
    _ = await pending.value
    #expect(stage.news.last == "Nothing new.")
    #expect(titles == old + ["Song 4"])
  }

  @Test("refused where the list is not of files, is not there, or is being read")
  func refused() async {
    #expect(await rescan() == CommandRefusal.notReadFromFiles.text)
    found("/4")
    stage.controller.files.isReading = true
    #expect(await rescan() == CommandRefusal.stillReading.text)
    stage.controller.finishReading()
    #expect(await rescan() == "1 new song; 3 are gone.")
  }
}
