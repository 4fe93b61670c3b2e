/// Why the journal cannot be read or written, as a clause: "the disk is full".
public struct JournalProblem: Error, Hashable, Sendable {
  public let reason: String
  /// Whether another program has locked the journal, so that the same may work in a moment.
  public let isLock: Bool

  public init(_ reason: String, isLock: Bool = false) {
    self.reason = reason
    self.isLock = isLock
  }
}
