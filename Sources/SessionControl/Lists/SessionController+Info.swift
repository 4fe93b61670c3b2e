import CommandLanguage
import MeditationCore
import Playback
import Score
import Screens

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
    let path = file(of: index)
    return SongInfo(
      session.songs[index], number: index + 1, path: path,
      typedPath: path.map(baseFolders.typed), gain: knownGain(of: index))
  }

  private func knownGain(of song: Int) -> SongInfo.Gain {
    if session.state.current == song, let gain = session.state.gain { return .inUse(gain) }
    let isOff = session.level == .off
    return levels?.knownGain(of: path(of: song), at: isOff ? .on : session.level)
      .map { .known($0, isOff: isOff) } ?? .unknown(isOff: isOff)
  }
}
