public import Score

/// An event of a `QueuePlayer`. Indices count the tracks from 0, in the order they were added. Each
/// `reason` is a clause that can be shown to the user.
public enum PlayerEvent: Hashable, Sendable {
  /// The track began, or was begun again by a jump.
  case began(track: Int)
  /// The track has played up to `position`; every 100 ms while it plays.
  case position(track: Int, Duration)
  /// The track cannot be opened, or not be decoded any further. The next one begins.
  case failed(track: Int, reason: String)
  /// The queue has ended. If it was playing, the next track that is added begins at once.
  case ended
  /// Damage in the current track, its measuring, or an event of the device, the disk or the output
  /// file, as the engine reports it.
  case engine(EngineEvent.Kind)
}
