import Foundation
import MeditationCore
import TerminalView

/// Signals, and giving the terminal back and taking it again.
extension InteractiveRun {
  /// - Returns: The exit status if the signal ends the program.
  func answer(_ signal: Int32) async -> ExitStatus? {
    switch signal {
    case SIGWINCH: console.terminal?.sizeChanged()
    case SIGCONT: goOn()
    case SIGTSTP: await stop()
    case SIGINT
    where view.cancelForm() || console.terminal?.interrupt() == true || view.interrupt():
      break
    default: return .signal(signal)
    }
    return nil
  }

  /// Ctrl-Z: pauses, gives the terminal back, and stops until SIGCONT.
  private func stop() async {
    isPausedByStop = session.perform(.pause) == .changed
    console.terminal?.suspend()
    console.abandonTerminal()
    isAway = true
    // Time for the ramp down to play; a shorter wait is harmless.
    try? await Task.sleep(for: .milliseconds(150))
    kill(getpid(), SIGSTOP)
  }

  /// After `fg`, `bg` or another SIGCONT. In the background, resumes what Ctrl-Z paused.
  private func goOn() {
    foreground.lookAgain()
    guard foreground.isInBackground else { return comeBack() }
    isAway = true
    console.abandonTerminal()
    if isPausedByStop { session.perform(.play) }
    isPausedByStop = false
  }

  func comeBack() {
    isAway = false
    isPausedByStop = false
    view.comeBack()
    console.resumeTerminal()
  }
}
