import MeditationCore
import MeditationTesting
import Testing

@Suite("An evening, with Swift Testing") @MainActor struct EveningTests {
  private let session = ScriptedSession(songs: ["Waves": .seconds(170), "Bowl": .seconds(90)])

  @Test("ends after the last song that was picked")
  func wholeEvening() {
    session.perform(.pick([0])) { $0[0] = .picking(.selected) }
    session.perform(.start) {
      $0[0] = .listening(.playing)
      $0[1] = .listening(.hidden)
    }
    session.advance(by: .seconds(170)) { $0["Waves"] = .listening(.playable) }
    #expect(session.viewModel.state.end == .completed)
  }
}
