import MeditationCore

/// A row in sight: shows one song, and observes its mode for as long as it shows it.
@MainActor final class SongCell {
  /// The song that it shows.
  private(set) var song: SongViewModel
  private let onNews: (SongCell) -> Void
  private var subscription: Subscription?

  /// A cell that shows `song`, and calls `onNews` at each change of its mode.
  init(_ song: SongViewModel, onNews: @escaping (SongCell) -> Void) {
    self.song = song
    self.onNews = onNews
    observe()
  }

  /// Uses the cell for another song. The observation of the one before ends first.
  func configure(with song: SongViewModel) {
    subscription?.end()
    self.song = song
    observe()
  }

  private func observe() {
    subscription = song.observeMode { [weak self] _ in
      if let self { onNews(self) }
    }
  }
}
