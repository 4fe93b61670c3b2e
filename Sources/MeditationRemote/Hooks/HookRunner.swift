import Dispatch
import MeditationSystem
import MeditationText
import SystemPackage

/// Starts the commands of hooks in order, and collects their exits.
///
/// A queue starts them, because their programs may be on a slow disk; a thread for each waits for
/// its end. Other commands wait only for that of a session's beginning, so that what it prepares is
/// there for the first bell.
final class HookRunner: Sendable {
  static let mostRunning = 8
  private struct State {
    /// Commands that are running or about to run, by number.
    var running: [Int: ChildProcess?] = [:]
    var startCount = 0
    /// Until when others wait for the command of the latest beginning.
    var limit = DispatchTime.now()
    var isStopped = false
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "hooks")
  /// Signalled when a command has ended.
  private let ended = DispatchSemaphore(value: 0)
  /// Entered while the command of a beginning runs.
  private let beginning = DispatchGroup()
  private let grace: Duration
  private let patience: Duration
  private let onProblem: @Sendable (String) -> Void

  /// - Parameters:
  ///   - grace: How long commands may go on after ``stop()``.
  ///   - patience: How long others wait for the command of the beginning.
  ///   - onProblem: Called on any thread with a line about a command that failed.
  init(
    grace: Duration, patience: Duration = .milliseconds(500),
    onProblem: @escaping @Sendable (String) -> Void
  ) {
    self.grace = grace
    self.patience = patience
    self.onProblem = onProblem
  }

  /// - Parameter isFirst: True for the command of a session's beginning.
  func run(
    _ command: ShellWords, for name: String, with variables: [String: String],
    isFirst: Bool = false
  ) {
    let number = state.withLock { state -> Int? in
      guard !state.isStopped, state.running.count < Self.mostRunning else { return nil }
      state.startCount += 1
      state.running[state.startCount] = .some(nil)
      if isFirst {
        beginning.enter()
        state.limit = .now() + patience / .seconds(1)
      }
      return state.startCount
    }
    guard let number else {
      return onProblem("\(name): skipped, because \(Self.mostRunning) commands still run.")
    }
    let title = QuotedInput(command.words[0]).description
    queue.async { [self] in
      if !isFirst { _ = beginning.wait(timeout: state.withLock(\.limit)) }
      do throws(Errno) {
        let words = command.words
        let process = try ChildProcess(FilePath(words[0]), words, adding: variables)
        let isLate = state.withLock { state in
          state.running[number] = process
          return state.isStopped
        }
        if isLate { process.kill() }
        SystemThread.start("hook") { [self] in
          process.wait()
          // Under the lock, so that its process id is not another's when it is killed.
          let exit = state.withLock { state in
            state.running[number] = .some(nil)
            return process.collect()
          }
          finish(number, isFirst, exit.failure.map { "\(name): \(title) \($0)." })
        }
      } catch {
        finish(number, isFirst, "\(name): \(title) cannot be started: \(error).")
      }
    }
  }

  /// Waits for the commands to end, but not for long, and kills the others.
  func stop() async {
    await SystemThread.run("hooks") { [self] in
      let limit = DispatchTime.now() + grace / .seconds(1)
      while state.withLock({ !$0.running.isEmpty }), DispatchTime.now() < limit {
        _ = ended.wait(timeout: limit)
      }
      state.withLock { state in
        state.isStopped = true
        for process in state.running.values { process?.kill() }
      }
    }
  }

  private func finish(_ number: Int, _ isFirst: Bool, _ problem: String?) {
    let isStopped = state.withLock { state in
      state.running[number] = nil
      return state.isStopped
    }
    if isFirst { beginning.leave() }
    if let problem, !isStopped { onProblem(problem) }
    ended.signal()
  }
}
