import MeditationCore

/// A sign that shows what is playing, and counts how often it was changed.
///
/// It follows the modes of songs: one handler for each, all alike.
@MainActor public final class NowPlayingSign {
  /// What the sign shows.
  public private(set) var text = "Silence"
  /// How often its text was changed.
  public private(set) var changeCount = 0

  private var subscriptions: [Subscription] = []

  /// A sign that follows `session` as long as it lives.
  public init(following session: MeditationViewModel) {
    for song in session.songs {
      song.observeMode { [weak self, weak song] change in
        guard let song else { return }
        if change.to == .listening(.playing) { self?.show(song.title) }
      }.store(in: &subscriptions)
    }
    session.observe(\.phase) { [weak self] _, phase in
      if phase != .listening { self?.show("Silence") }
    }.store(in: &subscriptions)
  }

  private func show(_ new: String) {
    guard new != text else { return }
    text = new
    changeCount += 1
  }
}
