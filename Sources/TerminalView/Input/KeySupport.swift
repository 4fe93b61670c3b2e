/// Which keys work where lines are typed.
public enum KeySupport: Sendable {
  /// The terminal gathers lines, and its own keys alone work.
  case lines
  /// Lines are edited, with history and completion.
  case editing
  /// Lines are edited, and while listening some keys act at once.
  case immediate
}
