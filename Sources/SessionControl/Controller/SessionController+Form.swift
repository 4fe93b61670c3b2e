import Practice

extension SessionController {
  /// Opens `form` for `client`: its next lines are answers, not commands, until the form is closed.
  ///
  /// - Parameter save: Saves the set. Called at most once, when the form is closed with a name.
  func open(
    _ form: NameForm, for client: Client,
    save: @escaping (_ name: SetName, _ isReplacing: Bool) -> Reply
  ) -> Reply {
    client.openForm = (form, save)
    return .page(.form(.opened))
  }

  /// Passes a line of `client` to its form; `nil` if none is open.
  func answer(_ line: String, from client: Client) -> Reply? {
    guard let (form, save) = client.openForm else { return nil }
    form.type(line)
    let submission = form.submit()
    if form.state.question == .closed { client.openForm = nil }
    return switch submission {
    case .answer(let answer): .page(.form(answer))
    case .save(let name, let isReplacing): save(name, isReplacing)
    }
  }

  /// Closes the form of `client`, as Ctrl-C does.
  ///
  /// - Returns: The answer; `nil` if no form is open.
  public func cancelForm(of client: Client) -> NameForm.Answer? {
    guard let form = client.form else { return nil }
    form.cancel()
    client.openForm = nil
    return .cancelled
  }
}
