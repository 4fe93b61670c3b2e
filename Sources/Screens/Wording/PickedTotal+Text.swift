public import MeditationCore
import Text

extension PickedTotal {
  /// The total in one line.
  public func text(_ wording: Wording = .screen) -> String {
    guard count > 0 else { return "No songs picked" }
    let time = length.text(wording) + (unknownCount > 0 ? " and more" : "")
    return "\(counted(count, "song")) picked, \(time)"
  }
}
