/// Something that happens at one session time.
public struct Cue: Hashable, Sendable {
  /// The kind of a cue.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A stroke that opens the session.
    case opening
    /// A stroke between opening and closing.
    case bell
    /// A stroke that closes the session.
    case closing
    /// The end of the session's length.
    case end
  }

  /// The kind.
  public var kind: Kind
  /// The number of the stroke among those of its kind, from 1; 0 for the end. The strokes of
  /// ``Bells/every(_:)`` and others are counted in the order of their times.
  public var stroke: Int
  /// The session time at which it happens.
  public var time: Duration

  /// Creates a cue.
  public init(_ kind: Kind, stroke: Int = 0, at time: Duration) {
    self.kind = kind
    self.stroke = stroke
    self.time = time
  }
}
