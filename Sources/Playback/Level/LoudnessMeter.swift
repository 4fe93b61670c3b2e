public import Score
public import SystemPackage

/// Measures songs. Called on several threads at once.
public protocol LoudnessMeter: Sendable {
  /// Reads the song at `path` from its first frame to the last that can be decoded. Damage is passed
  /// as in playback.
  ///
  /// Blocks for as long as that takes, some thousandths of the song's length. `isCancelled` is asked
  /// some hundred times a second, and told which part of the song, 0 to 1, is measured; `nil` if its
  /// length is not known.
  ///
  /// - Returns: `nil` if it was cancelled.
  /// - Throws: If not one frame can be measured.
  func measure(
    _ path: FilePath, isCancelled: (_ part: Double?) -> Bool
  ) throws(DecodingError) -> SongMeasurement?

  /// What the tags of the song at `path` say of its loudness; `nil` if they say nothing. Reads the
  /// beginning of the file alone.
  func tagged(_ path: FilePath, at level: Level) -> Loudness?
}

extension LoudnessMeter {
  /// No tags are read.
  public func tagged(_ path: FilePath, at level: Level) -> Loudness? { nil }
}
