import MeditationCore

/// A sign that shows what is playing, and counts how often it was changed.
///
/// It follows the modes of songs: one handler for each, all alike, also for songs that join later.
@MainActor public final class NowPlayingSign {
  /// The text on the sign.
  public private(set) var text = "Silence"
  /// How often its text was changed.
  public private(set) var changeCount = 0

  private var subscriptions: [Subscription] = []

  /// A sign that follows `session` as long as it lives.
  public init(following session: MeditationViewModel) {
    follow(session.songs[...])
    session.observe(\.songCount) { [weak self, weak session] old, _ in
      if let session { self?.follow(session.songs[old...]) }
    }.store(in: &subscriptions)
    session.observe(\.current) { [weak self] _, current in
      if current == nil { self?.show("Silence") }
    }.store(in: &subscriptions)
  }

  private func follow(_ songs: ArraySlice<SongViewModel>) {
    for song in songs {
      song.observeMode(initial: true) { [weak self, weak song] change in
        if change.to == .listening(.playing), let song { self?.show(song.title) }
      }.store(in: &subscriptions)
    }
  }

  private func show(_ new: String) {
    guard new != text else { return }
    text = new
    changeCount += 1
  }
}
