import CommandLanguage
import MeditationCore
import Score
import SessionControl

extension PlayerCommand {
  /// The farthest seek: 11 days. Beyond the end of a song, all are the same.
  private static let farthest: Int64 = 1_000_000_000_000

  /// The command that does this in `session`; `nil` if it has no effect.
  @MainActor func command(in session: MeditationViewModel) -> Command? {
    let isListening = session.phase == .listening
    switch self {
    case .next: return .action(.next)
    case .previous: return .action(.previous)
    case .pause: return .action(.pause)
    // Source: MPRIS 2.2, PlayPause: "If playback is stopped, starts playback." CanPause is false then,
    // because there is nothing to pause; desktops ask CanPlay.
    case .playPause: return .action(isListening ? .toggle : .start)
    case .play: return .action(isListening ? .play : .start)
    // Source: MPRIS 2.2, Stop: "If playback is already stopped, this has no effect."
    case .stop: return isListening ? .action(.finish) : nil
    case .seek(let offset): return .action(.seek(.by(Self.time(offset))))
    case .setPosition(let path, let position):
      // Source: MPRIS 2.2, SetPosition: calls for another track are ignored as stale, and so are
      // positions before the start and after the end.
      guard let track = PlayerTrack(of: session), track.path == path,
        (0...(track.length ?? .max)).contains(position)
      else { return nil }
      return .action(.seek(.to(Self.time(position))))
    case .setRepeating(let isRepeating): return .plan([.change(.repeat(isRepeating))])
    case .setShuffled(let isShuffled):
      let arrangement = session.state.arrangement
      guard isShuffled != (arrangement.seed != nil) else { return nil }
      // While listening only what is to come can be shuffled, which this property cannot tell: that
      // is refused, as sorting is.
      return isShuffled && !isListening ? .shuffle : .action(.sort(arrangement.sort))
    case .setVolume(let percent): return .action(.volume(.level(percent)))
    }
  }

  private static func time(_ microseconds: Int64) -> Duration {
    .microseconds(min(max(microseconds, -farthest), farthest))
  }
}
