/// The plausible range of a song's length.
enum SongLength {
  /// A longer one comes from a damaged header.
  static let longest = Duration.seconds(7 * 24 * 60 * 60)

  /// `claim` if it is plausible, otherwise `nil`.
  static func credible(_ claim: Duration?) -> Duration? {
    claim.flatMap { $0 > .zero && $0 <= longest ? $0 : nil }
  }
}
