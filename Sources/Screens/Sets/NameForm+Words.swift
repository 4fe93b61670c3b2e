import Practice

extension NameForm.State {
  /// The text before the typed one.
  public var prompt: String {
    switch question {
    case .name, .closed: "Name: "
    case .replace(let name): "Replace '\(name.text)'? "
    }
  }

  /// What Enter does, or why nothing can be saved: a line that is shown while the text is typed.
  public var statusText: String {
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

  /// The meaning of the status.
  public var style: RowStyle {
    switch (question, verdict) {
    case (.closed, _), (.name, .empty): .muted
    case (.name, .invalid): .warning
    case (.name, .free): .picked
    case (.name, .taken): .plain
    case (.replace, _): isYes ? .picked : .plain
    }
  }

  /// Whether the typed text agrees to replace a set.
  var isYes: Bool {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return words == ["y"] || words == ["yes"]
  }
}

extension NameForm.Answer {
  /// The answer in one or two sentences.
  public var text: String {
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
