import MeditationPractice
import MeditationScreens
import MeditationSystem
import SystemPackage

/// The files of the practice. Every call blocks on the disk.
enum PracticeFiles {
  private static var folder: FilePath? { UserDirectories.ofProgram.data }

  /// The journal. Without a home directory, its calls throw the reason.
  static var journal: JournalFile { JournalFile(in: folder) }

  /// The saved sets; `nil` without a home directory.
  static var sets: SetFolder? {
    folder.map { SetFolder(path: $0.appending("sets"), trash: $0.appending("deleted-sets")) }
  }

  /// Runs `work` on the journal, and prints repairs. Waits briefly while another program locks it.
  static func withJournal<Result>(
    _ work: (JournalFile) throws(JournalProblem) -> Result
  ) throws(StartProblem) -> Result {
    let journal = journal
    defer {
      journal.backUp()
      if let notice = journal.takeNotice() { StandardError.complain(notice) }
    }
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      do throws(JournalProblem) {
        return try work(journal)
      } catch {
        guard error.isLock, .now < deadline else {
          throw StartProblem(CommandRefusal.journal(error))
        }
      }
    }
  }

  /// The set `name`, or the one in that row; `nil` if there is none, with the most similar name.
  static func set(_ name: SetName) throws(StartProblem) -> (set: SongSet?, nearest: String?) {
    do throws(SetProblem) {
      return (try sets?.read(name).set, nil)
    } catch .unknown(_, let nearest) {
      let row = Int(name.text).map { $0 - 1 }
      let listed = (try? sets?.list().sets) ?? []
      if let row, listed.indices.contains(row) {
        return (try? sets?.read(listed[row].name).set, nil)
      }
      return (nil, nearest)
    } catch {
      throw StartProblem(CommandRefusal.set(error))
    }
  }
}
