import Playback

/// A driver of sound devices.
struct LiveDriver: Sendable {
  var name: String
  /// Opens a device that accepts exactly this format. May block for long.
  ///
  /// Throws an error that concerns the format if a device opens for another one.
  var open: @Sendable (OutputFormat) throws(OutputError) -> any Output
}
