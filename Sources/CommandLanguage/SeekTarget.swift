import Text

/// Where to go within a song.
public enum SeekTarget: Equatable, Sendable {
  /// From the song's beginning: `seek 1:30`.
  case position(Duration)
  /// From here, forwards or backwards: `seek +10`, `seek -10`.
  case offset(Duration)
  /// A part of the song's length, 0 to 100: `seek 50%`.
  case percent(Int)
}

extension SeekTarget: CustomStringConvertible {
  /// The target as it is typed.
  public var description: String {
    switch self {
    case .position(let time): TimeText.exact(time)
    case .offset(let time): (time < .zero ? "" : "+") + TimeText.exact(time)
    case .percent(let percent): "\(percent)%"
    }
  }
}
