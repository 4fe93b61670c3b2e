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
}
