public import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationText

/// What `plan` shows: the steps of the plan as a timeline, then what to know beforehand.
public struct PlanListing: Listing, Equatable, Sendable {
  /// The plan in one line, or "Plan" if that is very long.
  public let heading: String
  /// The steps; none if the plan is empty.
  public let rows: [PlanRow]
  /// What to know beforehand.
  public let notes: [NoteRow]
  public let wrapsRows = true

  /// The length of the longest line of a plan that is a heading, in bytes.
  private static let longestHeading = 500

  /// Creates the listing of the plan of `session`.
  ///
  /// - Parameters:
  ///   - bellIsCut: True if only the beginning of the bell's file is heard.
  ///   - lacksSpeech: True if there is no program to speak a guide.
  ///   - softness: How many dB softer the music is than the bells expect, if that is known.
  ///   - wording: How times are worded.
  @MainActor public init(
    of session: MeditationViewModel, bellIsCut: Bool = false, lacksSpeech: Bool = false,
    softness: Double? = nil, wording: Wording
  ) {
    self.init(
      of: session.state, musicLeft: session.musicLeft, bellIsCut: bellIsCut,
      lacksSpeech: lacksSpeech, softness: softness, wording: wording)
  }

  /// Creates the listing of the plan of `session`, in which `musicLeft` is left of the songs.
  init(
    of session: SessionState, musicLeft: TimeLeft, bellIsCut: Bool = false,
    lacksSpeech: Bool = false, softness: Double? = nil, wording: Wording = .screen
  ) {
    let line = session.plan.text
    heading = line.utf8.count <= Self.longestHeading ? line : "Plan"
    guard !session.plan.isEmpty else {
      rows = []
      notes = [
        NoteRow("Try 'for 20m', 'settle 10s', 'bells every 5m' or 'closing 3'.", as: .muted)
      ]
      return
    }
    let outlook = PlanOutlook(of: session, musicLeft: musicLeft)
    rows = Self.rows(of: outlook, isPaused: session.transport == .paused, wording)
    notes =
      PlanNotes(
        outlook, bellIsCut: bellIsCut, lacksSpeech: lacksSpeech,
        lostDevice: session.pauseCause?.reason, softness: softness, wording: wording
      ).all.map { NoteRow($0.text, as: .warning) }
  }

  /// The timeline, and what is heard in it.
  static func rows(
    of outlook: PlanOutlook, isPaused: Bool = false, _ wording: Wording
  ) -> [PlanRow] {
    let steps = PlanSteps(outlook, wording).all.map { step in
      PlanRow(
        time: time(of: step, wording: wording), step.message, command: step.command, wording,
        tense(of: step, at: outlook.elapsed, isPaused: isPaused), isPart: step.isPart)
    }
    return steps
      + [bell(of: outlook.plan, wording), sound(of: outlook.plan, wording)]
      .compactMap { $0 }
  }

  private static func time(of step: PlanSteps.Step, wording: Wording) -> String {
    guard let begin = step.begin else { return "end" }
    guard let end = step.end else { return "from \(text(begin, wording))" }
    guard end > begin else { return text(begin, wording) }
    return text(begin, wording) + (wording.isAloud ? " to " : "–") + text(end, wording)
  }

  private static func text(_ time: Duration, _ wording: Wording) -> String {
    guard time < .zero else { return time.text(wording) }
    let before = (.zero - time).exact(wording)
    return wording.isAloud ? "\(before) before" : "-\(before)"
  }

  private static func tense(
    of step: PlanSteps.Step, at elapsed: Duration?, isPaused: Bool
  ) -> PlanRow.Tense {
    guard let elapsed, let begin = step.begin, begin <= elapsed else { return .future }
    if let isOver = step.isOver { return isOver ? .past : .future }
    return step.end.map { $0 <= elapsed } ?? false ? .past : .present(isPaused: isPaused)
  }

  /// The row of the bell's sound; `nil` if no bell is struck and the sound is the default.
  private static func bell(of plan: Plan, _ wording: Wording) -> PlanRow? {
    guard plan.hasBells || plan.bell != Bell() else { return nil }
    return PlanRow(
      time: "bell", "\(plan.bell.sound.text), volume \(plan.bell.volume)%",
      command: PlanChange.bell(plan.bell.sound).command, wording)
  }

  /// The row of the plan's own volume and level; `nil` if it has neither.
  private static func sound(of plan: Plan, _ wording: Wording) -> PlanRow? {
    let words =
      (plan.volume.map { ["volume \($0)%"] } ?? []) + (plan.level.map { ["level \($0)"] } ?? [])
    let first = plan.volume.map { PlanChange.volume($0) } ?? plan.level.map { .level($0) }
    guard let command = first?.command else { return nil }
    return PlanRow(time: "sound", words.joined(separator: ", "), command: command, wording)
  }
}

/// A row of the timeline: when something happens, what, and the command that changes it.
public struct PlanRow: Row, Equatable, Sendable {
  public let marker: RowMarker
  public let state: String
  /// The session time, or the range of it: `0:00–15:20`.
  public let title: String
  /// What happens.
  public let message: String
  /// The command that changes it; empty where nothing can be changed.
  public private(set) var detail: String
  public let style: RowStyle

  /// How the step relates to the session time.
  enum Tense {
    /// The session is not listening, or the step is to come.
    case future
    case present(isPaused: Bool)
    case past
  }

  /// Creates a row; read aloud, its command is quoted.
  init(
    time: String, _ message: String, command: String, _ wording: Wording, _ tense: Tense = .future,
    isPart: Bool = false
  ) {
    title = time
    self.message = message
    detail = wording.isAloud ? "'\(command)'" : command
    switch tense {
    case .future: (marker, state, style) = (.none, "", isPart ? .heading : .plain)
    case .present(let isPaused):
      (marker, state, style) = (isPaused ? .paused : .playing, "now", .current)
    case .past: (marker, state, style) = (.none, "passed", .muted)
    }
  }

  /// The row without the command.
  var withoutCommand: PlanRow {
    var row = self
    row.detail = ""
    return row
  }
}
