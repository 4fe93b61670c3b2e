import CReadline
import Foundation

/// Replaces readline's history by an empty one, until `restore()`.
///
/// Source: the GNU history manual, "History State": "the state of the history list" can be saved
/// and set.
@MainActor final class HiddenHistory {
  private var saved: UnsafeMutablePointer<HISTORY_STATE>?

  /// Hides the history.
  init() {
    saved = history_get_history_state()
    var empty = HISTORY_STATE()
    history_set_history_state(&empty)
  }

  /// Brings the history back. A second call does nothing.
  func restore() {
    guard let saved else { return }
    history_set_history_state(saved)
    using_history()
    free(saved)
    self.saved = nil
  }
}
