/// A line that is being performed, for the client that sent it. What changes meanwhile is its result, unless
/// another line, the sound or the clock changes it.
@MainActor package final class PerformedLine {
  fileprivate let client: Client
  /// True if it is the command of a single key.
  package let isKey: Bool
  /// True if its reply is the screen that the client shows next.
  package internal(set) var awaitsPage = false
  fileprivate var isAnswered = false

  private init(of client: Client, isKey: Bool) { (self.client, self.isKey) = (client, isKey) }

  /// The reply that `work` makes to a line of `client`, which can be a part of one that is being performed.
  static func reply(to client: Client, isKey: Bool = false, by work: () -> Reply) -> Reply {
    guard client.line == nil else { return work() }
    let line = PerformedLine(of: client, isKey: isKey)
    return Author.$line.withValue(line) {
      let reply = work()
      if case .pending = reply { return reply }
      line.isAnswered = true
      return reply
    }
  }

  /// Ends the line that has waited until now.
  static func answered() { Author.line?.isAnswered = true }
}

/// The client whose line is being performed. A task that the line begins has the same author.
enum Author {
  @TaskLocal static var line: PerformedLine?
}

extension Client {
  /// The line of this client whose result is what changes now, also after it waited; else `nil`.
  package var line: PerformedLine? {
    Author.line.flatMap { $0.client === self && !$0.isAnswered ? $0 : nil }
  }
}
