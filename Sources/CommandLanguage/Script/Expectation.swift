public import MeditationCore
import Text

/// What a script expects of the session at this point.
public enum Expectation: Equatable, Sendable {
  /// `expect phase listening`
  case phase(Phase)
  /// Each of these songs is so: `expect 2-4 playable`.
  case songs(SongSelection, ExpectedSong)
  /// `expect transport paused`
  case transport(ExpectedTransport)
  /// The time within the current song: `expect position 1:30`.
  case position(Duration)
  /// In percent, 0 to 100: `expect volume 80`.
  case volume(Int)
  /// How many songs are picked: `expect picked 3`.
  case picked(Int)
  /// How many songs were heard: `expect heard 2`.
  case heard(Int)
  /// How many songs `find` left: `expect found 4`.
  case found(Int)
  /// The session's songs in the order in which they play: `expect order 3 1-2`.
  case order([NumberRange])
  /// `expect repeat on`
  case `repeat`(ExpectedSwitch)
  /// The command just before was refused for this reason: `expect refusal nothing-picked`.
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
    case .picked(let count): "picked \(count)"
    case .heard(let count): "heard \(count)"
    case .found(let count): "found \(count)"
    case .order(let ranges): "order \(SongSelection.numbers(ranges))"
    case .repeat(let state): "repeat \(state.rawValue)"
    case .refusal(let word): "refusal \(word.rawValue)"
    }
  }
}
