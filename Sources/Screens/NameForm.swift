public import MeditationCore
public import Practice

/// The form in which a set gets its name. It validates what is typed against the list of sets.
///
/// A client passes each change of the typed text by ``type(_:)``, and its lines by ``submit()``. A
/// closed form ignores both.
@MainActor public final class NameForm {
  /// The question, what was typed as its answer, and whether a set can be saved by it.
  public private(set) var state = State() {
    didSet { if state != oldValue { changes.emit(state) } }
  }

  private let isTaken: (SetName) -> Bool
  private let changes = EventEmitter<State>()

  /// Creates an empty form.
  ///
  /// - Parameter isTaken: Whether there is a set of this name. Called for each typed character.
  public init(isTaken: @escaping (SetName) -> Bool) { self.isTaken = isTaken }

  /// Calls `handler` with each new state, until the subscription ends or is released.
  public func observe(_ handler: @escaping (State) -> Void) -> Subscription {
    changes.subscribe(handler)
  }

  /// Sets the text that is typed.
  public func type(_ text: String) {
    guard state.question != .closed else { return }
    var next = state
    next.text = text
    if next.question == .name { next.verdict = verdict(on: text) }
    state = next
  }

  /// Checks the name again. Call it when the list of sets has changed.
  public func listChanged() {
    switch state.question {
    case .name: state.verdict = verdict(on: state.text)
    case .replace(let name): state.verdict = isTaken(name) ? .taken(name) : .free(name)
    case .closed: break
    }
  }

  /// Enters the typed text.
  public func submit() -> Submission {
    listChanged()
    return switch (state.question, state.verdict) {
    case (.closed, _), (.name, .empty): close(.answer(.cancelled))
    case (.name, .invalid(let problem)): ask(.name, .invalid(problem))
    case (.name, .free(let name)): close(.save(name, replacing: false))
    case (.name, .taken(let name)): ask(.replace(name), .asks(name))
    case (.replace(let name), let verdict):
      state.isYes ? close(.save(name, replacing: verdict == .taken(name))) : ask(.name, .back)
    }
  }

  /// Closes the form; nothing is saved.
  public func cancel() { state.question = .closed }

  /// Asks in an empty line: what is typed next would follow what was refused.
  private func ask(_ question: Question, _ answer: Answer) -> Submission {
    var next = state
    next.question = question
    next.text = ""
    if question == .name { next.verdict = .empty }
    state = next
    return .answer(answer)
  }

  private func close(_ submission: Submission) -> Submission {
    cancel()
    return submission
  }

  private func verdict(on text: String) -> Verdict {
    do throws(SetName.Problem) {
      let name = try SetName(text)
      return isTaken(name) ? .taken(name) : .free(name)
    } catch {
      return error == .empty ? .empty : .invalid(error)
    }
  }
}
