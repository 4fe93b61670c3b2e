/// The progress of reading files in the background.
public struct ReadingProgress: Hashable, Sendable {
  /// The number of files read so far.
  public var readCount: Int
  /// The number of files found so far, which can grow.
  public var foundCount: Int

  /// Creates a progress from its two counts.
  public init(readCount: Int, foundCount: Int) {
    self.readCount = readCount
    self.foundCount = foundCount
  }

  /// The progress as a status line shows it.
  public var text: String { "reading: \(readCount) of \(foundCount) files" }
}
