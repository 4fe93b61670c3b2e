import SessionControl

extension JSONMessage {
  /// A line of text, as the prompt prints it.
  struct Line: JSONObject {
    /// The meaning of the line; `nil` if it is a diagnostic.
    let style: RowStyle?
    let text: String

    func writeMembers(to json: inout JSONText) {
      json.add("style", style?.jsonWord ?? "diagnostic")
      json.add("text", text)
    }
  }
}

extension RowStyle {
  /// The name in the protocol.
  fileprivate var jsonWord: String {
    switch self {
    case .plain: "plain"
    case .heading: "heading"
    case .current: "current"
    case .picked: "picked"
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .warning: "warning"
    case .muted: "muted"
    }
  }
}
