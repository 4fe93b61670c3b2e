import CommandLanguage
import MeditationCore
import Practice
import Score

/// Edits a set in the picker.
extension PracticeDesk {
  /// Opens the picker with the songs of a set picked, which then are the set's songs.
  func edit(_ reference: SetReference, for client: Client) async throws(PracticeRefusal) -> Reply {
    guard session.phase != .listening else { return .refused(.goBackFirst) }
    leavesEditor(of: try stored(reference).set.name)
    let stored = try stored(reference)
    try await load(stored.set)
    let listed = Set(session.playOrder.map { controller.setSong($0).path })
    editor = SetEditor(
      stored, missing: MissingSongs(of: stored.set.songs, present: listed), in: session
    ) { [unowned controller] in controller.setSong($0) }
    return openPicker(for: client)
  }

  /// Saves the set that is edited, if its name is `name`, before it is read again. Another one stays
  /// open until something is loaded: a line that is refused changes nothing.
  ///
  /// - Returns: Whether it was.
  @discardableResult func leavesEditor(of name: SetName) -> Bool {
    guard editor?.stored.set.name == name else { return false }
    leaveEditor()
    return true
  }

  /// Saves the set that is edited, if one is.
  func leaveEditor() {
    guard let editor else { return }
    editor.end()
    self.editor = nil
    guard editor.set != editor.stored.set else {
      return controller.tell(.unchanged(editor.set.name))
    }
    do throws(PracticeRefusal) {
      if editor.set.songs.isEmpty, !(SetPlan.plan(editor.set.plan)?.outlastsSongs ?? true) {
        throw .nothingToSave
      }
      try write(editor.set, replacing: editor.stored)
      noteLoaded(editor.set.name)
    } catch {
      controller.tell(.unsaved(editor.set.name, error))
    }
  }
}
