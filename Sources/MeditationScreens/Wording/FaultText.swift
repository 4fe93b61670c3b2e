import MeditationCore
import MeditationPlan
import MeditationText

/// The line about a fault of the sound, or that it is over.
package struct FaultText: Equatable, Sendable {
  package let text: String
  /// True if the line is about a fault, not its end.
  package let isWarning: Bool

  /// Creates the line about `change`, before which `song` was current; `nil` if it is about no fault.
  package init?(
    _ change: SessionChange, song: (number: Int, title: String)?, wording: Wording = .screen
  ) {
    guard case .engine(let event) = change.cause else { return nil }
    switch event.kind {
    case .damaged(let lost):
      guard let song, change.outcome != .dropped else { return nil }
      text =
        "Song \(song.number), \(song.title): \(lost.fewSeconds) could not be decoded at "
        + "\(event.position.text(wording))."
    case .failed(let reason):
      guard let song, change.outcome != .dropped else { return nil }
      text =
        "Song \(song.number), \(song.title), failed at \(event.position.text(wording)): \(reason)."
    case .deviceLost(let reason) where change.after.phase == .finished:
      text = "The sound device is gone: \(reason). The bells are not heard to their end."
    case .deviceLost(let reason):
      text =
        "The sound device is gone: \(reason). Playing resumes when it returns; "
        + "'play' tries now."
    case .soundMoved(let reason):
      guard change.outcome != .dropped else { return nil }
      let isPaused = change.after.transport == .paused
      text = "\(reason.capitalizedFirst). \(isPaused ? "'play' goes on." : "The bells go on.")"
    case .deviceRestored: text = "The sound device is back."
    case .noDevice(let reason):
      text = "No sound device could be opened: \(reason). Continuing without sound."
    case .stalled: text = "No sound: the disk is slow. The song resumes as soon as it can be read."
    case .measuring(let percent):
      // The status shows the progress from then on.
      guard change.before.measured == nil else { return nil }
      let title = song.map { " of \($0.title)" } ?? ""
      let part = percent.map { ", \($0)% so far" } ?? ""
      text = "No sound yet: the loudness\(title) is being measured\(part)."
    case .mixedDown(let count, let left):
      let name = song.map { "Song \($0.number), \($0.title)" } ?? "A song"
      text = "\(name): \(Self.mixing(count, to: left))."
    case .gainRefused(let reason):
      guard let song, change.outcome != .dropped else { return nil }
      text = "Song \(song.number), \(song.title): \(reason)."
    case .laneFailed(let path, let reason):
      text = "\(Speech.name(ofFile: path)) is not heard any more: \(reason)."
    case .outputFailed(let reason): text = "Writing stopped: \(reason)."
    // Counted in the status: a line at each would disturb more than the underrun.
    case .underrun: return nil
    case .position, .crossed, .ended, .cue, .rangOut: return nil
    }
    if case .soundMoved = event.kind {
      isWarning = change.after.transport == .paused
    } else {
      isWarning = event.kind != .deviceRestored
    }
  }

  /// Why channels are mixed down, as a clause: the output has fewer than the song.
  package static func mixing(_ count: Int, to left: Int) -> String {
    "the output takes \(counted(left, "channel")), so its \(count) are mixed down"
  }
}
