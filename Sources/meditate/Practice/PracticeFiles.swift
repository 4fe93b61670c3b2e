import FileSystem
import Foundation
import JournalFile
import Practice
import SessionControl
import SystemAudio
import SystemPackage

/// The files of the practice, for commands that read them and exit. Every call blocks on the disk.
struct PracticeFiles {
  private let folder: FilePath?

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    folder = UserDirectories(environment: environment).data
  }

  /// Opens the journal; `nil` if there is none yet.
  ///
  /// - Parameter creates: Whether to create one then.
  func journal(creates: Bool = false) throws(StartProblem) -> (any JournalStore)? {
    guard let folder else { throw StartProblem(PracticeRefusal.noJournal) }
    guard creates || folder.appending("journal.sqlite").isThere else { return nil }
    do {
      let (journal, notice) = try JournalFile.open(in: folder)
      if let notice { StandardError.complain(notice) }
      return journal
    } catch {
      throw StartProblem(PracticeRefusal.journal(error))
    }
  }

  /// The saved sets; `nil` without a home directory.
  var sets: (any SetStore)? { folder.map { SetFolder(path: $0.appending("sets")) } }

  /// The set `name`, which can also be its row in the list; `nil` if there is none, with the name
  /// that was probably meant.
  func set(_ name: SetName) throws(StartProblem) -> (set: SongSet?, nearest: String?) {
    do throws(SetProblem) {
      return (try sets?.read(name).set, nil)
    } catch .unknown(_, let nearest) {
      let row = Int(name.text).map { $0 - 1 }
      let listed = (try? sets?.list().sets) ?? []
      if let row, listed.indices.contains(row) { return (listed[row].set, nil) }
      return (nil, nearest)
    } catch {
      throw StartProblem(PracticeRefusal.set(error))
    }
  }
}
