import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("Loading songs with a plan") @MainActor struct LoadingTests {
  @Test("all of it is one change, which one undo undoes")
  func undo() {
    let session = MeditationViewModel(count: 5)
    session.perform(.pick([0, 1]))
    session.perform(.shuffle(seed: 3))
    session.perform(.plan([.fade(.seconds(5))]))
    let (before, order) = (session.state, session.playOrder)
    #expect(
      session.perform(.load([4, 0, 2], plan: [.length(.time(.seconds(60))), .closing(3)]))
        == .changed)
    #expect(session.playOrder == [4, 0, 2])
    #expect(session.state.arrangement.playing == .moved)
    #expect(session.state.picked.count == 3)
    #expect(session.state.plan.end == .seconds(60))
    #expect(session.state.plan.fade == .off)
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == order)
    #expect(session.state.plan == before.plan)
    #expect(session.state.picked == before.picked)
    #expect(session.state.arrangement.playing == .shuffled(seed: 3))
  }

  @Test("songs in the order of the list are played as listed")
  func asListed() {
    let session = MeditationViewModel(count: 4)
    session.perform(.shuffle(seed: 1))
    session.perform(.load([1, 3], plan: []))
    #expect(session.state.arrangement.playing == .asListed)
    session.perform(.load([3, 1], plan: []))
    session.perform(.sort(.title))
    #expect(session.playOrder == [1, 3])
  }

  @Test("what is already so changes nothing and is no change to undo")
  func already() {
    let session = MeditationViewModel(count: 3)
    session.perform(.load([2, 0], plan: [.opening(1)]))
    let revision = session.state.arrangement.revision
    #expect(session.perform(.load([2, 0, 2], plan: [.opening(1)])) == .unchanged)
    #expect(session.state.arrangement.revision == revision)
    session.perform(.undo)
    #expect(!session.canUndo)
  }

  @Test("a set that differs from the one before in its volume alone is undone by itself")
  func volumeAlone() {
    let session = MeditationViewModel(count: 3)
    session.perform(.load([2, 0], plan: [.volume(50)]))
    session.perform(.load([2, 0], plan: [.volume(60)]))
    session.perform(.volume(.level(70)))
    session.perform(.undo)
    #expect(session.state.picked.count == 2 && session.canUndo)
  }

  @Test("each changed song is told once; none where another is unknown")
  func told() {
    let session = MeditationViewModel(count: 4)
    session.perform(.pick([0, 1]))
    var (told, settled): ([ModeChange], Int) = ([], 0)
    var subscriptions = session.songs.map { $0.observeMode { told.append($0) } }
    session.observeSettled { _ in settled += 1 }.store(in: &subscriptions)
    session.perform(.load([3, 1], plan: []))
    #expect(told.map(\.song) == [0, 3])
    #expect(settled == 1)
    session.perform(.load([0, 4], plan: [.opening(1)]))
    #expect(told.count == 2)
    #expect(session.state.plan.isEmpty)
    session.perform(.start)
    session.perform(.finish)
    told = []
    session.perform(.load([0, 3], plan: []))
    #expect(told.map(\.description).sorted() == told.map(\.description))
    #expect(told.map(\.song) == [0, 1, 2, 3])
    #expect(session.modes == [.picked, .unpicked, .unpicked, .picked])
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == [3, 1])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("no songs with a plan is a session of silence")
  func silence() {
    let session = MeditationViewModel(count: 2)
    session.perform(.load([], plan: [.length(.time(.seconds(60)))]))
    #expect(session.perform(.start) == .changed)
    #expect(session.state.isSilent)
  }
}
