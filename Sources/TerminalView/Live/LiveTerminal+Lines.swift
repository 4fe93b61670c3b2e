public import SessionControl

extension LiveTerminal: LineOutput {
  public var width: Int? { rendering == .live ? display.width : nil }

  public var height: Int? { rendering == .live ? display.height : nil }

  public var isInteractive: Bool { true }

  public var isAway: Bool { !isRunning }

  public var keys: KeySupport { rendering == .live ? .immediate : .editing }

  public func say(_ line: String, as style: RowStyle) {
    guard !isRunning else { return display.say(line, as: style) }
    held.append(line, as: style)
  }

  /// Prints the lines held back while the program did not have the terminal.
  func sayHeld() {
    for (line, style) in held.release() { display.say(line, as: style) }
  }

  /// Warnings are printed with the other lines, not to standard error.
  public func warn(_ line: String) { say(line, as: .warning) }

  public func prompt() { if isRunning { drawLine() } }

  public func show(_ status: SessionStatus?) {
    display.show(status, isHurried: writer.isBehind)
  }

  public func show(_ form: NameForm?) {
    if form !== self.form {
      self.form = form
      formSubscription = form?.observe { [display] in display.show($0) }
    }
    display.show(form?.state)
    if let state = form?.state {
      editor.ask(state.prompt, typed: state.text)
    } else {
      editor.endForm()
    }
  }

  public func show(reading: ReadingProgress?) { display.show(reading: reading) }
}
