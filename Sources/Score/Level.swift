/// Whether songs are brought to one loudness, -20 LUFS.
///
/// A song keeps the gain with which it began: a change applies to the next song that begins, and
/// after a jump.
public enum Level: String, CaseIterable, Hashable, Sendable {
  /// Each song has a gain of its own.
  case on
  /// Songs are as loud as they are: no sample changes.
  case off
  /// All songs of the list that are in one folder have one gain, so that they keep their differences.
  case album
}
