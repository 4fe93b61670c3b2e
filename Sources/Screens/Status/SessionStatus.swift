public import Score

/// The status of a session while listening.
public struct SessionStatus: Hashable, Sendable {
  /// Whether the current song plays.
  public var transport: Transport
  /// The current song's title; in a silence, `silence` or `settling`.
  public var title: String
  /// The position in the current song. In a silence, the session time; while settling, the time to
  /// go.
  public var position: Duration
  /// The current song's length or, in a silence, the session's; `nil` if unknown.
  public var length: Duration?
  /// The current song's waveform in equal steps, 0 to 255; empty until it is known.
  public var peaks: [UInt8]
  /// The current song's position in the session, from 1; `nil` in a silence.
  public var place: Int?
  /// The number of songs in the session.
  public var count: Int
  /// The time left in the session.
  public var left: TimeLeft
  /// The volume in percent, 0 to 100.
  public var volume: Int
  /// Whether songs that begin are brought to one loudness.
  public var level = Level.off
  /// Whether the current song began with another level.
  public var isLevelAhead = false
  /// The gain in dB that brings the current song to that loudness; `nil` where it has none.
  public var gain: Double?
  /// How much of the current song is measured before it begins, in percent; `nil` unless it waits
  /// for that.
  public var measured: Int?
  /// Whether the song is paused because the sound device was lost.
  public var isWithoutDevice = false
  /// Whether the first song follows the last.
  public var isRepeating = false
  /// The seed of a shuffled order; `nil` if it is not shuffled.
  public var seed: Int?
  /// How often the device ran out of sound, and for how long in all.
  public var underrunCount = 0
  public var underrunTime = Duration.zero
  /// What the status says about the plan; `nil` if that is empty.
  public var sit: SitStatus?

  /// Creates a status.
  public init(
    transport: Transport, title: String, position: Duration, length: Duration?, peaks: [UInt8],
    place: Int?, count: Int, left: TimeLeft, volume: Int, isWithoutDevice: Bool = false,
    isRepeating: Bool = false,
    seed: Int? = nil, sit: SitStatus? = nil
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
    self.sit = sit
  }
}

/// The time left in a session.
public struct TimeLeft: Hashable, Sendable {
  /// The total of the known lengths.
  public var known: Duration
  /// Whether there are also songs of unknown length.
  public var isMore: Bool

  /// Creates a time left.
  public init(known: Duration, isMore: Bool) {
    self.known = known
    self.isMore = isMore
  }
}
