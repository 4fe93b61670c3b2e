public import Practice

/// A saved set: its name, what it has, and when it was last sat.
public struct SetRow: Row, Equatable, Sendable {
  public let number: Int?
  /// The name.
  public let title: String
  /// Songs and length: "4 songs, 12:00, for 20m".
  public let message: String
  /// When it was last sat; empty if never.
  public let detail: String
  public let isEditable = true
  public let style: RowStyle

  /// Creates the row of `set`, which is `number` in its list, from 1.
  ///
  /// - Parameter inWords: Whether the row is read aloud.
  public init(_ set: SetSummary, number: Int, now: Moment, inWords: Bool) {
    self.number = number
    title = set.name.text
    message = set.contents(inWords: inWords)
    detail =
      set.lastSat.map {
        (inWords ? "last sat " : "sat ") + MomentText.phrase(of: $0, asOf: now)
      } ?? (inWords ? "never sat" : "")
    style = set.plan == nil ? .warning : .plain
  }
}
