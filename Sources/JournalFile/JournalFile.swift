public import Practice
public import SystemPackage

/// The journal on disk.
public enum JournalFile {
  /// Opens or creates `journal.sqlite` in `folder`. Blocks on the disk, for seconds at most.
  ///
  /// A damaged file is set aside under a new name, never deleted, and what can be read of it is
  /// carried over. The file and its folder become accessible to this user alone.
  ///
  /// - Parameter onRepair: Takes the line to print about a file that is found damaged later; called
  ///   on the thread of the call that finds it.
  /// - Returns: The journal, and the line to print about a file that was set aside.
  /// - Throws: If no journal can be used: the file is of a newer version or of another program, or
  ///   cannot be opened.
  public static func open(
    in folder: FilePath, onRepair: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(JournalProblem) -> (journal: any JournalStore, notice: String?) {
    let journal = try JournalDatabase(JournalLocation(in: folder), onRepair: onRepair)
    return (journal, journal.takeNotice())
  }
}
