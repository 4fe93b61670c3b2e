import MeditationPlan

@testable import MeditationCore

extension MeditationViewModel {
  /// A session of `count` songs of 100 s each.
  convenience init(count: Int) {
    self.init(
      songs: (0..<count).map { SongViewModel(title: "Song \($0 + 1)", length: .seconds(100)) })
  }

  /// News of `kind` about the stretch that is playing now.
  @discardableResult func report(
    _ kind: EngineEvent.Kind, at position: Double = 0, elapsed: Double = 0
  ) -> Outcome {
    receive(
      EngineEvent(
        generation: score.generation, position: .seconds(position), elapsed: .seconds(elapsed),
        kind: kind))
  }

  /// Which songs are to sound, and from where.
  var sound: Sound {
    Sound(score.segment?.songID, from: score.start, then: score.next?.songID)
  }
}

/// Two songs by their ids, and where in the first one its generation began.
struct Sound: Equatable {
  var song: SongID?
  var start: Duration
  var next: SongID?

  init(_ song: SongID?, from start: Duration, then next: SongID?) {
    self.song = song
    self.start = start
    self.next = next
  }
}

extension SongMode {
  static let picked = picking(.selected)
  static let unpicked = picking(.unselected)
  static let playable = listening(.playable)
  static let playing = listening(.playing)
  static let hidden = listening(.hidden)
}
