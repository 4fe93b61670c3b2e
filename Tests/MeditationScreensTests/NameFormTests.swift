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
        status: SetName.Problem.tooLong.text, style: .warning,
        entered: SetName.Problem.tooLong.text),
      Row(
        typed: "a/b", status: SetName.Problem.slash.text, style: .warning,
        entered: SetName.Problem.slash.text),
      Row(
        typed: "a\u{1B}b", status: SetName.Problem.control.text, style: .warning,
        entered: SetName.Problem.control.text),
      Row(
        typed: "a\tb", status: SetName.Problem.control.text, style: .warning,
        entered: SetName.Problem.control.text),
      Row(
        typed: "-x", status: SetName.Problem.beginning.text, style: .warning,
        entered: SetName.Problem.beginning.text),
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
    var form = form("Evening")
    #expect(form.prompt == "Name: ")
    #expect(form.status(of: row.typed).text == row.status)
    #expect(form.status(of: row.typed).style == row.style)
    #expect(form.submit(row.typed).text == row.entered)
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
    var form = form("Evening")
    _ = form.submit("Evening")
    #expect(form.prompt == "Replace 'Evening'? ")
    #expect(form.status(of: typed).text == status)
    #expect(form.submit(typed).text == entered)
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
