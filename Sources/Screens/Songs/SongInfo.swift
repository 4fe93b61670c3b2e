public import MeditationCore
public import Score

/// What is known of a song without reading its file.
public struct SongInfo: Equatable, Sendable {
  /// The loudness gain of a song.
  public enum Gain: Equatable, Sendable {
    /// The song is not measured yet; with the level off, it is not going to be.
    case unknown(isOff: Bool)
    /// In dB: the song plays with it.
    case inUse(Double)
    /// In dB: the song begins with it, or would with `level on` if the level is off.
    case known(Double, isOff: Bool)
  }

  /// The song's number, from 1.
  public let number: Int
  public let title: String
  /// Empty if unknown, as are the album and the encoding.
  public let artist: String
  public let album: String
  /// The numbers in the album, from 1; `nil` if unknown.
  public let disc: Int?
  public let track: Int?
  /// When it was released: `2019`, `2019-05-01`; empty if unknown.
  public let date: String
  /// The absolute path as text; `nil` if the song has no file.
  public let path: String?
  /// The path as it can be typed, safe on a terminal.
  let typedPath: String?
  /// The container and the codec.
  public let encoding: String
  /// The sample rate and the channels; `nil` if unknown.
  public let format: SoundFormat?
  public let length: Duration?
  public let gain: Gain

  /// Creates what is known of `song`.
  ///
  /// - Parameters:
  ///   - number: Its number in the list, from 1.
  ///   - path: Its absolute path as text; `nil` if it has no file.
  ///   - typedPath: The path as it can be typed, safe on a terminal.
  @MainActor public init(
    _ song: SongViewModel, number: Int, path: String?, typedPath: String?, gain: Gain
  ) {
    self.number = number
    title = song.title
    artist = song.subtitle
    album = song.album
    disc = song.disc
    track = song.track
    date = song.date
    self.path = path
    self.typedPath = typedPath
    encoding = song.encoding
    format = song.format
    length = song.length
    self.gain = gain
  }
}
