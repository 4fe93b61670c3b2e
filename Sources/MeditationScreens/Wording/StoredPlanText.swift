import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationText

extension StoredPlan {
  /// Why it is not valid, with a suggestion, in one or two sentences; `nil` if it is.
  package var reason: String? { problem?.suggesting.description }

  /// The steps from an empty plan, unless it is not valid, which is refused for a reason.
  package func steps(
    refused: (_ reason: String) -> CommandRefusal
  ) throws(CommandRefusal) -> [PlanStep] {
    switch steps {
    case .success(let steps): return steps
    case .failure(let problem): throw refused(reason ?? "\(problem)")
    }
  }
}

extension SongSet {
  /// The steps of its plan from an empty one; refused if it is not valid.
  package func steps() throws(CommandRefusal) -> [PlanStep] { try plan.steps(refused: wrongPlan) }

  package func wrongPlan(_ reason: String) -> CommandRefusal {
    .plan("The plan of '\(name.text)' is not valid: \(reason)")
  }
}
