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

  /// The modes in one letter each: `p`icked, `u`npicked, `.` playable, `>` playing, `h`idden.
  var letters: String { modes.map(\.letter).joined() }
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
  var letter: String {
    switch self {
    case .picking(.selected): "p"
    case .picking(.unselected): "u"
    case .listening(.playable): "."
    case .listening(.playing): ">"
    case .listening(.hidden): "h"
    }
  }
}
