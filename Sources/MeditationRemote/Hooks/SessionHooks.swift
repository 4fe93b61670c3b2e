import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

/// An event of the session for which the user can set a command.
package enum HookEvent: String, CaseIterable, Sendable {
  /// A session begins, perhaps with settling.
  case begin
  /// A bell is struck; of a roll, only the first stroke.
  case bell
  /// The session resumes after a pause.
  case play
  /// Another song begins.
  case next
  /// A part of the plan begins, except for the first.
  case part
  /// The session is paused, by the user or because the device is lost.
  case pause
  case end

  package var setting: String { "on-\(rawValue)" }
}

/// Runs the user's commands for events of the session.
///
/// A read-only observer of the session, which waits for no command.
@MainActor package final class SessionHooks {
  /// A variable in a command's environment.
  package enum Variable: String, CaseIterable, Sendable {
    case event = "MEDITATE_EVENT"
    /// The session time in whole seconds; negative while settling.
    case elapsed = "MEDITATE_ELAPSED"
    /// The current song's title, or the name of a silence.
    case title = "MEDITATE_TITLE"
    /// The name of the set; empty without one.
    case set = "MEDITATE_SET"
    /// The sound of the stroke, or its file; empty at other events.
    case bell = "MEDITATE_BELL"
    /// The current part of the plan: its title, or "Part 2"; empty if the plan has no parts.
    case part = "MEDITATE_PART"
    /// The plan as one line; empty without one.
    case plan = "MEDITATE_PLAN"
    /// How the session ended; empty before.
    case end = "MEDITATE_END"
  }

  private let commands: [HookEvent: ShellWords]
  private let controller: SessionController
  private var session: MeditationViewModel { controller.session }
  private let runner: HookRunner
  private let problems: AsyncStream<String>.Continuation
  private let reporting: Task<Void, Never>
  private var subscription: Subscription?
  /// The title of the song or silence that plays, or played last.
  private var title = ""

  /// Runs `commands` at the events of the session of `controller` until stopped; `nil` without any.
  ///
  /// - Parameters:
  ///   - grace: How long commands may go on after ``stop()``.
  ///   - onProblem: Called with a line when a command fails; not with the same line twice in a row.
  package init?(
    _ commands: [HookEvent: ShellWords], controller: SessionController,
    grace: Duration = .seconds(1), onProblem: @escaping (String) -> Void
  ) {
    guard !commands.isEmpty else { return nil }
    self.commands = commands
    self.controller = controller
    let (lines, problems) = AsyncStream.makeStream(of: String.self)
    self.problems = problems
    runner = HookRunner(grace: grace) { problems.yield($0) }
    reporting = Task {
      var last: String?
      for await line in lines where line != last {
        last = line
        onProblem(line)
      }
    }
    subscription = controller.observe(as: .hooks) { [weak self] news in
      if case .settled(let change) = news { self?.follow(change) }
    }
  }

  /// Runs the command of the end if the program ends during a session. Then waits for all commands,
  /// but not for long, and kills the others.
  package func stop() async {
    subscription = nil
    if session.phase == .listening { run(.end, at: session.state.elapsed, end: .left) }
    await runner.stop()
    problems.finish()
    await reporting.value
  }

  private func follow(_ change: SessionChange) {
    let (before, after) = (change.before, change.after)
    if let track = MPRISTrack(of: session) { title = track.title }
    if before.phase != .listening, after.phase == .listening { run(.begin, at: after.elapsed) }
    if let cue = change.cue {
      if cue.kind == .part { run(.part, at: cue.time) }
      if cue.kind.isStroke, !cue.isRoll || cue.isFirst { run(.bell, at: cue.time, bell: cue.bell) }
    }
    guard before.phase == .listening else { return }
    guard after.phase == .listening else {
      return run(.end, at: after.elapsed, end: after.end ?? .left)
    }
    if let current = after.current, current != before.current { run(.next, at: after.elapsed) }
    switch (before.transport, after.transport) {
    case (.playing, .paused): run(.pause, at: after.elapsed)
    case (.paused, .playing): run(.play, at: after.elapsed)
    default: break
    }
  }

  private func run(
    _ event: HookEvent, at elapsed: Duration, bell: Bell? = nil, end: SessionEnd? = nil
  ) {
    guard let command = commands[event] else { return }
    let plan = session.state.plan
    let values: [(Variable, String)] = [
      (.event, event.rawValue), (.elapsed, "\(elapsed.wholeSeconds)"), (.title, title),
      (.set, controller.current.set?.text ?? ""),
      (.bell, bell.map(\.sound.description) ?? ""),
      (.part, plan.hasParts ? plan.name(ofPart: plan.part(at: elapsed)) : ""),
      (.plan, PlanText.line(of: plan)), (.end, end?.rawValue ?? ""),
    ]
    let variables = Dictionary(uniqueKeysWithValues: values.map { ($0.rawValue, $1) })
    runner.run(command, for: event.setting, with: variables, isFirst: event == .begin)
  }
}
