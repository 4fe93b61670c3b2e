import MeditationCore
import MeditationPractice
import MeditationScreens
import Testing

@Suite("The name form") @MainActor struct NameFormTests {
  private func form(_ taken: String...) -> NameForm {
    let names = Set(taken.compactMap { try? SetName($0) })
    return NameForm { names.contains($0) }
  }

  struct Row: Sendable {
    var typed: String
    var status: String
    var style: RowStyle
    /// The effect of Enter: the answer, or the name that is saved.
    var entered: String
  }

  @Test(
    "says whether the typed name can be saved, and Enter does as it says",
    arguments: [
      Row(
        typed: "", status: "Type a name for the set; an empty line cancels", style: .muted,
        entered: "Not saved."),
      Row(
        typed: "  ", status: "Type a name for the set; an empty line cancels", style: .muted,
        entered: "Not saved."),
      Row(
        typed: String(repeating: "a", count: 61),
        status: "The name is too long: 60 characters at most.", style: .warning,
        entered: "The name is too long: 60 characters at most."),
      Row(
        typed: "a/b", status: "A name cannot contain '/'.", style: .warning,
        entered: "A name cannot contain '/'."),
      Row(
        typed: "a\u{1B}b", status: "A name cannot contain control characters.", style: .warning,
        entered: "A name cannot contain control characters."),
      Row(
        typed: "a\tb", status: "A name cannot contain control characters.", style: .warning,
        entered: "A name cannot contain control characters."),
      Row(
        typed: "-x", status: "A name cannot begin with '.' or '-'.", style: .warning,
        entered: "A name cannot begin with '.' or '-'."),
      Row(
        typed: "Morning", status: "Enter saves 'Morning'", style: .picked,
        entered: "saves Morning"),
      Row(
        typed: " Morning ", status: "Enter saves 'Morning'", style: .picked,
        entered: "saves Morning"),
      Row(
        typed: "quit", status: "Enter saves 'quit'", style: .picked, entered: "saves quit"),
      Row(
        typed: "海の波", status: "Enter saves '海の波'", style: .picked, entered: "saves 海の波"),
      Row(
        typed: "eVENING", status: "Taken: Enter asks whether to replace 'eVENING'", style: .plain,
        entered: "'eVENING' is taken. 'y' replaces it; anything else goes back to the name."),
    ])
  func verdicts(row: Row) {
    let form = form("Evening")
    form.type(row.typed)
    #expect(form.state.prompt == "Name: ")
    #expect(form.state.statusText == row.status)
    #expect(form.state.style == row.style)
    #expect(form.submit().text == row.entered)
  }

  @Test(
    "replaces a set only after asking",
    arguments: [
      ("y", "Enter replaces it", "replaces Evening"),
      (" YES ", "Enter replaces it", "replaces Evening"),
      (
        "n", "Enter goes back to the name",
        "Not replaced. Type another name. An empty line cancels."
      ),
      (
        "Morning", "Enter goes back to the name",
        "Not replaced. Type another name. An empty line cancels."
      ),
      (
        "", "'y' replaces it; anything else goes back to the name",
        "Not replaced. Type another name. An empty line cancels."
      ),
    ])
  func replacing(typed: String, status: String, entered: String) {
    let form = form("Evening")
    form.type("Evening")
    _ = form.submit()
    #expect(form.state.prompt == "Replace 'Evening'? ")
    #expect(form.state.text == "")
    form.type(typed)
    #expect(form.state.statusText == status)
    #expect(form.submit().text == entered)
  }

  @Test("goes back to an empty name")
  func back() {
    let form = form("Evening")
    for answer in ["n", ""] {
      form.type("evening")
      _ = form.submit()
      form.type(answer)
      _ = form.submit()
      #expect(form.state.prompt == "Name: ")
      #expect(form.state.text == "")
      #expect(form.state.statusText == "Type a name for the set; an empty line cancels")
    }
    form.type("evening 2")
    #expect(form.submit().text == "saves evening 2")
  }

  @Test("asks again in an empty line after an invalid name")
  func mending() {
    let form = form()
    form.type("a/b")
    _ = form.submit()
    #expect(form.state.text == "")
    #expect(form.state.question == .name)
    form.type("ab")
    #expect(form.submit().text == "saves ab")
  }

  @Test("tells each change once, and no change never")
  func observers() {
    let form = form("ab")
    var heard: [NameForm.State] = []
    let subscription = form.observe { heard.append($0) }
    for text in ["a", "a", "ab", "ab/", "ab", "ab"] { form.type(text) }
    #expect(heard.map(\.text) == ["a", "ab", "ab/", "ab"])
    _ = form.submit()
    #expect(heard.count == 5 && heard.last?.prompt == "Replace 'ab'? ")
    form.type("y")
    _ = form.submit()
    #expect(heard.count == 7 && heard.last?.question == .closed)
    subscription.end()
  }

  @Test("tells nothing after it is closed", arguments: [true, false])
  func closed(byEnter: Bool) {
    let form = form()
    form.type("Morning")
    if byEnter { _ = form.submit() } else { form.cancel() }
    var count = 0
    let subscription = form.observe { _ in count += 1 }
    form.type("x")
    form.cancel()
    #expect(form.submit().text == "Not saved.")
    #expect(count == 0)
    subscription.end()
  }

  @Test("lives no longer than its owner, and an observer no longer than its subscription")
  func lifetime() {
    var form: NameForm? = form()
    weak let released = form
    var count = 0
    let subscription = form?.observe { _ in count += 1 }
    form?.type("a")
    form = nil
    #expect(released == nil && count == 1)
    subscription?.end()
  }
}

extension NameForm.Submission {
  /// The submission in words.
  fileprivate var text: String {
    switch self {
    case .answer(let answer): answer.text
    case .save(let name, replacing: false): "saves \(name.text)"
    case .save(let name, replacing: true): "replaces \(name.text)"
    }
  }
}
