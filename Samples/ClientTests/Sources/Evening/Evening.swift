import MeditationCore

/// A session of two songs that writes down what it hears of it, from the first line on.
@MainActor public final class Evening {
  /// The session.
  public let session: MeditationViewModel
  /// The changes heard, a line each.
  public private(set) var lines: [String] = []

  private var subscriptions: [Subscription] = []

  public init() {
    session = MeditationViewModel(songs: [
      SongViewModel(title: "Waves", length: .seconds(170)),
      SongViewModel(title: "Bowl", length: .seconds(90)),
    ])
    for song in session.songs {
      song.observeMode(initial: true) { [weak self] in self?.lines.append("\($0)") }
        .store(in: &subscriptions)
      song.observeFailure { [weak self] in self?.lines.append("failed: \($1 ?? "no more")") }
        .store(in: &subscriptions)
    }
    session.observe(\.phase) { [weak self] in self?.lines.append("\($0) → \($1)") }
      .store(in: &subscriptions)
    session.observe(\.beginningCount) { [weak self] in self?.lines.append("\($1) began") }
      .store(in: &subscriptions)
  }
}
