import CommandLanguage
import MeditationCore
import Playback
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
}

extension SessionController {
  /// The answer to `info`; without a number, it is about the current song.
  func info(on number: Int?) -> Reply {
    guard let number = number ?? session.state.current.map({ $0 + 1 }) else {
      return .notUnderstood(
        .missing(command: "info", needs: "a song number, such as 'info 5'"))
    }
    switch SongResolver.indices(
      of: [NumberRange(number, through: number)], count: session.songs.count)
    {
    case .success(let songs): return .page(.info(info(of: songs[0])))
    case .failure(let refusal): return .refused(refusal)
    }
  }

  private func info(of index: Int) -> SongInfo {
    let song = session.songs[index]
    let path = file(of: index)
    return SongInfo(
      number: index + 1, title: song.title, artist: song.subtitle, album: song.album,
      disc: song.disc, track: song.track, date: song.date, path: path,
      typedPath: path.map(baseFolders.typed), encoding: song.encoding, format: song.format,
      length: song.length, gain: knownGain(of: index))
  }

  private func knownGain(of song: Int) -> SongInfo.Gain {
    if session.state.current == song, let gain = session.state.gain { return .inUse(gain) }
    let isOff = session.level == .off
    return levels?.knownGain(of: path(of: song), at: isOff ? .on : session.level)
      .map { .known($0, isOff: isOff) } ?? .unknown(isOff: isOff)
  }
}
