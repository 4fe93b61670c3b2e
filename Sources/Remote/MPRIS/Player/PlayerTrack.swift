/// The current track.
struct PlayerTrack: Equatable, Sendable {
  /// The path where there is no track.
  ///
  /// Source: MPRIS 2.2, Metadata_Map: "The mpris:trackid attribute must always be present".
  static let none = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  /// Identifies the track; an object path.
  var path: String
  var title: String
  /// Empty if unknown.
  var artist = ""
  /// Empty if unknown.
  var album = ""
  /// The URL of the file; `nil` if it has none.
  var url: String?
  /// In microseconds; `nil` if unknown.
  var length: Int64?
}
