import MeditationControl
import MeditationPractice
import MeditationScreens
import MeditationSystem
import SystemPackage

/// A problem that keeps the program from starting a session, as lines for the user.
struct StartProblem: Error {
  var status: ExitStatus
  var lines: [String]
  /// The settings that cause it. If they were not typed, their source is named.
  var settings: [String] = []
}

extension StartProblem {
  init(_ status: ExitStatus, _ line: String, settings: [String] = []) {
    self.init(status: status, lines: [line], settings: settings)
  }

  static func usage(_ line: String) -> Self { StartProblem(.usage, line) }

  /// Why a command changed nothing.
  init(_ refusal: CommandRefusal, settings: [String] = []) {
    let status: ExitStatus =
      switch refusal {
      case .noPractice, .noJournal, .noSets, .noSettings, .journal, .set(.file), .set(.folder):
        .outputFailed
      case .noSits, .noListening, .nothingToRepeat, .nothingToResume, .emptySet, .songsMissing:
        .nothingPlayable
      case .notWritten: .outputUncreatable
      case .notImported: .unusableImport
      case .session, .set, .badName, .numbersAreSongs, .unconfirmed, .notDeleted,
        .noSuchRow, .songsNotOpen, .notReadFromFiles, .stillReading, .oneSetAtOnce, .sitGoesOn,
        .badSit, .notAdded, .nothingToSave, .setting, .plan, .songIsBell, .bellIsPicked,
        .nothingFound, .nothingMore, .bellUnreadable, .fileUnreadable:
        .usage
      }
    self.init(status: status, lines: [refusal.text], settings: settings)
  }

  /// Why a command that prints has failed. A mistake in a line is a usage error.
  init(of error: any Error) {
    self =
      switch error {
      case let problem as StartProblem: problem
      case let refusal as CommandRefusal: StartProblem(refusal)
      case let problem as SetProblem: StartProblem(CommandRefusal.set(problem))
      case let problem as SetName.Problem: StartProblem(CommandRefusal.badName(problem))
      default: .usage("\(error)")
      }
  }
}

extension StandardError {
  /// Prints a diagnostic where there is no console.
  static func complain(_ line: String) { _ = try? ofProgram.writeAll("\(line)\n".utf8) }
}
