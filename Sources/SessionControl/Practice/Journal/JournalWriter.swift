import Dispatch
import NIOConcurrencyHelpers
import Practice

/// Writes sits to the journal on a thread of its own, so that a slow disk never holds up a session.
///
/// Only the latest state of a sit is written. What fails is written again with the next state.
final class JournalWriter: Sendable {
  private struct Pending {
    var sit: Sit
    /// `nil` if they are as they were written.
    var songs: [SitSong]?
  }

  private let store: any JournalStore
  private let queue = DispatchQueue(label: "journal", qos: .utility)
  private let pending = NIOLockedValueBox<[Sit.ID: Pending]>([:])
  private let onNews: @Sendable (PracticeNews) -> Void

  /// Creates a writer; `onNews` is called on its thread, with each write that fails, and with what
  /// was mended in the file.
  init(_ store: any JournalStore, onNews: @escaping @Sendable (PracticeNews) -> Void) {
    self.store = store
    self.onNews = onNews
  }

  /// Writes `sit` soon.
  ///
  /// - Parameter songs: The songs of its session; `nil` if they are as before.
  func save(_ sit: Sit, songs: [SitSong]? = nil) {
    pending.withLockedValue { pending in
      let songs = songs ?? pending[sit.id]?.songs
      pending[sit.id] = Pending(sit: sit, songs: songs)
    }
    queue.async { self.writePending() }
  }

  /// Takes over the new note of a sit that is still to be written, as a whole row.
  func setNote(_ note: String, of id: Sit.ID) {
    pending.withLockedValue { $0[id]?.sit.note = note }
  }

  /// Tries again what could not be written, and waits for it, but not for long.
  ///
  /// - Returns: Whether everything was tried.
  @discardableResult func flush(within seconds: Double) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      self.writePending()
      done.signal()
    }
    return done.wait(timeout: .now() + seconds) == .success
  }

  private func writePending() {
    let due = pending.withLockedValue { pending in
      defer { pending = [:] }
      return pending
    }
    for (id, write) in due {
      do throws(JournalProblem) {
        try store.save(write.sit, songs: write.songs)
        if let notice = store.takeNotice() { onNews(.journalMended(notice)) }
      } catch {
        pending.withLockedValue { pending in
          var later = pending[id] ?? write
          later.songs = later.songs ?? write.songs
          pending[id] = later
        }
        onNews(.journalFailed(error))
      }
    }
  }
}
