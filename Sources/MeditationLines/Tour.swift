import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

/// Teaches the prompt step by step, in lines between the answers: what to type next, as soon as what
/// was asked for is there. Any other command works, too.
@MainActor final class Tour {
  /// An instruction, and when it is done.
  private struct Step {
    let lines: @MainActor (SessionController) -> [String]
    let isDone: @MainActor (SessionController) -> Bool
  }

  private static let opening = [
    "A tour of two minutes. Type what it says, or anything else: this is the prompt as always.",
    "'quit' leaves at any line. Nothing you do here is saved: no sit, no set, no typed line.",
  ]

  private let controller: SessionController
  private let output: any LineOutput
  private var steps: ArraySlice<Step>
  /// True if the first step was printed.
  private var hasBegun = false

  init(of controller: SessionController, on output: any LineOutput) {
    self.controller = controller
    self.output = output
    steps = Self.steps(withSongs: !controller.session.songs.isEmpty)[...]
  }

  func open() { Self.opening.forEach { output.print($0, as: .heading) } }

  /// Prints what to do next, unless that was printed before, or `again` if something long stands
  /// below it. Call it before each prompt.
  func advance(again: Bool = false) {
    let count = steps.count
    while let step = steps.first, step.isDone(controller) { steps.removeFirst() }
    guard !hasBegun || again || steps.count < count else { return }
    hasBegun = true
    steps.first?.lines(controller).forEach { output.print($0, as: .heading) }
  }

  private static func steps(withSongs: Bool) -> [Step] {
    let songs = "Step 1: a number picks a song of your music, or unpicks it. Type '1'."
    let silence =
      "Step 1: there is no music here, so this sit is of silence and bells, as many are."
    let plan =
      "Step 2: a plan says how long a sit is, and its bells. Type 'for 20s, opening 1, closing 1'."
    return [
      Step(lines: { _ in [songs] }) {
        !withSongs || $0.session.state.picked.count > 0 || hasLength($0)
      },
      Step(lines: { _ in withSongs ? [plan] : [silence, plan] }, isDone: hasLength),
      Step(lines: { _ in ["Step 3: type 'start'."] }) { $0.session.phase != .picking },
      Step(
        lines: {
          [
            "Step 4: you sit. \(course(of: $0)) 'pause' and 'play' work meanwhile, and an empty line "
              + "says where you are."
          ]
        }
      ) { $0.session.phase != .listening },
      Step(lines: { _ in ["Step 5: that was a sit. Type 'back' to pick and plan again."] }) {
        $0.session.phase == .picking
      },
      Step(
        lines: { _ in
          ["Step 6: a set is songs and a plan, saved under a name. Type 'save First'."]
        }
      ) { !($0.practice?.sets.names.isEmpty ?? true) },
      Step(
        lines: {
          [
            "Step 7: 'sets' lists your sets, and '\(sitCommand($0))' sits this one.",
            "That is all. 'meditate' opens the prompt, 'meditate sit 20m' sits at once with bells, "
              + "and 'help' lists the commands. Type 'quit'.",
          ]
        }
      ) { _ in false },
    ]
  }

  /// Tells which bells of the plan are heard, and when it ends.
  private static func course(of controller: SessionController) -> String {
    let plan = controller.session.state.plan
    let time = plan.end.map { " after \(TimeText.brief($0))" } ?? ""
    return plan.opening.isNone || plan.closing.isNone
      ? "The sit ends\(time)." : "A bell opens the sit, and another closes it\(time)."
  }

  /// The command that sits the set that was saved.
  private static func sitCommand(_ controller: SessionController) -> String {
    guard let name = controller.practice?.sets.names.first else { return "sit" }
    // A name that begins with a digit could be taken for a number or a time.
    return "sit " + (name.beginsWithDigit ? QuotedText.quote(name) : FreeText.spell(name))
  }

  private static func hasLength(_ controller: SessionController) -> Bool {
    if case .time = controller.session.state.plan.length { true } else { false }
  }
}
