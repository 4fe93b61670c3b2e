import SessionControl

extension LiveTerminal {
  /// Takes bytes as they were typed. What comes of them is for `nextEvent()` to say.
  public func feed(_ bytes: [UInt8]) { editor.feed(bytes) }

  /// What comes next of what was typed; `nil` when there is no more. To be called until then.
  public func nextEvent() -> Event? {
    while let event = editor.nextEvent() {
      switch event {
      case .line(let line):
        display.commit(prompt: editor.prompt, line: line)
        return .line(line)
      case .key(let key):
        if let command = key.command(lineIsEmpty: true, isListening: display.isListening) {
          return .key(command)
        }
      case .matches(let words): show(words)
      case .clearScreen: display.clear()
      case .endOfInput:
        guard form != nil else { return .endOfInput }
        display.commit(prompt: editor.prompt, line: "")
        return .line("")
      }
    }
    drawLine()
    return nil
  }

  /// Clears what is typed, as Ctrl-C asks for.
  ///
  /// - Returns: Whether anything was typed; if not, the person wants to leave.
  public func interrupt() -> Bool {
    guard editor.clear() else { return false }
    drawLine()
    return true
  }

  /// Draws everything anew on a screen of another size.
  public func sizeChanged() { if isRunning { display.sizeChanged() } }

  /// Draws the line being typed, as it is now, and passes it to the form that is open.
  func drawLine() {
    let (prompt, before, after) = editor.typed
    display.setTyped(prompt: prompt, before: before, after: after)
    // The display draws the form's status with the line.
    form?.type(before + after)
    display.drawBlock()
  }

  private func show(_ words: [String]) {
    for line in CompletionList.lines(of: words, width: width) {
      display.say(line, as: .muted)
    }
  }
}
