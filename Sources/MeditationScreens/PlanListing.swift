import MeditationCore
import MeditationPlan
import MeditationText

extension Listing {
  /// The length of the longest line of a plan that is a heading, in bytes.
  private static let longestHeading = 500

  /// The answer to `plan`: the plan in one line, its steps as a timeline, what to know beforehand.
  @MainActor package init(
    planOf session: MeditationViewModel, bellIsCut: Bool = false, lacksSpeech: Bool = false,
    softness: Double? = nil, wording: Wording
  ) {
    let state = session.state
    let line = state.plan.text
    let heading = line.utf8.count <= Self.longestHeading ? line : "Plan"
    guard !state.plan.isEmpty else {
      let advice = "Try 'for 20m', 'settle 10s', 'bells every 5m' or 'closing 3'."
      self.init(heading: heading, rows: [], notes: [Row(advice, as: .muted)])
      return
    }
    var outlook = PlanOutlook(of: session)
    (outlook.bellIsCut, outlook.lacksSpeech) = (bellIsCut, lacksSpeech)
    let notes = PlanNotes(
      outlook: outlook, lostDevice: state.waitsForDevice ? state.sound.reason : nil,
      softness: softness, wording: wording)
    self.init(
      heading: heading, rows: outlook.rows(isPaused: state.transport == .paused, wording),
      notes: notes.all.map { Row($0.text, as: .warning) }, wrapsRows: true)
  }
}

extension PlanOutlook {
  /// The timeline: when something happens, what, and the command that changes it.
  func rows(isPaused: Bool = false, _ wording: Wording) -> [Row] {
    timeline(wording).map { step in
      var row = Row(step.timeText(wording), step.message)
      row.detail = wording.isAloud ? "'\(step.command)'" : step.command
      switch step.tense(at: elapsed) {
      case .future: row.style = step.isPart ? .heading : .plain
      case .present:
        (row.marker, row.state, row.style) = (isPaused ? .paused : .playing, "now", .current)
      case .past: (row.state, row.style) = ("passed", .muted)
      }
      return row
    }
  }
}

extension TimelineStep {
  fileprivate func timeText(_ wording: Wording) -> String {
    if let label { return label }
    guard let begin else { return "end" }
    let first = Self.text(begin, wording)
    guard let end else { return "from \(first)" }
    guard end > begin else { return first }
    guard wording.isAloud else { return first + "–" + Self.text(end, wording) }
    // "from 3 seconds before the beginning" until then.
    let until = end == .zero ? "" : " to \(Self.text(end, wording))"
    return (begin < .zero ? "from " : "") + first + until
  }

  private static func text(_ time: Duration, _ wording: Wording) -> String {
    guard time < .zero else { return time.text(wording) }
    let before = (.zero - time).exact(wording)
    return wording.isAloud ? "\(before) before the beginning" : "-\(before)"
  }

  /// How a step relates to the session time; `future` also while the session is not listening.
  fileprivate enum Tense {
    case past, present, future
  }

  fileprivate func tense(at elapsed: Duration?) -> Tense {
    guard let elapsed, let begin, begin <= elapsed else { return .future }
    if let isOver { return isOver ? .past : .future }
    return end.map { $0 <= elapsed } ?? false ? .past : .present
  }
}

extension PlanOutlook {
  /// Creates the outlook of `session` and of the songs that are left in it.
  @MainActor package init(of session: MeditationViewModel) {
    let (state, plan, musicLeft) = (session.state, session.state.plan, session.musicLeft)
    let elapsed = state.phase == .listening ? state.elapsed : nil
    let musicEnd: Duration? =
      if elapsed != nil, state.isSilent, !state.isSettling {
        // Session time passes with what is played.
        plan.musicRests.end(ofMusic: state.summary.listened, from: .zero)
      } else if state.isRepeating || musicLeft.isMore {
        nil
      } else {
        plan.musicRests.end(ofMusic: musicLeft.known, from: max(elapsed ?? .zero, .zero))
      }
    let picked = state.picked
    self.init(
      plan, (picked.count, picked.length, picked.unknownCount), elapsed: elapsed,
      musicEnd: musicEnd)
  }

  /// Creates the outlook of a session that is not begun, with songs of these lengths in their order.
  init(of plan: Plan, lengths: [Duration?]) {
    let known = lengths.compactMap(\.self)
    let songs: Songs = (lengths.count, known.reduce(.zero, +), lengths.count - known.count)
    let music = TimeLeftTable(lengths, plan: plan).whole
    self.init(
      plan, songs,
      musicEnd: plan.repeats != .off || music.isMore
        ? nil : plan.musicRests.end(ofMusic: music.known, from: .zero))
  }
}
