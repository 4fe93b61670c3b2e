import MeditationCore
import MeditationPlan
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

@Suite("Followers") @MainActor struct FollowersTests {
  private let controller = SessionController(
    session: MeditationViewModel(songs: [SongViewModel(title: "Bowl", length: .seconds(30))]),
    paths: ["a.wav"], engine: SoundlessEngine())
  private var subscriptions: [Subscription] = []

  @Test("hear a batch in the order of their places, and those of a place as they joined")
  mutating func order() {
    var heard: [String] = []
    let places = FollowerPlace.allCases.reversed() + FollowerPlace.allCases
    for (number, place) in places.enumerated() {
      controller.observe(as: place) { news in
        if case .settled = news { heard.append("\(place) \(number)") }
      }
      .store(in: &subscriptions)
    }
    controller.session.perform(.pick([0]))
    #expect(
      heard == [
        "awake 4", "awake 5", "hooks 3", "hooks 6", "client 2", "client 7", "notification 1",
        "notification 8", "bus 0", "bus 9",
      ])
  }

  @Test("hear which songs a command is about before they change, and position events as steps")
  mutating func kinds() {
    var heard: [String] = []
    controller.observe { news in
      switch news {
      case .selecting(let songs): heard.append("selecting \(songs)")
      case .settled(let change): heard.append("settled, \(change.after.phase)")
      case .step(let change): heard.append("step to \(change.after.position)")
      case .reading, .practice: heard.append("other")
      }
    }
    .store(in: &subscriptions)
    for line in ["1", "start"] { _ = controller.submit(line, from: Client()) }
    controller.receive(
      EngineEvent(
        generation: controller.session.score.generation, position: .seconds(2),
        elapsed: .seconds(2),
        kind: .position))
    #expect(
      heard == [
        "selecting [0]", "settled, picking", "settled, listening", "step to 2.0 seconds",
      ])
  }

  @Test("what the practice has to say waits for the first client, whoever else follows")
  func early() {
    let followers = Followers()
    var heard: [String] = []
    func add(_ place: FollowerPlace) -> Subscription {
      followers.add(at: place) { news in
        if case .practice(let news) = news { heard.append("\(place): \(news)") }
      }
    }
    let hooks = add(.hooks)
    followers.tell(.slept)
    #expect(heard.isEmpty)
    let client = add(.client)
    followers.tellQueued()
    #expect(heard == ["hooks: slept", "client: slept"])
    followers.tell(.leftInPlace(2))
    #expect(heard.suffix(2) == ["hooks: leftInPlace(2)", "client: leftInPlace(2)"])
    for subscription in [hooks, client] { subscription.end() }
  }
}
