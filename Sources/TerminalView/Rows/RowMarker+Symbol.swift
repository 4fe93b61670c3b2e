import SessionControl

extension RowMarker {
  /// Three cells wide, so that columns align.
  var symbol: String {
    switch self {
    case .none: "   "
    case .unchecked: "[ ]"
    case .checked: "[x]"
    case .playing: " ▶ "
    case .paused: " ‖ "
    case .broken: " ! "
    case .preferred: " * "
    }
  }
}
