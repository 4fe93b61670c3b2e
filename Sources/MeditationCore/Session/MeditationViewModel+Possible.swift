/// What is possible now, for clients that show it before it is tried.
extension MeditationViewModel {
  /// Whether `next` is not refused.
  package var canSkip: Bool {
    phase == .listening && !(state.isAfterMusic && state.upcoming == nil)
  }

  /// The number of changes that `undo` could take back one after the other, if none were forgotten.
  package var undoDepth: Int { history.depth }

  /// The number of changes that were made; undoing and redoing are none.
  package var changeCount: Int { history.noteCount }

  /// Drops what can be redone, because something was changed that the session does not know.
  package func forgetUndone() { history.forgetUndone() }

  /// The number of the latest change that was not undone; 0 if there is none.
  package var latestChange: Int { history.latest }

  /// Whether the change of this number was made and not undone since.
  package func isDone(_ change: Int) -> Bool { history.isDone(change) }

  /// Whether `previous` is not refused.
  package var canGoBack: Bool { phase == .listening && (state.current != nil || reached != nil) }
}
