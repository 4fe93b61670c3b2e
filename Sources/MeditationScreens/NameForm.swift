import MeditationCore
import MeditationPractice

/// The form that asks for a set's name. It checks what is typed against the list of sets.
///
/// A client calls ``type(_:)`` at each change of the typed text, and ``submit()`` at Enter. A closed
/// form ignores both.
@MainActor package final class NameForm {
  private let isTaken: (SetName) -> Bool
  private let changes = EventEmitter<State>()
  package private(set) var state = State() {
    didSet { if state != oldValue { changes.emit(state) } }
  }

  /// Creates an empty form.
  ///
  /// - Parameter isTaken: True if there is a set of this name; always the same. Called for each typed
  ///   character.
  package init(isTaken: @escaping (SetName) -> Bool) { self.isTaken = isTaken }

  /// Calls `handler` with each new state, until the subscription ends or is released.
  package func observe(_ handler: @escaping (State) -> Void) -> Subscription {
    changes.subscribe(handler)
  }

  /// Sets the text that is typed.
  package func type(_ text: String) {
    guard state.question != .closed else { return }
    var next = state
    next.text = text
    if next.question == .name { next.verdict = verdict(on: text) }
    state = next
  }

  /// Enters the typed text.
  package func submit() -> Submission {
    switch (state.question, state.verdict) {
    case (.closed, _), (.name, .empty): close(.answer(.cancelled))
    case (.name, .invalid(let problem)): ask(.name, .invalid(problem))
    case (.name, .free(let name)): close(.save(name, replacing: false))
    case (.name, .taken(let name)): ask(.replace(name), .asks(name))
    case (.replace(let name), _):
      state.isYes ? close(.save(name, replacing: true)) : ask(.name, .back)
    }
  }

  /// Closes the form; nothing is saved.
  package func cancel() { state.question = .closed }

  /// Asks with an empty line, so that a refused text need not be deleted first.
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
      let name = try SetName(new: text)
      return isTaken(name) ? .taken(name) : .free(name)
    } catch {
      return error == .empty ? .empty : .invalid(error)
    }
  }
}

// MARK: - Its states and answers

extension NameForm {
  /// The question that the form asks.
  package enum Question: Hashable, Sendable {
    case name
    /// Asks to replace the set of this name.
    case replace(SetName)
    /// Nothing: a name was saved, or the form was cancelled.
    case closed
  }

  /// The reply to a typed name: a set can be saved under it, or not.
  package enum Verdict: Hashable, Sendable {
    case empty
    case invalid(SetName.Problem)
    /// There is a set of this name, which can be replaced.
    case taken(SetName)
    case free(SetName)
  }

  /// The question, the text typed so far, and whether a set can be saved under it.
  package struct State: Hashable, Sendable {
    package fileprivate(set) var question = Question.name
    /// The typed text.
    package fileprivate(set) var text = ""
    /// Of the name, even while the form asks whether to replace a set.
    package fileprivate(set) var verdict = Verdict.empty
  }

  /// The result of a line.
  package enum Submission: Hashable, Sendable {
    /// Nothing is saved.
    case answer(Answer)
    /// The set is to be saved.
    case save(SetName, replacing: Bool)
  }

  /// The form's answer to a line, unless it saves the set.
  package enum Answer: Hashable, Sendable {
    case opened
    case invalid(SetName.Problem)
    /// The form asks whether the set of this name is to be replaced.
    case asks(SetName)
    /// The set is not replaced; the form asks for a name again.
    case back
    case cancelled
  }
}

// MARK: - Wording

extension NameForm.State {
  /// The text before the typed one.
  package var prompt: String {
    switch question {
    case .name, .closed: "Name: "
    case .replace(let name): "Replace '\(name.text)'? "
    }
  }

  /// The effect of Enter, or why nothing can be saved; shown while the text is typed.
  package var statusText: String {
    switch (question, verdict) {
    case (.closed, _): ""
    case (.replace, _):
      if isYes {
        "Enter replaces it"
      } else if text.isEmpty {
        "'y' replaces it; anything else goes back to the name"
      } else {
        "Enter goes back to the name"
      }
    case (.name, .empty): "Type a name for the set; an empty line cancels"
    case (.name, .invalid(let problem)): problem.text
    case (.name, .taken(let name)): "Taken: Enter asks whether to replace '\(name.text)'"
    case (.name, .free(let name)): "Enter saves '\(name.text)'"
    }
  }

  /// The style of ``statusText``.
  package var style: RowStyle {
    switch (question, verdict) {
    case (.closed, _), (.name, .empty): .muted
    case (.name, .invalid): .warning
    case (.name, .free): .picked
    case (.name, .taken): .plain
    case (.replace, _): isYes ? .picked : .plain
    }
  }

  /// True if the typed text agrees to replace a set.
  fileprivate var isYes: Bool {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return words == ["y"] || words == ["yes"]
  }
}

extension NameForm.Answer {
  /// The answer in one or two sentences.
  package var text: String {
    switch self {
    case .opened: "Type a name for the set. An empty line cancels."
    case .invalid(let problem): problem.text
    case .asks(let name):
      "'\(name.text)' is taken. 'y' replaces it; anything else goes back to the name."
    case .back: "Not replaced. Type another name. An empty line cancels."
    case .cancelled: "Not saved."
    }
  }
}
