/// What is possible now, for clients that show it before it is tried.
extension MeditationViewModel {
  /// Whether `next` is not refused.
  package var canSkip: Bool {
    phase == .listening && !(state.isAfterMusic && state.upcoming == nil)
  }

  /// Whether `previous` is not refused.
  package var canGoBack: Bool { phase == .listening && (state.current != nil || reached != nil) }
}
