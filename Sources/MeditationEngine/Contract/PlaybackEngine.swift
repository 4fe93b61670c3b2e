import MeditationPlan
import SystemPackage

/// Plays a session's score, and reports events to the handler given to its initializer.
///
/// `AudioEngine` plays in real time, `RenderingEngine` frame by frame into a file. Scripts and
/// tests have an engine without sound on a virtual clock, and one that injects faults into another.
@MainActor package protocol PlaybackEngine: AnyObject, Sendable {
  /// Adds songs. A song's id in a score is its index among all tracks appended. Never blocks.
  func append(_ tracks: [Track])

  /// Sets the length of a song that was appended without one. Never blocks.
  func setLength(_ length: Duration, of song: SongID)

  /// Reads the file of a bell, so that it is ready to strike. May block on the disk; on any thread.
  ///
  /// - Parameter path: As in `Bell.Sound.file`.
  /// - Returns: True if the file is longer than a bell, and is cut.
  @discardableResult nonisolated func load(bell path: String) throws(SongDecodingError) -> Bool

  /// Opens a voice's or a layer's file, for its length if known. May block; on any thread.
  nonisolated func length(ofFile path: String) throws(SongDecodingError) -> Duration?

  /// Strikes `bell` once as an example, while nothing plays. Never blocks.
  func preview(_ bell: Bell)

  /// Plays `score` from now on. Never blocks.
  func follow(_ score: Score)

  /// The exact position, while events report it once a second. `nil` if events report every
  /// position, and before anything has played.
  var latest: EngineEvent? { get }
}

/// By default events report every position, nobody listens, and no lengths are needed.
extension PlaybackEngine {
  package var latest: EngineEvent? { nil }
  package func preview(_ bell: Bell) {}
  package func setLength(_ length: Duration, of song: SongID) {}
}

/// A song as the engine knows it: a file to decode.
package struct Track: Equatable, Sendable {
  package var path: FilePath
  /// The exact length; `nil` if it is not known.
  package var length: Duration?

  package init(path: FilePath, length: Duration? = nil) {
    self.path = path
    self.length = length
  }
}

/// An engine whose time advances only on request, exactly to the frame.
///
/// `RenderingEngine` renders sound; the engine of scripts and tests makes none.
@MainActor package protocol SteppedEngine: PlaybackEngine {
  /// Advances by `time`, reporting its events in order, or until `isEnough`, asked after each.
  ///
  /// - Returns: How far it advanced: `time`, unless it was stopped.
  @discardableResult func advance(by time: Duration, until isEnough: () -> Bool) -> Duration
}
