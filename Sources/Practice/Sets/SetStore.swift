/// Keeps sets. Every call blocks on the disk.
///
/// Two conform: the folder of playlists, and sets in memory for tests.
public protocol SetStore: Sendable {
  /// All sets, in the natural order of their names, without their songs; and the files that cannot
  /// be read.
  func list() throws(SetProblem) -> (sets: [ListedSet], problems: [SetProblem])

  /// The set of this name.
  func read(_ name: SetName) throws(SetProblem) -> StoredSet

  /// Writes `set` under its name. A set of this name that is not `known` stays, and `set` is
  /// written under the first free name after it, such as "Evening 2": another program changed it.
  ///
  /// Lines of the file that are not about songs or the plan are kept. If nothing changes, nothing
  /// is written.
  ///
  /// - Parameter known: The set of this name as it was last read; `nil` if there was none.
  /// - Returns: The set as it is stored.
  func write(_ set: SongSet, replacing known: StoredSet?) throws(SetProblem) -> StoredSet

  /// Gives a set another name; throws `.taken` if another set has it.
  func rename(_ set: StoredSet, to name: SetName) throws(SetProblem) -> StoredSet

  /// Deletes a set.
  func delete(_ set: StoredSet) throws(SetProblem)

  /// Writes a deleted set again, byte for byte; throws `.taken` if there is a new one of its name.
  func restore(_ set: StoredSet) throws(SetProblem)
}

extension SetStore {
  /// Whether there is no set, or none can be read.
  public var isEmpty: Bool { ((try? list().sets) ?? []).isEmpty }
}

/// A set as it is stored.
public struct StoredSet: Hashable, Sendable {
  public var set: SongSet
  /// The bytes of the file, by which a change from elsewhere is noticed.
  public var bytes: [UInt8]

  public init(set: SongSet, bytes: [UInt8]) {
    self.set = set
    self.bytes = bytes
  }
}

/// Why a set cannot be read or written.
public enum SetProblem: Error, Hashable, Sendable {
  /// There is no set of this name; `nearest` is the one probably meant.
  case unknown(String, nearest: String?)
  /// There is a set of this name already.
  case taken(String)
  /// The file cannot be read or written; the reason is a clause.
  case file(String, reason: String)
}
