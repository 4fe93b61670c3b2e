/// The result of one step of a scan, with the progress of the scan.
public struct LibraryPart: Equatable, Sendable {
  /// The songs and skipped files of this step, in the order of the list.
  public var contents: LibraryContents
  /// The number of candidates read so far, including this part.
  public var readCount: Int
  /// The number of candidates found so far. It grows while folders are searched, and equals
  /// `readCount` in the last part.
  public var candidateCount: Int

  public init(contents: LibraryContents, readCount: Int, candidateCount: Int) {
    self.contents = contents
    self.readCount = readCount
    self.candidateCount = candidateCount
  }
}
