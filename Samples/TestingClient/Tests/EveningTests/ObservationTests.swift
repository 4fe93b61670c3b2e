import MeditationCore
import Testing

@Suite("An observer of a session") @MainActor struct ObservationTests {
  private let session = MeditationViewModel(
    songs: ["Waves", "Bowl"].map { SongViewModel(title: $0, length: .seconds(60)) })

  @Test("of several properties is called once for each batch that changes any of them")
  func several() {
    var seen: [String] = []
    let subscription = session.observe(anyOf: \.phase, \.transport, \.volume, initial: true) {
      old, new in
      seen.append("\(old.phase) → \(new.phase), \(new.volume)")
    }
    session.perform(.pick([0, 1]))
    session.perform(.start)
    session.perform(.next)
    session.perform(.volume(.level(60)))
    session.perform(.finish)
    #expect(
      seen == [
        "picking → picking, 100", "picking → listening, 100", "listening → listening, 60",
        "listening → finished, 60",
      ])
    withExtendedLifetime(subscription) {}
  }

  @Test("that performs an action hears what became of it")
  func queued() {
    var told: [String] = []
    var subscriptions: [Subscription] = []
    session.observe(\.phase) { [session] _, phase in
      guard phase == .listening else { return }
      let outcomes = [Action.pause, .start].map { action in
        session.perform(action) { told.append("\(action): \($0)") }
      }
      #expect(outcomes == [.queued, .queued])
      #expect(told.isEmpty)
    }.store(in: &subscriptions)
    session.perform(.pick([0]))
    session.perform(.start)
    #expect(told == ["pause: changed", "start: refused(The session has started already.)"])
    session.perform(.play) { told.append("play: \($0)") }
    #expect(told.last == "play: changed")
  }
}
