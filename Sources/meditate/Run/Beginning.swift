import CommandLanguage
import Practice
import SessionControl

/// How a run begins.
enum Beginning {
  /// With the list of songs.
  case songs
  /// With the home screen; the music folder is read when the user opens the picker.
  case home
  /// With the session of what is picked.
  case start
  /// With the session of a set, whose plan these steps change for this time.
  case set(SongSet, changing: [PlanStep])
  /// With the last session, anew.
  case again
  /// With the sit that was left or interrupted.
  case resume

  /// Whether a session starts at once, and the program ends with it.
  var starts: Bool {
    switch self {
    case .songs, .home: false
    case .start, .set, .again, .resume: true
    }
  }

  /// What the terminal shows first.
  var screen: Screen {
    if case .home = self { .home } else { .songs }
  }
}
