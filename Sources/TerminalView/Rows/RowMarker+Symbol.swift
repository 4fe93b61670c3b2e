import SessionControl

extension RowMarker {
  /// Three cells, so that rows stand in columns.
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
