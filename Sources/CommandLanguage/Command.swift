/// One command, as understood; what it does is for others to say.
public enum Command: Equatable, Sendable {
  /// Numbers alone: toggles them while picking, jumps to the song while listening.
  case numbers([NumberRange])
  case pick(SongSelection)
  case unpick(SongSelection)
  /// Picks what is not picked, and the other way round.
  case invert
  /// Narrows the list to the songs that have all these words; none shows all again.
  case find([String])
  case sort(SortKey)
  /// `nil` leaves the seed to chance.
  case shuffle(seed: Int?)
  /// Lets a song, by its number, play as the one at this place, from 1.
  case move(song: Int, to: Int)
  case undo
  case start
  case play
  case pause
  case toggle
  case next
  case previous
  case seek(SeekTarget)
  /// `nil` asks for the volume as it is.
  case volume(VolumeChange?)
  case back
  case finish
  case `repeat`(Bool)
  case list(ListScope)
  case status
  case skipped
  /// Help on one command by its full name, or on all.
  case help(String?)
  case quit
}

extension Command: CustomStringConvertible {
  /// A line that the parser understands as this command, spelled in full.
  public var description: String {
    switch self {
    case .numbers(let ranges): SongSelection.numbers(ranges).description
    case .pick(let selection): "pick \(selection)"
    case .unpick(let selection): "unpick \(selection)"
    case .invert: "invert"
    case .find(let words): (["find"] + words).joined(separator: " ")
    case .sort(let key): "sort \(key.rawValue)"
    case .shuffle(.none): "shuffle"
    case .shuffle(.some(let seed)): "shuffle \(seed)"
    case .move(let song, let place): "move \(song) to \(place)"
    case .undo: "undo"
    case .start: "start"
    case .play: "play"
    case .pause: "pause"
    case .toggle: "toggle"
    case .next: "next"
    case .previous: "previous"
    case .seek(let target): "seek \(target)"
    case .volume(.none): "volume"
    case .volume(.some(let change)): "volume \(change)"
    case .back: "back"
    case .finish: "finish"
    case .repeat(let repeats): repeats ? "repeat on" : "repeat off"
    case .list(.screenful): "list"
    case .list(let scope): "list \(scope)"
    case .status: "status"
    case .skipped: "skipped"
    case .help(.none): "help"
    case .help(.some(let topic)): "help \(topic)"
    case .quit: "quit"
    }
  }
}
