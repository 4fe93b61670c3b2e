import NIOConcurrencyHelpers
import Platform
import Practice
import SystemPackage

/// The journal on disk, opened when it is first needed and made with the first sit.
struct DeferredJournal: JournalStore {
  private let folder: FilePath
  private let opened = NIOLockedValueBox<(any JournalStore)?>(nil)
  private let notice = NIOLockedValueBox<String?>(nil)

  /// - Parameter folder: The folder of the file; created with it.
  init(in folder: FilePath) { self.folder = folder }

  /// Opens the journal. What fails is tried again with the next call.
  private func journal() throws(JournalProblem) -> any JournalStore {
    let result = opened.withLockedValue { opened -> Result<any JournalStore, JournalProblem> in
      if let opened { return .success(opened) }
      do throws(JournalProblem) {
        let (journal, line) = try JournalFile.open(in: folder)
        opened = journal
        if let line { notice.withLockedValue { $0 = line } }
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

  func takeNotice() -> String? {
    let line = notice.withLockedValue { notice in
      defer { notice = nil }
      return notice
    }
    return line ?? opened.withLockedValue { $0?.takeNotice() }
  }

  /// Closes the file. A later call opens it again.
  func close() { opened.withLockedValue { $0 = nil } }

  /// The journal, unless there is none yet.
  private func existing() throws(JournalProblem) -> (any JournalStore)? {
    do throws(Errno) {
      _ = try folder.appending(JournalFile.name).stat()
    } catch .noSuchFileOrDirectory where !JournalFile.isSetAside(in: folder) {
      return nil
    } catch {
      // Opening it says why it cannot be used.
    }
    return try journal()
  }

  func sits(
    since first: CivilDate?, until last: CivilDate?, limit: Int?, listening: Bool
  ) throws(JournalProblem) -> [Sit] {
    try existing()?.sits(since: first, until: last, limit: limit, listening: listening) ?? []
  }

  func count() throws(JournalProblem) -> Int { try existing()?.count() ?? 0 }

  func listeningCount() throws(JournalProblem) -> Int { try existing()?.listeningCount() ?? 0 }

  func lengths() throws(JournalProblem) -> [SatTime] { try existing()?.lengths() ?? [] }

  func lastSits() throws(JournalProblem) -> [SetName: Moment] { try existing()?.lastSits() ?? [:] }

  func renameSet(_ old: SetName, to new: SetName) throws(JournalProblem) {
    try existing()?.renameSet(old, to: new)
  }

  func songs(of sit: Sit.ID) throws(JournalProblem) -> [SitSong] { try journal().songs(of: sit) }

  func setNote(_ note: String, of sit: Sit.ID) throws(JournalProblem) {
    try journal().setNote(note, of: sit)
  }

  func delete(_ sits: [Sit.ID]) throws(JournalProblem) { try journal().delete(sits) }

  func restore(_ sits: [(sit: Sit, songs: [SitSong])]) throws(JournalProblem) {
    try journal().restore(sits)
  }

  func closeInterrupted() throws(JournalProblem) -> [Sit] {
    try existing()?.closeInterrupted() ?? []
  }

  func claim(_ sit: Sit.ID) throws(JournalProblem) -> Bool { try journal().claim(sit) }

  func add(_ sits: [Sit], importedAt moment: Moment) throws(JournalProblem) -> [Bool] {
    try journal().add(sits, importedAt: moment)
  }

  func takeBackImport(
    isTrial: Bool
  ) throws(JournalProblem) -> (sits: [Sit], importedAt: Int64)? {
    try existing()?.takeBackImport(isTrial: isTrial)
  }
}
