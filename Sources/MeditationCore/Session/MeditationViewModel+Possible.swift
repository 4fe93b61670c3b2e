/// What is possible now, for clients that show it before it is tried.
extension MeditationViewModel {
  /// Whether `next` is not refused.
  package var canSkip: Bool {
    phase == .listening && !(state.isAfterMusic && state.upcoming == nil)
  }

  /// The number of changes that `undo` could take back one after the other, if none were forgotten.
  package var undoDepth: Int { history.depth }

  /// Whether `previous` is not refused.
  package var canGoBack: Bool { phase == .listening && (state.current != nil || reached != nil) }
}
