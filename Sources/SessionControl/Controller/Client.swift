/// The state of a client that sends lines: a terminal, a pipe or another program.
@MainActor public final class Client {
  /// Returns how many songs `list` shows at once; at least 1.
  public var screenful: () -> Int
  /// Called with the indices of the songs that a command of this client is about to change.
  public var willChange: ([Int]) -> Void = { _ in }
  /// What the client shows while picking.
  public var screen = Screen.songs
  /// Whether a person can be asked for a name.
  public var canFillForms = false
  /// The result of `find`; `nil` if the list is not narrowed.
  var found: Found?

  /// Creates a client whose list is not narrowed.
  public init(screenful: @escaping () -> Int = { 20 }) { self.screenful = screenful }
}
