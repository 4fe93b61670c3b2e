import CReadline

/// Lines that are answers of a form: any key types, Tab completes nothing, and no history is kept.
extension LineEditor {
  /// Whether the line is an answer of a form.
  var isFillingForm: Bool { hiddenHistory != nil }

  /// Asks the question `prompt` of a form, with `text` as the answer typed so far.
  func ask(_ prompt: String, typed text: String) {
    // A macro may have gone on after the line that opens the form, with a search in the history.
    if hiddenHistory == nil { _ = clear() }
    self.prompt = prompt
    let (_, before, after) = typed
    if before + after != text {
      rl_replace_line("", 1)
      rl_insert_text(text)
    }
    if hiddenHistory == nil { hiddenHistory = HiddenHistory() }
  }

  /// Returns to commands, with an empty line.
  func endForm() {
    guard let hiddenHistory else { return }
    prompt = Self.commandPrompt
    _ = clear()
    hiddenHistory.restore()
    self.hiddenHistory = nil
  }
}
