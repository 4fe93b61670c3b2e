/// A sample rate and a number of channels: those of a song as its file states them, or the least that
/// an output needs for the songs of a session.
public struct SoundFormat: Hashable, Sendable {
  /// In hertz; 0 where it is unknown.
  public var sampleRate: Int
  /// The number of channels, 1 to 8.
  public var channelCount: Int

  /// Creates a format. A number of channels that the engine cannot play counts as the nearest.
  public init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = max(sampleRate, 0)
    self.channelCount = min(max(channelCount, 1), 8)
  }

  /// The least that has the sample rates and the channels of all `songs`: at least stereo, which
  /// bells and the tone of the breath are.
  public init(covering songs: some Sequence<SoundFormat>) {
    self.init(sampleRate: 0, channelCount: 2)
    for song in songs {
      sampleRate = max(sampleRate, song.sampleRate)
      channelCount = max(channelCount, song.channelCount)
    }
  }
}
