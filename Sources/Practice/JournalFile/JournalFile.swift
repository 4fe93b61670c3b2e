public import SystemPackage

/// The journal on disk.
public enum JournalFile {
  /// The name of the file in its folder.
  public static let name = "journal.sqlite"
  /// How long a call waits for another program's lock unless said otherwise. Then it throws "another
  /// program is using it", and can be tried again.
  public static let patience = Duration.milliseconds(250)

  /// Opens or creates `journal.sqlite` in `folder`. Blocks on the disk, for seconds at most.
  ///
  /// A damaged file is replaced by a new one with what can be read of it, and is kept under a new
  /// name. The file and its folder become accessible to this user alone. A file that cannot be
  /// written can still be read.
  ///
  /// - Parameter patience: How long each call waits for another program's lock.
  /// - Returns: The journal, and the line to print about a file that was set aside.
  /// - Throws: If no journal can be used: the file is of a newer version or of another program,
  ///   cannot be opened, or is damaged and a new one cannot be written.
  public static func open(
    in folder: FilePath, patience: Duration = JournalFile.patience
  ) throws(JournalProblem) -> (journal: any JournalStore, notice: String?) {
    let milliseconds = Int(clamping: patience.attoseconds / 1_000_000_000_000_000)
    let journal = try JournalDatabase(JournalLocation(in: folder), patience: milliseconds)
    return (journal, journal.takeNotice())
  }

  /// Whether a damaged file lies in `folder`, from which a new journal may be made.
  public static func isSetAside(in folder: FilePath) -> Bool {
    (try? folder.appending(name + ".damaged-1").stat()) != nil
  }
}
