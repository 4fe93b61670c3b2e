/// Who sends lines and is answered: a terminal, a pipe, another program. Holds what is its own.
@MainActor public final class Client {
  /// Says how many songs `list` shows at once; at least 1.
  public var screenful: () -> Int
  /// Called with the songs, by their indices, that a command of this client is about to change.
  public var willChange: ([Int]) -> Void = { _ in }
  /// What `find` left of the list; `nil` where it is not narrowed.
  var found: Found?

  /// A client that sees the whole list.
  public init(screenful: @escaping () -> Int = { 20 }) { self.screenful = screenful }
}
