public import Score

/// What a view keeps in sight while a session is heard.
public struct SessionStatus: Hashable, Sendable {
  /// Whether the current song runs.
  public var transport: Transport
  /// The current song's title.
  public var title: String
  /// How far it has played.
  public var position: Duration
  /// Its length; `nil` where it is unknown.
  public var length: Duration?
  /// Its loudness from beginning to end in equal steps, 0 to 255; empty until it is known.
  public var peaks: [UInt8]
  /// The song's place in the session, from 1.
  public var place: Int
  /// Songs in the session.
  public var count: Int
  /// What is left of the session.
  public var left: TimeLeft
  /// Loudness in percent.
  public var volume: Int
  /// Whether the song is held because the sound device went away.
  public var isWithoutDevice = false
  /// Whether the first song follows the last.
  public var isRepeating = false
  /// The seed by which the order is shuffled, if it is.
  public var seed: Int?

  /// A status of these parts.
  public init(
    transport: Transport, title: String, position: Duration, length: Duration?, peaks: [UInt8],
    place: Int, count: Int, left: TimeLeft, volume: Int, isWithoutDevice: Bool = false,
    isRepeating: Bool = false,
    seed: Int? = nil
  ) {
    self.transport = transport
    self.title = title
    self.position = position
    self.length = length
    self.peaks = peaks
    self.place = place
    self.count = count
    self.left = left
    self.volume = volume
    self.isWithoutDevice = isWithoutDevice
    self.isRepeating = isRepeating
    self.seed = seed
  }
}

/// What is left of a session.
public struct TimeLeft: Hashable, Sendable {
  /// The time of the songs whose length is known.
  public var known: Duration
  /// Whether there are songs of unknown length, too.
  public var isMore: Bool

  /// The sum of known lengths, and whether there is more.
  public init(known: Duration, isMore: Bool) {
    self.known = known
    self.isMore = isMore
  }
}
