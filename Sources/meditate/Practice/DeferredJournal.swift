import JournalFile
import NIOConcurrencyHelpers
import Practice
import SystemPackage

/// The journal on disk, opened when it is first needed: a session of another program's needs none.
struct DeferredJournal: JournalStore {
  private let folder: FilePath
  private let opened = NIOLockedValueBox<(any JournalStore)?>(nil)
  private let onNotice: @Sendable (String) -> Void

  /// - Parameters:
  ///   - folder: The folder of the file; created if it is missing.
  ///   - onNotice: Called with the line about a damaged file that was set aside.
  init(in folder: FilePath, onNotice: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    self.onNotice = onNotice
  }

  /// Opens the journal. What fails is tried again with the next call.
  private func journal() throws(JournalProblem) -> any JournalStore {
    let result = opened.withLockedValue { opened -> Result<any JournalStore, JournalProblem> in
      if let opened { return .success(opened) }
      do throws(JournalProblem) {
        let (journal, notice) = try JournalFile.open(in: folder)
        opened = journal
        if let notice { onNotice(notice) }
        return .success(journal)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func save(_ sit: Sit, songs: [SitSong]?) throws(JournalProblem) {
    try journal().save(sit, songs: songs)
  }

  func sits(
    since first: CivilDate?, until last: CivilDate?, limit: Int?
  ) throws(JournalProblem) -> [Sit] {
    try journal().sits(since: first, until: last, limit: limit)
  }

  func lengths() throws(JournalProblem) -> [SatTime] { try journal().lengths() }

  func lastSits() throws(JournalProblem) -> [SetName: Moment] { try journal().lastSits() }

  func renameSet(_ old: SetName, to new: SetName) throws(JournalProblem) {
    try journal().renameSet(old, to: new)
  }

  func songs(of sit: Sit.ID) throws(JournalProblem) -> [SitSong] { try journal().songs(of: sit) }

  func setNote(_ note: String, of sit: Sit.ID) throws(JournalProblem) {
    try journal().setNote(note, of: sit)
  }

  func delete(_ sit: Sit.ID) throws(JournalProblem) { try journal().delete(sit) }

  func closeInterrupted() throws(JournalProblem) -> [Sit] { try journal().closeInterrupted() }

  func claim(_ sit: Sit.ID) throws(JournalProblem) -> Bool { try journal().claim(sit) }

  func add(_ sits: [Sit]) throws(JournalProblem) -> [Bool] { try journal().add(sits) }
}
