/// What a song's length can be.
enum SongLength {
  /// More than a week is a damaged header, not a song.
  static let longest = Duration.seconds(7 * 24 * 60 * 60)

  /// `claim`, where a song can be as long.
  static func credible(_ claim: Duration?) -> Duration? {
    claim.flatMap { $0 > .zero && $0 <= longest ? $0 : nil }
  }
}
