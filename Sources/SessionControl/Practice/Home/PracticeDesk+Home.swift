import CommandLanguage
import MeditationCore
import Practice

/// The home screen, and the ways from and to it.
extension PracticeDesk {
  /// Shows the home screen to `client`; ends the editing of a set.
  func home(for client: Client) throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else { return .refused(.goBackFirst) }
    leaveEditor()
    if session.phase == .finished { session.perform(.back) }
    client.screen = .home
    return .page(.home(homePage()))
  }

  /// Leaves the picker: saves the set that is edited, and goes home if the session has a home.
  ///
  /// - Returns: `nil` if there is nothing to leave.
  func leavePicker(for client: Client) -> Reply? {
    let wasEditing = editor != nil
    leaveEditor()
    guard services.openLibrary != nil else {
      return wasEditing ? .outcome(.changed, of: .action(.back), among: nil) : nil
    }
    client.screen = .home
    return .page(.home(homePage()))
  }

  /// What the home screen shows. What cannot be read is left out.
  public func homePage() -> HomePage {
    let latest = try? withJournal { store throws(JournalProblem) in
      try store.sits(since: nil, until: nil, limit: 1)
    }
    return HomePage(
      sets: (try? setsPage()) ?? SetsPage(sets: [], now: clock.now()), totals: try? totals(),
      resumable: resumableSit(), hasLatest: !(latest ?? []).isEmpty)
  }

  /// Opens the picker with the music folder for `client`, which is at home.
  func openPicker(for client: Client) -> Reply {
    client.screen = .songs
    guard let openLibrary = services.openLibrary, !controller.libraryIsOpen else {
      return .page(.list(controller.currentListing(for: client)))
    }
    controller.libraryIsOpen = true
    openLibrary()
    return .outcome(.changed, of: .practice(.home), among: nil)
  }
}
