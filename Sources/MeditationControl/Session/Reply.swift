import MeditationCore
import MeditationLanguage
import MeditationPractice
import MeditationScreens
import MeditationText

/// The answer to one line, for the client that sent it.
package enum Reply: Equatable, Sendable {
  /// The session performed the command. The last value holds the words of `find` if the command
  /// applied only to the songs found.
  case outcome(Outcome, of: Command, among: String?)
  /// The command was refused; nothing changed.
  case refused(CommandRefusal)
  /// The line is not a command; nothing changed.
  case notUnderstood(LineError)
  /// The client asked for a page; nothing changed.
  case page(Page)
  /// The client asked to quit.
  case quit
  /// The reply comes when files have been read. The client's next line has to wait for it.
  case pending(PendingReply)

  /// Creates the reply to `command` from its outcome in the session.
  init(_ outcome: Outcome, of command: Command, among words: String? = nil) {
    self =
      switch outcome {
      case .refused(let refusal): .refused(.session(refusal))
      case .changed, .unchanged, .queued, .dropped: .outcome(outcome, of: command, among: words)
      }
  }

  /// A page that a client can ask for.
  package enum Page: Equatable, Sendable {
    case status, skipped, volume, level, repeating, plan
    /// The clauses of the plan that begin with this word.
    case clause(String)
    /// The time left in the session, which is listening.
    case left
    /// The session time in large digits, from now on; `nil` shows it no longer.
    case clock(ClockFace?)
    /// The next page of the latest list, which the client keeps; see ``Client/isInteractive``.
    case more
    case list(SongListing)
    case info(SongInfo)
    /// The picker, if the client was not showing it.
    case songs
    case home(HomePage)
    case journal(JournalPage)
    case totals(TotalsPage)
    case sets(SetsPage)
    case set(SetForm)
    case settings([SettingState])
    /// The answer of the form that is open, or was until now; see ``Client/form``.
    case form(NameForm.Answer)
    /// Help on the command with this name; `nil` is help on all commands.
    case help(String?)
  }
}

/// A reply that waits for the disk, so that nothing else has to.
@MainActor package final class PendingReply {
  private var reply: Reply?
  private var handler: ((Reply) -> Void)?

  /// Calls `handler` with the reply, at once if it is there. Call this once.
  package func whenReady(_ handler: @escaping (Reply) -> Void) {
    guard let reply else { return self.handler = handler }
    handler(reply)
  }

  /// Waits for the reply. Use this or ``whenReady(_:)``, once.
  package var value: Reply {
    get async {
      await withCheckedContinuation { waiter in whenReady { waiter.resume(returning: $0) } }
    }
  }

  /// The reply that `work` makes, or a pending one if `work` waits.
  static func reply(
    by work: @escaping @MainActor () async throws(CommandRefusal) -> Reply
  ) -> Reply {
    let pending = PendingReply()
    Task.immediate {
      let reply: Reply
      do throws(CommandRefusal) { reply = try await work() } catch { reply = .refused(error) }
      pending.reply = reply
      PerformedLine.answered()
      pending.handler?(reply)
    }
    return pending.reply ?? .pending(pending)
  }
}

extension PendingReply: Equatable {
  nonisolated package static func == (left: PendingReply, right: PendingReply) -> Bool {
    left === right
  }
}
