/// How a story is shown: each look has a folder of its own in `Screens`.
enum Look: String, CaseIterable, Sendable {
  case live, plain

  /// The options that bring it about on a terminal.
  var options: [String] {
    switch self {
    case .live: []
    case .plain: ["--plain"]
    }
  }
}
