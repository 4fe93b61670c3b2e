// Between the floors below, none of which knows another: only names change here.

import CommandLanguage
import MeditationCore
import Playback
import SystemPackage

extension PlaybackIntent {
  /// What the session intends, in the engine's terms.
  init(_ intent: Intent, paths: [FilePath]) {
    self.init(
      stamp: Stamp(intent.generation), track: nil, isPlaying: intent.transport == .playing,
      volume: intent.volume)
    switch intent.sound {
    case .silence: break
    case .song(let song, let position, let following):
      track = Track(song: song, path: paths[song])
      start = position
      next = following.map { Track(song: $0, path: paths[$0]) }
    }
  }
}

extension Stamp {
  init(_ generation: Generation) { self.init(generation: generation.jump, leg: generation.leg) }
}

extension EngineEvent {
  /// What the engine reports, in the session's terms; `nil` for what is no concern of a session.
  init?(_ event: PlaybackEvent) {
    let kind: Kind
    switch event.kind {
    case .position: kind = .position
    case .crossed: kind = .crossed
    case .ended: kind = .ended
    case .failed(let reason): kind = .failed(reason: reason)
    case .deviceLost(let reason): kind = .deviceLost(reason: reason)
    case .deviceRestored: kind = .deviceRestored
    case .noDevice: return nil
    }
    self.init(
      generation: Generation(jump: event.stamp.generation, leg: event.stamp.leg),
      position: event.position, kind: kind)
  }
}

extension Action.Seek {
  init(_ target: SeekTarget) {
    switch target {
    case .position(let time): self = .to(time)
    case .offset(let time): self = .by(time)
    case .percent(let part): self = .percent(part)
    }
  }
}
