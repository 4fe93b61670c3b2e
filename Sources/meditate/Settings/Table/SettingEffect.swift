/// When a change of a setting takes effect while the program runs.
enum SettingEffect: Sendable {
  case nextStart
  /// At once; the closure applies the value, which is among the options of the program.
  case now(@MainActor @Sendable (Meditate, LiveSettings) -> Void)

  var isNow: Bool {
    switch self {
    case .nextStart: false
    case .now: true
    }
  }
}
