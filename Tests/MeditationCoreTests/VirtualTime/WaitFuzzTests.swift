import MeditationCore
import MeditationPlan
import MeditationTestSupport
import Testing

/// A script's wait ends: its event comes, or is known never to come.
@Suite("A wait") @MainActor struct WaitFuzzTests {
  private static let milestones: [Milestone] = [.bell, .part, .endOfSong, .endOfSession]

  /// Waits for `milestone`, and records an issue where time passes without an end.
  private func wait(for milestone: Milestone, on clock: VirtualClock, _ name: String) -> String? {
    var stepCount = 0
    return PendingMilestone(milestone, of: clock.session).reach {
      stepCount += 1
      // No session here lasts as long as one step. Without events the wait ends.
      guard stepCount <= 3 else {
        Issue.record("\(name) never ends")
        return
      }
      clock.advance(by: min($0, .seconds(3600)), until: $1)
    }
  }

  @Test("for a song that waits itself ends, and says why")
  func musicOff() {
    let session = MeditationViewModel(songs: [SongViewModel(title: "S", length: .seconds(60))])
    let clock = VirtualClock(of: session)
    session.perform(.pick([0]))
    session.perform(.plan([.music(false), .repeat(true)]))
    session.perform(.start)
    #expect(
      wait(for: .endOfSong, on: clock, "end-of-song")
        == "waits forever: the music is off until 'music on'.")
  }

  @Test("ends in any session")
  func random() async {
    await Fuzzing.repeatedly(20) { seed in waitAtRandom(seed: seed) }
  }

  private func waitAtRandom(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for number in 0..<100 {
      var lengths: [Duration?] = []
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        lengths.append(Self.length(&generator))
      }
      let songs = lengths.map { SongViewModel(title: "S", length: $0) }
      let session = MeditationViewModel(songs: songs)
      let clock = VirtualClock(of: session)
      var steps: [String] = []
      session.perform(.pick(Array(lengths.indices)))
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        switch Int.random(in: 0...9, using: &generator) {
        case 0...4:
          let change = Self.change(&generator)
          steps.append("\(change)")
          session.perform(.plan([change]))
        case 5...6:
          steps.append("start")
          session.perform(.start)
        case 7:
          let actions: [Action] = [.pause, .play, .next, .finish, .back]
          let action = actions.randomElement(using: &generator) ?? .pause
          steps.append("\(action)")
          session.perform(action)
        default:
          guard let milestone = Self.milestones.randomElement(using: &generator) else { continue }
          steps.append("wait \(milestone)")
          _ = wait(for: milestone, on: clock, "session \(number) of seed \(seed): \(steps)")
        }
      }
      session.perform(.start)
      for milestone in Self.milestones {
        _ = wait(
          for: milestone, on: clock,
          "\(milestone) after session \(number) of seed \(seed), \(lengths): \(steps)")
      }
    }
  }

  private static func length(_ generator: inout SplitMix64) -> Duration? {
    switch Int.random(in: 0...3, using: &generator) {
    case 0: nil
    case 1: .zero
    case 2: .seconds(1)
    default: .seconds(60)
    }
  }

  private static func change(_ generator: inout SplitMix64) -> PlanChange {
    let changes: [PlanChange] = [
      .length(.time(.seconds(90))), .length(.open), .length(.songs), .lengthen(.seconds(30)),
      .settling(.seconds(5)), .opening(1), .closing(2), .bells([.every(.seconds(20))]),
      .bells([.at([.seconds(70)])]), .bells([]), .music(false), .music(true), .repeat(true),
      .repeat(false), .crossfade(.seconds(2)), .then(.time(.seconds(30)), title: "Walk"),
      .then(.open, title: ""), .then(.songs, title: "Music"), .part(1), .part(2), .off,
      .wholeSongs(true),
    ]
    return changes.randomElement(using: &generator) ?? .off
  }
}
