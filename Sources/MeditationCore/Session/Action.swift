/// What a user does. Songs are named by their index in the list, from 0.
public enum Action: Hashable, Sendable {
  /// A song's number alone: toggles it while picking; makes it the current song while listening.
  case select(Int)
  /// Makes songs part of the session to come.
  case pick([Int])
  /// Takes songs out of the session to come.
  case unpick([Int])
  /// Picks those that are not picked, and the other way round; naming a song twice is once.
  case invert([Int])
  /// Sorts the list while picking; the session then plays as the list stands.
  case sort(SongSort)
  /// While picking: lets the session play in the order of this seed.
  case shuffle(seed: Int)
  /// Moves a song of the session to this place in its order, from 0; while listening, a song still
  /// to come, to a place still to come.
  case move(song: Int, toPlace: Int)
  /// While picking: takes back the last change of the selection or of an order.
  case undo
  /// From picking to listening; from finished, the same session again.
  case start
  /// Resumes the current song.
  case play
  /// Pauses the current song.
  case pause
  /// Pauses the current song, or resumes it.
  case toggle
  /// Goes on to the next song; after the last one, ends the session.
  case next
  /// Goes back to the previous song. More than 3 seconds into a song, or on the first, restarts it.
  case previous
  /// Goes to a place within the current song.
  case seek(Seek)
  /// Returns to picking, with the selection as it was.
  case back
  /// Ends the session.
  case finish
  /// Whether the first song follows the last, and the last precedes the first; in any phase.
  case `repeat`(Bool)
  /// Sets or changes the volume; in any phase.
  case volume(VolumeChange)

  /// Where to go within the current song.
  public enum Seek: Hashable, Sendable {
    /// From its beginning.
    case to(Duration)
    /// From the present position, forwards or backwards.
    case by(Duration)
    /// A part of its length in percent, where the length is known.
    case percent(Int)
  }

  /// A change of the volume in percent. The result is clamped to 0…100.
  public enum VolumeChange: Hashable, Sendable {
    /// To this.
    case level(Int)
    /// Up or down by this much.
    case offset(Int)
  }
}
