import Practice

/// The state of a client that sends lines: a terminal, a pipe or another program.
@MainActor public final class Client {
  /// Returns how many songs `list` shows at once; at least 1.
  public var screenful: () -> Int
  /// Whether a person can answer a question of several lines.
  public let canFillForms: Bool
  /// Whether the client shows long lists a page at a time, and keeps what is left of them.
  public let hasPages: Bool
  /// Whether the reply to the present line is the screen that the client shows next.
  public internal(set) var awaitsPage = false
  /// What the client shows while picking.
  public var screen = Screen.songs
  /// The result of `find`; `nil` if the list is not narrowed.
  var found: Found?
  /// The form to which the lines of this client go, and what saves its name; `nil` if they are
  /// commands.
  var openForm: (form: NameForm, save: (_ name: SetName, _ isReplacing: Bool) -> Reply)?

  /// The form to which the lines of this client go; `nil` if they are commands.
  public var form: NameForm? { openForm?.form }

  /// Creates a client whose list is not narrowed.
  public init(
    canFillForms: Bool = false, hasPages: Bool = false, screenful: @escaping () -> Int = { 20 }
  ) {
    self.canFillForms = canFillForms
    self.hasPages = hasPages
    self.screenful = screenful
  }
}
