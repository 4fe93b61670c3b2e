import SystemPackage

@testable import MeditationPractice

extension JournalFile {
  /// Opens or creates the journal in `folder`.
  ///
  /// - Returns: The journal, and the line about a file that was set aside.
  static func open(
    in folder: FilePath, busyTimeout: Duration = .milliseconds(250)
  ) throws(JournalProblem) -> (journal: JournalFile, notice: String?) {
    let journal = JournalFile(in: folder, busyTimeout: busyTimeout)
    try journal.open()
    return (journal, journal.takeNotice())
  }
}
