import MeditationCore
import MeditationPlan
import Testing

@Suite("A scripted engine") @MainActor struct ScriptedEngineTests {
  @Test("a song without any length ends before what else happens at its time")
  func emptySong() {
    let session = MeditationViewModel(songs: [SongViewModel(title: "Empty", length: .zero)])
    let clock = VirtualClock(of: session)
    var told: [String] = []
    let subscription = session.observeSettled {
      if case .engine(let event) = $0.cause { told.append("\(event.kind)") }
    }
    session.perform(.pick([0]))
    session.perform(.plan([.opening(1)]))
    session.perform(.start)
    clock.advance(by: .seconds(1))
    #expect(told.first == "ended")
    #expect(!told.contains { $0.hasPrefix("opening") })
    #expect(session.phase == .finished)
    subscription.end()
  }

  @Test("where the songs end the session, no bell comes less than 2 s before that")
  func endOfSongs() {
    let session = MeditationViewModel(
      songs: [4, 6].map { SongViewModel(title: "", length: .seconds($0)) })
    let clock = VirtualClock(of: session)
    var struck: [Duration] = []
    let subscription = session.observeSettled { if let cue = $0.cue { struck.append(cue.time) } }
    session.perform(.pick([0, 1]))
    session.perform(
      .plan([.bells([.every(.seconds(5)), .at([.seconds(9)])]), .closing(2)]))
    session.perform(.start)
    clock.advance(by: .seconds(4))
    #expect(session.nextStroke?.time == .seconds(5))
    clock.advance(by: .seconds(2))
    #expect(session.nextStroke == nil)
    clock.advance(by: .seconds(20))
    #expect(struck == [5, 10, 14].map { .seconds($0) })
    subscription.end()
  }
}
