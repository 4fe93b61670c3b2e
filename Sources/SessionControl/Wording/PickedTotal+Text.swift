public import MeditationCore
import Text

extension PickedTotal {
  /// The total in one line.
  public var text: String {
    guard count > 0 else { return "No songs picked" }
    let time = length.timeText + (unknownCount > 0 ? " and more" : "")
    return "\(counted(count, "song")) picked, \(time)"
  }
}
