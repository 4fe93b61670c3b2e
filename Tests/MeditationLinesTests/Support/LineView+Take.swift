import MeditationControl
import MeditationLines

extension LineView {
  /// Performs one line.
  ///
  /// - Returns: True if it was answered as `quit`.
  func take(_ line: String) -> Bool {
    var isQuit = false
    take(line) { isQuit = $0 == .quit }
    return isQuit
  }
}
