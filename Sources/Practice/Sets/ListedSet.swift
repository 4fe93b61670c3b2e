/// What a list shows of a set. A set of 100,000 songs is listed without reading their names.
public struct ListedSet: Hashable, Sendable {
  public var name: SetName
  /// Missing songs included.
  public private(set) var songCount = 0
  /// The total of the known lengths.
  public private(set) var length = Duration.zero
  /// Whether there are songs of unknown length.
  public private(set) var isLonger = false
  /// The plan as in ``SongSet/plan``.
  public internal(set) var plan = ""

  init(name: SetName) { self.name = name }

  /// Creates what a list shows of `set`.
  public init(_ set: SongSet) {
    name = set.name
    plan = set.plan
    for song in set.songs { add(length: song.length) }
  }

  /// Counts a song, whose length may be unknown.
  mutating func add(length: Duration?) {
    songCount += 1
    if let length { self.length += length } else { isLonger = true }
  }
}
