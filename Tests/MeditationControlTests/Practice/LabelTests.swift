import MeditationCore
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationText
import Testing

@testable import MeditationControl
@testable import MeditationScreens

@Suite("Labels") @MainActor struct LabelTests {
  @Test("belong to the sit that goes on, or to the last one, and can be taken back")
  func latest() throws {
    let stage = PracticeStage()
    stage.type("1", "for 20m", "start")
    stage.play(90)
    stage.type("label evening")
    #expect(stage.news.last == "Labelled the sit of today 22:00: evening")
    stage.type("finish")
    #expect(try stage.sits().map(\.label) == ["evening"])
    stage.type("label \"\"")
    #expect(stage.news.last == "Removed the label of the sit of today 22:00.")
    #expect(try stage.sits().map(\.label) == [""])
    stage.type("undo")
    #expect(try stage.sits().map(\.label) == ["evening"])
    stage.type("undo", "redo", "note calm")
    #expect(try stage.sits().map(\.label) == ["evening"])
    #expect(try stage.sits().map(\.note) == ["calm"])
  }

  @Test("list their sits by their rows, with a total; a set's name stands for none")
  func listed() throws {
    let stage = PracticeStage()
    for hour in 7...9 { stage.type("journal add today \(hour):00 20m") }
    stage.type("journal label 1 Metta", "journal label 3 metta")
    guard case .page(.journal(let page)) = stage.type("journal label:METTA").reply else {
      Issue.record("no page")
      return
    }
    #expect(page.numbers == [1, 3])
    let listing = Listing(page, wording: .screen)
    #expect(listing.rows.map(\.remark) == ["(added) [Metta]", "(added) [metta]"])
    #expect(listing.notes.map(\.title) == ["In all, METTA: 2 sits, 40 min."])
    guard case .page(.journal(let all)) = stage.type("journal").reply else { return }
    let notes = Listing(all, wording: .screen).notes.map(\.title)
    #expect(notes.contains("By label: Metta 2 sits, 40 min."))
    guard case .page(.journal(let none)) = stage.type("journal label:walk").reply else { return }
    #expect(
      Listing(none, wording: .screen).notes.map(\.title)
        == ["No sits to show.", "In all, walk: 0 sits."])
  }

  @Test("are not told before a sit has one: sets alone do not say how a sit was")
  func setsAlone() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1, plan: "for 20m")])
    stage.type("sit evening")
    stage.play(90)
    stage.type("finish")
    guard case .page(.journal(let page)) = stage.type("journal").reply else { return }
    #expect(page.labels.map(\.label) == ["Evening"])
    #expect(
      !Listing(page, wording: .screen).notes.contains { $0.title.hasPrefix("By label") })
    guard case .page(.journal(let found)) = stage.type("journal label:evening").reply else {
      return
    }
    #expect(found.sits.map(\.set) == ["Evening"])
  }
}
