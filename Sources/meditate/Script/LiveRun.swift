import CommandLanguage
import Dispatch
import Foundation
import Scripting

/// Runs a script in real time.
@MainActor struct LiveRun {
  private let runner: ScriptRunner
  private let faults: FaultInjector
  private let mailbox: AsyncStream<RunEvent>.Continuation

  /// A run of `runner`, whose engine reports to `mailbox`.
  init(
    _ runner: ScriptRunner, faults: FaultInjector, mailbox: AsyncStream<RunEvent>.Continuation
  ) {
    self.runner = runner
    self.faults = faults
    self.mailbox = mailbox
  }

  /// Runs the whole script.
  ///
  /// - Returns: The signal that ended it early, if one did.
  func run(_ events: AsyncStream<RunEvent>) async -> Int32? {
    var events = events.makeAsyncIterator()
    while let wait = runner.run() {
      startTimer(for: wait)
      waiting: while !wait.isOver {
        if let obstacle = wait.obstacle {
          runner.giveUp(wait, obstacle)
          break
        }
        switch await events.next(isolation: #isolation) {
        case .engine(let event): faults.receive(event)
        case .timeIsUp: break waiting
        case .signal(let number):
          if ![SIGWINCH, SIGCONT, SIGTSTP].contains(number) { return number }
        case .line, .typed, .endOfInput, .answered, .part, .listIsComplete, .library,
          .libraryFailed,
          .foreground, .outputClosed, .phaseChanged:
          break
        case nil: return nil
        }
      }
    }
    return await ringOut(&events)
  }

  /// Lets the bells of a session that is over ring out.
  private func ringOut(_ events: inout AsyncStream<RunEvent>.Iterator) async -> Int32? {
    while runner.ringsOut, let event = await events.next(isolation: #isolation) {
      switch event {
      case .engine(let event): faults.receive(event)
      case .signal(let number):
        if ![SIGWINCH, SIGCONT, SIGTSTP].contains(number) { return number }
      case .line, .typed, .endOfInput, .answered, .part, .listIsComplete, .library,
        .libraryFailed, .foreground, .outputClosed, .phaseChanged, .timeIsUp:
        break
      }
    }
    return nil
  }

  private func startTimer(for wait: PendingWait) {
    guard case .time(let time) = wait.wait else { return }
    let (seconds, attoseconds) = time.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      [mailbox] in mailbox.yield(.timeIsUp)
    }
  }
}
