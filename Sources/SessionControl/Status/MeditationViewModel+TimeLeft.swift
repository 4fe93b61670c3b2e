package import MeditationCore
import Score

extension MeditationViewModel {
  package var timeLeft: Duration? {
    guard phase == .listening else { return nil }
    switch state.plan.length {
    case .time(let end): return end - state.elapsed
    case .open: return nil
    case .songs: return musicLeft.isMore ? nil : musicLeft.known
    }
  }
}
