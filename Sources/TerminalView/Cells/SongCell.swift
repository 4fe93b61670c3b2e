import MeditationCore

/// A visible row: shows one song and observes its mode while it does.
@MainActor final class SongCell {
  /// The song shown.
  private(set) var song: SongViewModel
  private let onNews: (SongCell) -> Void
  private var subscription: Subscription?

  /// Creates a cell that shows `song` and calls `onNews` at each change of its mode.
  init(_ song: SongViewModel, onNews: @escaping (SongCell) -> Void) {
    self.song = song
    self.onNews = onNews
    observe()
  }

  /// Reuses the cell for another song. The observation of the previous song ends first.
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
