import MeditationCore
import MeditationScreens

/// Lines that tests wait for, whatever their words are. The stored screens check the words.
enum Shown {
  /// The status before a song is picked.
  static let nothingPicked = PickedTotal().text()
}
