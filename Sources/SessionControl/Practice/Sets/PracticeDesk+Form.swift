import CommandLanguage
import MeditationCore
import Practice

/// The form in which a set gets its name.
extension PracticeDesk {
  /// Asks `client` for the name of a set.
  ///
  /// - Parameter name: The name that is taken, so that the form asks at once whether to replace it.
  func openForm(for client: Client, name: SetName? = nil) throws(PracticeRefusal) -> Reply {
    // Read once, not with each key. A set that another program saves meanwhile is not replaced.
    let names = Set(try listedNames())
    let form = NameForm { names.contains($0) }
    let reply = controller.open(form, for: client) { [unowned self] name, isReplacing in
      do throws(PracticeRefusal) {
        try save(as: name, replacing: isReplacing)
      } catch {
        return .declined(error)
      }
      return .outcome(.changed, of: .practice(.save(name: name.text)), among: nil)
    }
    guard let name else { return reply }
    return controller.submit(name.text, from: client)
  }
}
