/// A run of song numbers as typed: `3`, `3-5`, or `7-` for "to the end of the list".
///
/// Numbers count from 1. Whether the list has such songs is for others to say.
public struct NumberRange: Equatable, Sendable {
  /// The first number.
  public var first: Int
  /// The last number; `nil` is the end of the list.
  public var last: Int?

  /// The numbers from `first` to `last`.
  public init(_ first: Int, through last: Int?) {
    self.first = first
    self.last = last
  }
}

/// Which songs a picking command is about.
public enum SongSelection: Equatable, Sendable {
  /// Every song of the list.
  case all
  /// These, in the order typed.
  case numbers([NumberRange])
}

/// Where to go within a song.
public enum SeekTarget: Equatable, Sendable {
  /// From the song's beginning: `seek 1:30`.
  case position(Duration)
  /// From here, forwards or backwards: `seek +10`, `seek -10`.
  case offset(Duration)
  /// A part of the song's length, 0 to 100: `seek 50%`.
  case percent(Int)
}

/// A change of loudness, in percent of full scale.
public enum VolumeChange: Equatable, Sendable {
  /// To this, 0 to 100.
  case level(Int)
  /// Up or down by this much, held within 0 to 100.
  case offset(Int)
}

/// One command, as understood; what it does is for others to say.
public enum Command: Equatable, Sendable {
  /// Numbers alone: toggles them while picking, jumps to the song while listening.
  case numbers([NumberRange])
  case pick(SongSelection)
  case unpick(SongSelection)
  /// Picks what is not picked, and the other way round.
  case invert
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
  case list
  case status
  case skipped
  /// Help on one command by its full name, or on all.
  case help(String?)
  case quit
}
