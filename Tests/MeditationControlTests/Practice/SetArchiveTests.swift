import MeditationPlan
import MeditationPractice
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

/// `sets bundle` and `sets import` at the prompt.
@Suite("Sets in archives") @MainActor struct SetArchiveTests {
  private let folder = TemporaryFolder()
  private let stage: PracticeStage

  /// A stage with the set "Rain" and its archive `rain.zip`.
  init() async throws {
    let rain = folder.path.appending("rain.ogg")
    try AtomicFile.write(Array("rain".utf8), to: rain)
    stage = PracticeStage(sets: [try SongSet("Rain", plan: StoredPlan("for 5m, under \(rain)"))])
    stage.controller.files.base = BaseFolders(current: folder.path)
    try await type("sets bundle rain rain.zip")
  }

  /// Types a line, and waits for its answer.
  private func type(_ line: String) async throws {
    if case .refused(let refusal) = await stage.answer(line) { throw refusal }
  }

  @Test("an import is the change that 'undo' undoes; the files stay, and it says where")
  func undo() async throws {
    stage.type("1", "save A")
    try await type("sets import rain.zip")
    #expect(try stage.names() == ["A", "Rain", "Rain 2"])
    let files = try #require(stage.news.last?.split(separator: " Its files are in ").last)
    stage.type("undo")
    #expect(
      stage.news.last
        == "'Rain 2' is no longer saved; 'redo' saves it again. Its files stay in \(files)")
    #expect(try stage.names() == ["A", "Rain"])
    #expect(FilePath(String(files.dropLast())).appending("sounds/rain.ogg").isThere)
    stage.type("redo")
    #expect(try stage.names() == ["A", "Rain", "Rain 2"])
    stage.type("undo", "undo")
    #expect(try stage.names() == ["Rain"])
  }

  @Test("nothing is unpacked if the set cannot be saved")
  func unsaved() throws {
    let before = try DirectoryEntry.names(in: folder.path)
    let sets = SetFolder(path: folder.path.appending("rain.ogg"))
    #expect(
      throws: CommandRefusal.set(.file("Rain", reason: "part of its path is not a folder"))
    ) {
      try SetFile.unpack(folder.path.appending("rain.zip"), musicFolder: nil, into: sets) { true }
    }
    #expect(try Set(DirectoryEntry.names(in: folder.path)) == Set(before))
  }
}
