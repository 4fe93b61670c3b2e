public import Practice

extension NameForm {
  /// What the form asks for.
  public enum Question: Hashable, Sendable {
    case name
    /// Whether the set of this name is to be replaced.
    case replace(SetName)
    /// Nothing: a name was saved, or the form was cancelled.
    case closed
  }

  /// Whether a set can be saved under the typed name.
  public enum Verdict: Hashable, Sendable {
    case empty
    case invalid(SetName.Problem)
    /// There is a set of this name, which can be replaced.
    case taken(SetName)
    case free(SetName)
  }

  /// The question, what was typed as its answer, and whether a set can be saved by it.
  public struct State: Hashable, Sendable {
    public internal(set) var question = Question.name
    /// The typed text.
    public internal(set) var text = ""
    /// The verdict on the name, whatever the question.
    public internal(set) var verdict = Verdict.empty
  }

  /// The result of a line.
  public enum Submission: Hashable, Sendable {
    /// The form answers; nothing is saved.
    case answer(Answer)
    /// The set is to be saved.
    case save(SetName, replacing: Bool)
  }

  /// What the form tells the person who entered a line.
  public enum Answer: Hashable, Sendable {
    case opened
    case invalid(SetName.Problem)
    /// The form asks whether the set of this name is to be replaced.
    case asks(SetName)
    /// The set is not replaced; the form asks for a name again.
    case back
    case cancelled
  }
}
