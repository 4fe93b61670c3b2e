import MeditationCore
import MeditationPractice
import MeditationScreens
import MeditationText

/// The state of a client that sends lines: a terminal, a pipe or another program.
@MainActor package final class Client {
  /// The result of `find`, which grows with the list.
  struct Found {
    let search: [String]
    var songs: [SongViewModel] = []
    /// How many songs of the list were searched.
    var searchedCount = 0
    /// The number of the session that was searched. Starting a session ends a search while picking.
    let session: Int

    /// The words, ready for display.
    var words: String { QuotedInput(search.joined(separator: " ")).text }

    /// The songs' indices in the current order of the list.
    @MainActor var indices: [Int] { songs.map(\.index).sorted() }
  }

  /// Saves a set under the name that a form asked for. Called at most once, when the form closes.
  typealias Save = (_ name: SetName, _ isReplacing: Bool) -> Reply

  /// Returns how many songs `list` shows at once; at least 1.
  package var screenful: () -> Int
  /// True if a person types the lines: they can answer a form, and see long lists a page at a time.
  package let isInteractive: Bool
  /// True if `quit` ends the program, not just the conversation with this client.
  package let quitsProgram: Bool
  package var screen = Screen.songs
  /// The set that is deleted if the client asks for it once more.
  var deletion: SetName?
  /// The result of `find`; `nil` if the list is not narrowed.
  var found: Found?
  /// The line that picks the songs that joined the list since one picked songs while it was still read.
  package var lineForOthers: String?
  private var openForm: (form: NameForm, save: Save)?

  package init(
    isInteractive: Bool = false, quitsProgram: Bool = true, screenful: @escaping () -> Int = { 20 }
  ) {
    self.quitsProgram = quitsProgram
    self.isInteractive = isInteractive
    self.screenful = screenful
  }

  // MARK: - Form

  /// The form to which the lines of this client go; `nil` if they are commands.
  package var form: NameForm? { openForm?.form }

  /// Opens `form`: the next lines are answers, not commands, until it is closed.
  func open(_ form: NameForm, save: @escaping Save) -> Reply {
    openForm = (form, save)
    return .page(.form(.opened))
  }

  /// Passes `line` to the form; `nil` if none is open.
  func answer(_ line: String) -> Reply? {
    guard var asked = openForm else { return nil }
    let submission = asked.form.submit(line)
    openForm = nil
    switch submission {
    case .answer(let answer):
      if answer != .cancelled { openForm = asked }
      return .page(.form(answer))
    case .save(let name, let isReplacing): return asked.save(name, isReplacing)
    }
  }

  /// Closes the form, as Ctrl-C does.
  package func cancelForm() -> NameForm.Answer? {
    guard form != nil else { return nil }
    openForm = nil
    return .cancelled
  }
}
