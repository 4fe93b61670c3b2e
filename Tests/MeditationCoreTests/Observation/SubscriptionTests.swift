import MeditationCore
import Testing

@Suite("A subscription") @MainActor struct SubscriptionTests {
  @Test("observes as long as it is stored")
  func storing() {
    let song = SongViewModel(title: "Waves")
    let session = MeditationViewModel(songs: [song])
    var subscriptions: [Subscription] = []
    var changes: [ModeChange] = []
    song.observeMode { changes.append($0) }.store(in: &subscriptions)
    session.observe(\.volume) { _, _ in }.store(in: &subscriptions)
    session.perform(.pick([0]))
    #expect(changes.count == 1)
    #expect(subscriptions.count == 2)
    subscriptions.removeAll()
    session.perform(.unpick([0]))
    #expect(changes.count == 1)
  }
}
