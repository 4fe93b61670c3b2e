import Playback

/// A driver of sound devices.
struct LiveDriver: Sendable {
  var name: String
  /// Opens a device that accepts exactly this format, and that holds about as much sound. May block
  /// for long.
  ///
  /// Throws an error that concerns the format if a device opens for another one.
  var open: @Sendable (OutputFormat, _ buffer: Duration) throws(OutputError) -> any Output
}
