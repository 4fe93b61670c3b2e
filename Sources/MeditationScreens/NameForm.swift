import MeditationPractice

/// Asks for a set's name, and checks it against the list of sets; owned by the client filling it.
package struct NameForm {
  /// The reply to a typed name: a set can be saved under it, or not.
  private enum Verdict {
    case invalid(SetName.Problem)
    /// There is a set of this name, which can be replaced.
    case taken(SetName)
    case free(SetName)
  }

  package enum Submission {
    case answer(Answer)
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

  private let isTaken: (SetName) -> Bool
  /// The set that is to be replaced, if the form asks for that; `nil` if it asks for a name.
  private var replaced: SetName?

  /// Creates an empty form; `isTaken`, true if a set has a name, is asked at each drawing and entry.
  package init(isTaken: @escaping (SetName) -> Bool) { self.isTaken = isTaken }

  /// Enters the typed `text`. If that saves the set or cancels, the form is over.
  package mutating func submit(_ text: String) -> Submission {
    if let replaced {
      return isYes(text) ? .save(replaced, replacing: true) : ask(.back)
    }
    return switch verdict(on: text) {
    case .invalid(.empty): .answer(.cancelled)
    case .invalid(let problem): ask(.invalid(problem))
    case .free(let name): .save(name, replacing: false)
    case .taken(let name): ask(.asks(name), replacing: name)
    }
  }

  private mutating func ask(_ answer: Answer, replacing name: SetName? = nil) -> Submission {
    replaced = name
    return .answer(answer)
  }

  private func verdict(on text: String) -> Verdict {
    do throws(SetName.Problem) {
      let name = try SetName(new: text)
      return isTaken(name) ? .taken(name) : .free(name)
    } catch {
      return .invalid(error)
    }
  }

  private func isYes(_ text: String) -> Bool {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return words == ["y"] || words == ["yes"]
  }

  // MARK: - Wording

  /// The text before the typed one.
  package var prompt: String { replaced.map { "Replace '\($0.text)'? " } ?? "Name: " }

  /// The effect of Enter, or why nothing can be saved; shown while `text` is typed.
  package func status(of text: String) -> (text: String, style: RowStyle) {
    guard replaced == nil else {
      if isYes(text) { return ("Enter replaces it", .picked) }
      if text.isEmpty { return ("'y' replaces it; anything else goes back to the name", .plain) }
      return ("Enter goes back to the name", .plain)
    }
    return switch verdict(on: text) {
    case .invalid(.empty): ("Type a name for the set; an empty line cancels", .muted)
    case .invalid(let problem): (problem.text, .warning)
    case .taken(let name): ("Taken: Enter asks whether to replace '\(name.text)'", .plain)
    case .free(let name): ("Enter saves '\(name.text)'", .picked)
    }
  }
}

extension NameForm.Answer {
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
