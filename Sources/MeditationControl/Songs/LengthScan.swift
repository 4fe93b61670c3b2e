import Dispatch
import MeditationCore
import MeditationPlan
import SystemPackage

/// Finds the exact lengths of picked songs that are not in their files, one at a time.
@MainActor package final class LengthScan {
  /// The exact length of a file; `nil` if it has none. Blocks until the file has been decoded.
  package typealias Source = @Sendable (FilePath) -> Duration?

  private let source: Source
  private let waits: Bool
  private let queue = DispatchQueue(label: "lengths", qos: .utility)
  /// Each song is asked for once.
  private var asked: Set<SongID> = []
  private var waiting: [SongViewModel] = []
  private var isBusy = false

  /// - Parameter waits: True to block until the length is known, for a rendering: it must not
  ///   depend on how fast files are read. Otherwise a queue of its own reads them.
  package init(waits: Bool = false, _ source: @escaping Source) {
    (self.source, self.waits) = (source, waits)
  }

  /// Finds the lengths of the songs that `change` picked, and of the one that was heard to its end.
  func follow(_ change: SessionChange, in session: MeditationViewModel, _ files: SongFiles) {
    if let (song, length) = Self.heard(change, session) { session.setLength(length, of: song) }
    for made in change.changes where made.to.isInSession {
      let song = session.songs[made.song]
      if song.length == nil, asked.insert(song.id).inserted { waiting.append(song) }
    }
    if !waiting.isEmpty { scan(session, files) }
  }

  /// The song of unknown length that ended with `change`, and where. A crossfade begins before that.
  private static func heard(
    _ change: SessionChange, _ session: MeditationViewModel
  ) -> (SongViewModel, Duration)? {
    guard case .engine(let event) = change.cause, change.outcome == .changed,
      event.kind == .ended || event.kind == .crossed && change.before.plan.crossfade == .zero,
      let song = change.before.current.map({ session.songs[$0] }), song.length == nil
    else { return nil }
    return (song, event.position)
  }

  private func scan(_ session: MeditationViewModel, _ files: SongFiles) {
    while !isBusy, !waiting.isEmpty {
      let song = waiting.removeFirst()
      guard song.mode.isInSession else {
        asked.remove(song.id)
        continue
      }
      let path = files.path(of: song.index)
      if waits {
        if let length = source(path) { session.setLength(length, of: song) }
        continue
      }
      isBusy = true
      queue.async { [source, weak self, weak session, weak files] in
        let length = source(path)
        Task { @MainActor [weak self, weak session, weak files] in
          guard let self, let session, let files else { return }
          self.isBusy = false
          if let length { session.setLength(length, of: song) }
          self.scan(session, files)
        }
      }
    }
  }
}
