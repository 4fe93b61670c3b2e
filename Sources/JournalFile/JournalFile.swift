public import Practice
public import SystemPackage

/// The journal on disk.
public enum JournalFile {
  /// The name of the file in its folder.
  public static let name = "journal.sqlite"

  /// Opens or creates `journal.sqlite` in `folder`. Blocks on the disk, for seconds at most.
  ///
  /// A damaged file is set aside under a new name, never deleted, and what can be read of it is
  /// carried over. The file and its folder become accessible to this user alone.
  ///
  /// - Returns: The journal, and the line to print about a file that was set aside.
  /// - Throws: If no journal can be used: the file is of a newer version or of another program, or
  ///   cannot be opened.
  public static func open(
    in folder: FilePath
  ) throws(JournalProblem) -> (journal: any JournalStore, notice: String?) {
    let journal = try JournalDatabase(JournalLocation(in: folder))
    return (journal, journal.takeNotice())
  }
}
