/// The sound that a stroke makes.
public struct Bell: Hashable, Sendable {
  /// What is struck.
  public enum Sound: Hashable, Sendable {
    /// A singing bowl: a few slowly beating partials that ring for more than 10 s.
    case bowl
    /// A gong: low and dense; it blooms after the stroke.
    case gong
    /// A chime: high and short.
    case chime
    /// A wooden block: a damped click.
    case wood
    /// The audio file at this path, at most its first minute. Music gives way as long as it sounds.
    case file(String)
  }

  /// What is struck.
  public var sound = Sound.bowl
  /// The volume in percent, 0 to 100, relative to the volume of the session. 100 suits music at -20
  /// LUFS.
  public var volume = 100

  /// Creates a bell.
  public init(_ sound: Sound = .bowl, volume: Int = 100) {
    self.sound = sound
    self.volume = volume
  }
}
