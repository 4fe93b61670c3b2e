import Score
import SystemPackage

/// Gives the gains of songs. An engine asks for that of a song before its first frame.
public protocol GainSource: Sendable {
  /// Adds songs to the list. Never blocks.
  func append(_ tracks: [Track])

  /// The gain in dB of the song at `path`, which was appended. It may be that of the song's tags,
  /// which it then has until it is asked for again. Called on the decoding thread; may
  /// block for as long as it takes to measure the song or, at `.album`, all songs of the list in its
  /// folder.
  ///
  /// - Parameters:
  ///   - path: The file of the song.
  ///   - level: Not `.off`.
  ///   - isCancelled: Asked often; `true` cancels.
  /// - Returns: `nil` if it was cancelled, or if nothing is known of the song, which keeps its loudness.
  func gain(of path: FilePath, at level: Level, isCancelled: () -> Bool) -> Double?

  /// Which part of the song at `path`, 0 to 1, is measured; `nil` if it is not being measured, or
  /// nobody knows. Never blocks; on any thread.
  func measuredPart(of path: FilePath) -> Double?
}

extension GainSource {
  /// Nobody knows.
  public func measuredPart(of path: FilePath) -> Double? { nil }
}
