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
  /// - Parameter wording: How the row is worded.
  public init(_ set: SetSummary, number: Int, now: Moment, wording: Wording) {
    self.number = number
    title = set.name.text
    message = set.contents(wording: wording)
    detail =
      set.lastSat.map {
        (wording.isAloud ? "last sat " : "sat ") + MomentText.phrase(of: $0, asOf: now)
      } ?? (wording.isAloud ? "never sat" : "")
    style = set.plan == nil ? .warning : .plain
  }
}
