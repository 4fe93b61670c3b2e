import Evening
import MeditationCore
import MeditationPlan
import Testing

@Suite("An engine that is an actor") struct SilentEngineTests {
  @Test("follows a session, and stops when it is released")
  func following() async {
    let engine = SilentEngine()
    let scores = await evening()
    await engine.follow(scores)
    #expect(await engine.segments.last == .song(id: 1))
  }

  /// The scores of a session whose second song plays, and which nobody keeps.
  @MainActor private func evening() -> AsyncStream<Score> {
    let evening = Evening()
    let scores = evening.session.scores()
    evening.session.perform(.pick([0, 1]))
    evening.session.perform(.start)
    evening.session.perform(.next)
    return scores
  }

  @Test("hears each change of a session, until that is released")
  func changes() async {
    let changes = await changesOfAnEvening()
    var causes: [String] = []
    for await change in changes { causes.append("\(change.cause)") }
    #expect(causes == ["action(pick([0, 1]))", "action(start)", "action(next)"])
  }

  @MainActor private func changesOfAnEvening() -> AsyncStream<SessionChange> {
    let evening = Evening()
    let changes = evening.session.changes()
    evening.session.perform(.pick([0, 1]))
    evening.session.perform(.start)
    evening.session.perform(.next)
    return changes
  }

  @Test("reads a song's constants without the main actor, and its id on it")
  func constants() async {
    let song = await SongViewModel(title: "Waves", length: .seconds(90))
    #expect(song.title == "Waves")
    #expect(await song.length == .seconds(90))
    await MainActor.run { #expect(ids([song]) == [0]) }
  }

  @MainActor private func ids<Row: Identifiable>(_ rows: [Row]) -> [Row.ID] { rows.map(\.id) }
}
