import MeditationCore

/// Follows a session and prints each change of a song's mode.
@MainActor final class Evening {
  let session = MeditationViewModel(songs: [
    SongViewModel(title: "Waves", length: .seconds(170)),
    SongViewModel(title: "Bowl", length: .seconds(90)),
  ])
  /// Kept: an observation ends when its subscription is released.
  private var subscriptions: [Subscription] = []

  init() {
    for song in session.songs {
      song.observeMode { print($0) }.store(in: &subscriptions)
    }
  }
}

@main enum Program {
  @MainActor static func main() {
    let evening = Evening()
    for action in [.pick([0, 1]), .start, .unpick([0]), .next, .back] as [Action] {
      if case .refused(let refusal) = evening.session.perform(action) {
        print("refused: \(refusal)")
      }
    }
  }
}
