// Between the floors below, none of which knows another: only names change here.

import CommandLanguage
import MeditationCore
import Playback

extension PlaybackIntent {
  /// What the session intends, in the engine's terms.
  ///
  /// - Parameter song: From a song's index in the list to the track that the engine knows.
  init(_ intent: Intent, track song: (Int) -> Track) {
    self.init(
      stamp: Stamp(intent.generation), track: nil, isPlaying: intent.transport == .playing,
      volume: intent.volume)
    switch intent.sound {
    case .silence: break
    case .song(let current, let position, let following):
      track = song(current)
      start = position
      next = following.map(song)
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
    // What was written before the output failed counts as heard.
    case .position, .outputFailed: kind = .position
    case .crossed: kind = .crossed
    case .ended: kind = .ended
    case .failed(let reason): kind = .failed(reason: reason)
    case .deviceLost(let reason): kind = .deviceLost(reason: reason)
    case .deviceRestored: kind = .deviceRestored
    case .noDevice, .stalled: return nil
    }
    self.init(
      generation: Generation(jump: event.stamp.generation, leg: event.stamp.leg),
      position: event.position, kind: kind)
  }
}

extension SongSort {
  init(_ key: SortKey) {
    switch key {
    case .title: self = .title
    case .artist: self = .artist
    case .length: self = .length
    case .folder: self = .folder
    case .original: self = .original
    }
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
