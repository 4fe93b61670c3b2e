import SessionControl

extension SessionLines {
  /// Prints the answer of a form, except what its status and its prompt show.
  func tell(_ answer: NameForm.Answer) {
    switch answer {
    case .invalid: output.warn(answer.text)
    case .cancelled: output.say(answer.text)
    case .opened, .asks, .back: if isPlain { output.say(answer.text) }
    }
  }
}
