/// What one reading of a whole song gives.
public struct SongMeasurement: Hashable, Sendable {
  /// How loud it is.
  public var loudness: Loudness
  /// How long it is.
  public var length: Duration
  /// The peaks of equal steps from its beginning to its end, each 0 to 255 of full scale.
  public var peaks: [UInt8]
  /// Whether it was read to its end. Damage of the file that was passed on the way does not count;
  /// what a disk did not deliver does.
  public var isComplete: Bool

  /// A measurement of a song.
  public init(loudness: Loudness, length: Duration, peaks: [UInt8], isComplete: Bool = true) {
    self.loudness = loudness
    self.length = length
    self.peaks = peaks
    self.isComplete = isComplete
  }
}
