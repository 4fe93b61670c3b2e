public import MeditationCore
public import Score
import Text

/// A condition that a script expects the session to meet.
public enum Expectation: Equatable, Sendable {
  /// `expect phase listening`
  case phase(Phase)
  /// The state of each of these songs: `expect 2-4 playable`.
  case songs(SongSelection, ExpectedSong)
  /// `expect transport paused`
  case transport(ExpectedTransport)
  /// The position in the current song: `expect position 1:30`.
  case position(Duration)
  /// In percent, 0 to 100: `expect volume 80`.
  case volume(Int)
  /// `expect level on`
  case level(Level)
  /// The number of picked songs: `expect picked 3`.
  case picked(Int)
  /// The number of songs heard: `expect heard 2`.
  case heard(Int)
  /// The number of songs that `find` found: `expect found 4`.
  case found(Int)
  /// The session's songs in playing order: `expect order 3 1-2`.
  case order([NumberRange])
  /// `expect repeat on`
  case `repeat`(ExpectedSwitch)
  /// The session time, negative while settling: `expect elapsed 5:00`.
  case elapsed(Duration)
  /// The time left in the session: `expect left 15:00`.
  case left(Duration)
  /// The number of strokes so far, of every kind: `expect bells 2`.
  case bells(Int)
  /// `expect segment silence`
  case segment(ExpectedSegment)
  /// How the latest session ended: `expect end completed`.
  case end(SessionEnd)
  /// The refusal of the previous command: `expect refusal nothing-picked`.
  case refusal(Refusal.Word)
}

extension Expectation: CustomStringConvertible {
  /// The expectation as it is written after `expect`.
  public var description: String {
    switch self {
    case .phase(let phase): "phase \(phase.rawValue)"
    case .songs(let songs, let state): "\(songs) \(state.rawValue)"
    case .transport(let transport): "transport \(transport.rawValue)"
    case .position(let time): "position \(TimeText.exact(time))"
    case .volume(let percent): "volume \(percent)"
    case .level(let level): "level \(level.rawValue)"
    case .picked(let count): "picked \(count)"
    case .heard(let count): "heard \(count)"
    case .found(let count): "found \(count)"
    case .order(let ranges): "order \(SongSelection.numbers(ranges))"
    case .repeat(let state): "repeat \(state.rawValue)"
    case .elapsed(let time): "elapsed \(TimeText.exact(time))"
    case .left(let time): "left \(TimeText.exact(time))"
    case .bells(let count): "bells \(count)"
    case .segment(let segment): "segment \(segment.rawValue)"
    case .end(let end): "end \(end.rawValue)"
    case .refusal(let word): "refusal \(word.rawValue)"
    }
  }
}
