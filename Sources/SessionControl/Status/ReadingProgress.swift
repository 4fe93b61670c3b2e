/// How far the reading of a list is that can be used already.
public struct ReadingProgress: Hashable, Sendable {
  /// Files read so far.
  public var readCount: Int
  /// Files found so far, which may grow while they are read.
  public var foundCount: Int

  /// Progress by its two counts.
  public init(readCount: Int, foundCount: Int) {
    self.readCount = readCount
    self.foundCount = foundCount
  }

  /// The progress as it is kept in sight.
  public var text: String { "reading: \(readCount) of \(foundCount) files" }
}
