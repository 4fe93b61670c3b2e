import MeditationCore
import MeditationPlan
import Testing

/// An engine that is an actor: it keeps the scores that it received.
private actor Engine {
  private(set) var scores: [Score] = []

  func follow(_ score: Score) { scores.append(score) }
}

@Suite("The stream of scores") @MainActor struct ScoreStreamTests {
  private func session() -> MeditationViewModel {
    MeditationViewModel(
      songs: ["Waves", "Bowl"].map { SongViewModel(title: $0, length: .seconds(60)) })
  }

  @Test("begins with the present score, and a slow consumer receives the latest")
  func latest() async {
    let session = session()
    session.perform(.pick([0, 1]))
    var scores = session.scores().makeAsyncIterator()
    #expect(await scores.next() == session.score)
    session.perform(.start)
    session.perform(.next)
    session.perform(.volume(.level(40)))
    #expect(await scores.next() == session.score)
    session.receive(
      EngineEvent(generation: session.score.generation, position: .seconds(5), kind: .position))
    session.perform(.pause)
    #expect(await scores.next()?.transport == .paused)
  }

  @Test("drives an engine that is an actor, and ends with the session")
  func actor() async {
    let engine = Engine()
    var session: MeditationViewModel? = session()
    let stream = session?.scores()
    let task = Task.detached {
      if let stream { for await score in stream { await engine.follow(score) } }
    }
    session?.perform(.pick([0]))
    session?.perform(.start)
    let last = session?.score
    session = nil
    await task.value
    #expect(await engine.scores.last == last)
  }

  @Test("ends for a consumer that is cancelled, and goes on for others")
  func cancelling() async {
    let session = session()
    var kept = session.scores().makeAsyncIterator()
    let cancelled = Task { for await _ in session.scores() {} }
    cancelled.cancel()
    await cancelled.value
    #expect(await kept.next() == session.score)
    session.perform(.volume(.level(40)))
    #expect(await kept.next()?.volume == 40)
  }
}
