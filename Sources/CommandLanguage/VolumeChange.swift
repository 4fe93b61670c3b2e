/// A change of loudness, in percent of full scale.
public enum VolumeChange: Equatable, Sendable {
  /// To this, 0 to 100.
  case level(Int)
  /// Up or down by this much, held within 0 to 100.
  case offset(Int)
}

extension VolumeChange: CustomStringConvertible {
  /// The change as it is typed.
  public var description: String {
    switch self {
    case .level(let percent): "\(percent)"
    case .offset(let percent): (percent < 0 ? "" : "+") + "\(percent)"
    }
  }
}
