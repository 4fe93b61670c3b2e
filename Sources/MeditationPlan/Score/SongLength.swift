import MeditationText

/// A song's length, as far as it is known. An estimate is only displayed: when a fade begins and
/// when the session is over depend on exact lengths alone.
public enum SongLength: Hashable, Sendable {
  /// Read from a header that counts frames, or counted in the file.
  case exact(Duration)
  /// A guess, such as the size of the file by the bit rate of its beginning.
  case estimated(Duration)
  /// Nothing says how long the song is.
  case unknown

  /// `length` as an exact one; `nil` is unknown.
  public init(_ length: Duration?) { self = length.map(Self.exact) ?? .unknown }

  /// The length if it is exact.
  public var exact: Duration? { if case .exact(let length) = self { length } else { nil } }

  /// The length if it is a guess.
  public var estimate: Duration? { if case .estimated(let length) = self { length } else { nil } }

  /// With `transform` applied to the length; unknown where that returns `nil`.
  public func mapped(_ transform: (Duration) -> Duration?) -> SongLength {
    switch self {
    case .exact(let length): transform(length).map(Self.exact) ?? .unknown
    case .estimated(let length): transform(length).map(Self.estimated) ?? .unknown
    case .unknown: .unknown
    }
  }
}

extension SongLength {
  /// The length in whole seconds: `3:05`, `~3:05`, "about 3 minutes 5 seconds"; `nil` if unknown.
  package func text(_ wording: Wording) -> String? {
    switch self {
    case .exact(let length): length.text(wording)
    case .estimated(let length): (wording.isAloud ? "about " : "~") + length.text(wording)
    case .unknown: nil
    }
  }
}
