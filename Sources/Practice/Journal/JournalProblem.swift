/// Why the journal cannot be read or written, as a clause: "the disk is full".
public struct JournalProblem: Error, Hashable, Sendable {
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}
