public import MeditationPlan
import MeditationText

/// A song of the list with its mode, which can be observed.
///
/// Only the session that owns the song changes it.
@MainActor public final class SongViewModel {
  /// The song's title, as given. Remove control characters from a tag before you pass it.
  public nonisolated let title: String
  /// A second line, such as the artist; may be empty.
  public nonisolated let subtitle: String
  /// The album; may be empty.
  public nonisolated let album: String
  /// The number of the disc in the album; `nil` if unknown.
  public nonisolated let disc: Int?
  /// The number of the song on its disc; `nil` if unknown.
  public nonisolated let track: Int?
  /// When it was released, in a form that sorts: `2019`, `2019-05-01`; may be empty.
  public nonisolated let date: String
  /// The song's folder or other origin; may be empty. The list can be sorted by it.
  package nonisolated let folder: String
  /// The sample rate and the channels stated by the file; `nil` if unknown.
  public nonisolated let format: SoundFormat?
  /// The container and the codec, for people; may be empty.
  package nonisolated let encoding: String
  /// The length as far as it is known, from 0 to 68 years; set by
  /// ``MeditationViewModel/setLength(_:of:)``.
  public private(set) var knownLength: SongLength
  /// The song's role in its session.
  public private(set) var mode: SongMode = .picking(.unselected)
  /// True if the song belongs to a session. It can belong to only one; when that is released, it is
  /// unpicked and can join another.
  public private(set) var belongsToSession = false

  /// The song's index in the list, from 0; sorting changes it.
  public internal(set) var index = 0
  /// Identifies the song within its session, and in a `Score`; 0 before the song joins one.
  public internal(set) var id: SongID = 0

  /// Why the song failed while playing; `nil` if it did not. Cleared when the song becomes current
  /// again, and for all songs when a session starts; `finish` and `back` keep it.
  public internal(set) var failure: String?

  // Created on demand: a list has many songs, and few are observed.
  private var modeChanges: EventEmitter<ModeChange>?
  private var failureChanges: EventEmitter<(old: String?, new: String?)>?
  private var lengthChanges: EventEmitter<SongLength>?

  /// Creates a song that is not picked.
  ///
  /// A `length` below 0 counts as 0, one above 68 years as 68 years.
  public init(
    title: String, subtitle: String = "", album: String = "", disc: Int? = nil,
    track: Int? = nil, date: String = "", length: SongLength, folder: String = "",
    format: SoundFormat? = nil, encoding: String = ""
  ) {
    self.title = title
    self.subtitle = subtitle
    self.album = album
    self.disc = disc
    self.track = track
    self.date = date
    self.folder = folder
    knownLength = length.mapped { $0.clamped() }
    self.format = format
    self.encoding = encoding
  }

  /// Creates a song that is not picked, of an exact length; `nil` is unknown.
  public convenience init(
    title: String, subtitle: String = "", album: String = "", disc: Int? = nil,
    track: Int? = nil, date: String = "", length: Duration? = nil, folder: String = "",
    format: SoundFormat? = nil, encoding: String = ""
  ) {
    self.init(
      title: title, subtitle: subtitle, album: album, disc: disc, track: track, date: date,
      length: SongLength(length), folder: folder, format: format, encoding: encoding)
  }

  /// The exact length; `nil` if it is unknown, or only estimated.
  public var length: Duration? { knownLength.exact }

  /// The length as text: `5:30`, `~5:30` if it is an estimate, or `–:––` if unknown.
  package var timeText: String { knownLength.text(.screen) ?? TimeText.unknown }

  /// Calls `handler` for each change of the mode, until the subscription ends. If `initial` is
  /// `true`, it is also called before this returns, with the present mode as both.
  public func observeMode(
    initial: Bool = false, _ handler: @escaping (ModeChange) -> Void
  ) -> Subscription {
    let subscription = Self.created(&modeChanges).subscribe(handler)
    if initial { handler(ModeChange(song: index, from: mode, to: mode)) }
    return subscription
  }

  /// Calls `handler` with the old and the new value of ``failure`` after each batch that changes it,
  /// until the subscription ends. If `initial` is `true`, it is also called before this returns,
  /// with the present value as both.
  public func observeFailure(
    initial: Bool = false, _ handler: @escaping (_ old: String?, _ new: String?) -> Void
  ) -> Subscription {
    let subscription = Self.created(&failureChanges).subscribe { handler($0.old, $0.new) }
    if initial { handler(failure, failure) }
    return subscription
  }

  /// Calls `handler` with each changed ``knownLength`` until the subscription ends.
  public func observeLength(_ handler: @escaping (SongLength) -> Void) -> Subscription {
    Self.created(&lengthChanges).subscribe(handler)
  }

  private static func created<Value>(_ emitter: inout EventEmitter<Value>?) -> EventEmitter<Value> {
    let created = emitter ?? EventEmitter()
    emitter = created
    return created
  }

  package var observerCount: Int { modeChanges?.subscriptionCount ?? 0 }

  /// Changes the mode without emitting the change; `nil` if it is the same.
  func change(to new: SongMode) -> ModeChange? {
    guard new != mode else { return nil }
    defer { mode = new }
    return ModeChange(song: index, from: mode, to: new)
  }

  /// Emits `change` to the present observers of the mode; `nil` if there never were any.
  func emission(of change: ModeChange) -> (() -> Void)? { modeChanges?.emission(of: change) }

  /// Emits the failure to its present observers, unless it still is `old`.
  func emission(ofFailureInsteadOf old: String?) -> (() -> Void)? {
    failure == old ? nil : failureChanges?.emission(of: (old, failure))
  }

  func setLength(_ length: Duration) { knownLength = .exact(length.clamped()) }

  func emitLength() { lengthChanges?.emit(knownLength) }

  /// Makes the songs part of a session. A shared song would have two indices and two modes.
  ///
  /// - Returns: The first that belongs to a session already; then none joins.
  static func join(_ songs: [SongViewModel]) -> SongViewModel? {
    for (count, song) in songs.enumerated() {
      guard !song.belongsToSession else {
        for song in songs.prefix(count) { song.belongsToSession = false }
        return song
      }
      song.belongsToSession = true
    }
    return nil
  }

  /// Resets the songs of a released session, so that they can join another.
  static func leave(_ songs: [SongViewModel]) {
    let changes = songs.compactMap { song in
      song.change(to: .picking(.unselected)).map { (song: song, change: $0) }
    }
    let failed = songs.compactMap { song in song.failure.map { (song: song, reason: $0) } }
    for song in songs {
      (song.failure, song.belongsToSession) = (nil, false)
      (song.index, song.id) = (0, 0)
    }
    let emissions =
      changes.compactMap { $0.song.emission(of: $0.change) }
      + failed.compactMap { $0.song.emission(ofFailureInsteadOf: $0.reason) }
    for emit in emissions { emit() }
  }
}

extension SongViewModel: @MainActor Identifiable {}
