import CommandLanguage
import MeditationCore
import Practice

/// The home screen, and the ways from and to it.
extension PracticeDesk {
  /// Shows the home screen to `client`; ends the editing of a set.
  func home(for client: Client) throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else { return .refused(.goBackFirst) }
    leaveEditor()
    client.screen = .home
    client.awaitsPage = true
    if session.phase == .finished { session.perform(.back) }
    client.awaitsPage = false
    return .page(.home(homePage()))
  }

  /// Leaves the picker: saves the set that is edited, and goes home if the session has a home.
  ///
  /// - Returns: `nil` if there is nothing to leave.
  func leavePicker(for client: Client) -> Reply? {
    let wasEditing = editor != nil
    leaveEditor()
    guard services.openLibrary != nil else { return wasEditing ? .page(.songs) : nil }
    client.screen = .home
    return .page(.home(homePage()))
  }

  /// What the home screen shows. What cannot be read is left out.
  public func homePage() -> HomePage {
    // A sit that has just ended is shown: wait until it is written.
    journal?.flush()
    return HomePage(
      sets: (try? setsPage()) ?? SetsPage(sets: [], now: clock.now()), totals: try? totals(),
      resumable: offeredSit(), hasLatest: ((try? repeatableSit()) ?? nil) != nil,
      picked: session.state.picked, plan: session.state.plan)
  }

  /// Whether nothing was saved or sat yet.
  public var isNew: Bool {
    let hasSits = try? withJournal { store throws(JournalProblem) in !store.isEmpty }
    return !(hasSits ?? false) && (services.sets?.isEmpty ?? true)
  }

  /// Opens the picker with the music folder for `client`, which is at home.
  func openPicker(for client: Client) -> Reply {
    client.screen = .songs
    guard let openLibrary = services.openLibrary, !controller.libraryIsOpen else {
      return .page(.songs)
    }
    (controller.libraryIsOpen, controller.isReading) = (true, true)
    openLibrary()
    return .outcome(.changed, of: .practice(.home), among: nil)
  }
}
