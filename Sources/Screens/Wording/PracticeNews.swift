public import Practice
import Text

/// A change of the practice, which every client is told.
public enum PracticeNews: Hashable, Sendable {
  /// A set was saved, or saved under another name than `asked` because that was changed elsewhere.
  case saved(SetSummary, asked: SetName)
  /// A set was edited, and is as it was.
  case unchanged(SetName)
  /// A set that was edited cannot be saved.
  case unsaved(SetName, PracticeRefusal)
  /// What is picked and planned is that of a set now.
  case loaded(SetSummary)
  case renamed(from: SetName, to: SetName)
  case deletedSet(SetName)
  case restoredSet(SetName)
  /// A set that was saved is not any more: that was undone.
  case removedSet(SetName)
  /// A set is not loaded any more, which changed nothing else: that was undone.
  case unloaded(SetName)
  /// Songs of a set that is loaded are missing; their paths, ready for display.
  case missing([String], of: String)
  /// The bell of a set that is loaded cannot be read, for this reason; the built-in one is struck.
  case bellMissing(String, of: String)
  /// The file of a bell, ready for display, is longer than what is heard of it.
  case bellCut(String)
  /// The note of a sit was set or removed.
  case noted(Sit)
  case deletedSit(Sit)
  case restoredSit(Sit)
  /// So many times that music was played for itself.
  case deletedListening(Int)
  case restoredListening(Int)
  /// A setting was changed.
  case setting(SettingState)
  /// The files of the list were read again.
  case rescanned(Rescan)
  /// The journal cannot be written; the session goes on.
  case journalFailed(JournalProblem)
  /// The program ends, and what was sat last is not in the journal.
  case sitUnwritten(JournalProblem)
  /// A damaged journal was set aside; the line says where it is.
  case journalMended(String)
  /// A sit of the last day was left or interrupted, and can be resumed.
  case resumable(Sit)
  /// While a sit begins, this one goes on in another program.
  case sittingElsewhere(Sit)
}

/// The result of reading the files of the list again.
public struct Rescan: Hashable, Sendable {
  /// The number of songs that join the list.
  public var newCount: Int
  /// The number of files of the list that do not exist any more.
  public var goneCount: Int
  /// The number of other files that are left out now, and were not before.
  public var leftOutCount: Int
  /// Whether the new songs join the list only when the session is over.
  public var isDelayed: Bool

  public init(
    newCount: Int = 0, goneCount: Int = 0, leftOutCount: Int = 0, isDelayed: Bool = false
  ) {
    self.newCount = newCount
    self.goneCount = goneCount
    self.leftOutCount = leftOutCount
    self.isDelayed = isDelayed
  }

  /// One sentence.
  public var text: String {
    var clauses: [String] = []
    if newCount > 0 {
      clauses.append(
        counted(newCount, "new song") + (isDelayed ? ", in the list after this session" : ""))
    }
    if goneCount > 0 {
      let gone = newCount > 0 ? "\(goneCount)" : counted(goneCount, "song")
      clauses.append("\(gone) \(goneCount == 1 ? "is" : "are") gone")
    }
    if leftOutCount > 0 { clauses.append("\(counted(leftOutCount, "file")) left out") }
    return (clauses.isEmpty ? "Nothing new" : clauses.joined(separator: "; ")) + "."
  }
}
