/// A piece of what is being read: what is new, and how far the reading is.
public struct LibraryPart: Equatable, Sendable {
  /// What follows the parts before it, in the order of the list.
  public var contents: LibraryContents
  /// Candidates read so far, this part included.
  public var readCount: Int
  /// Candidates found so far, which grows while folders are still being walked. In the last part,
  /// and perhaps in others, it is `readCount`.
  public var candidateCount: Int

  /// A part from its parts.
  public init(contents: LibraryContents, readCount: Int, candidateCount: Int) {
    self.contents = contents
    self.readCount = readCount
    self.candidateCount = candidateCount
  }
}
