import SystemPackage

/// Measures songs. Called on several threads at once.
public protocol LoudnessMeter: Sendable {
  /// Reads the song at `path` from its first frame to the last that can be decoded. Damage is passed
  /// as in playback.
  ///
  /// Blocks for as long as that takes, some thousandths of the song's length. `isCancelled` is asked
  /// some hundred times a second.
  ///
  /// - Returns: `nil` if it was cancelled.
  /// - Throws: If not one frame can be measured.
  func measure(
    _ path: FilePath, isCancelled: () -> Bool
  ) throws(DecodingError) -> SongMeasurement?
}
