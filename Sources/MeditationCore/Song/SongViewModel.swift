import Text

/// One row of the list: a song with its mode, which tells its handlers each change.
///
/// Only the session that owns the song changes it.
@MainActor public final class SongViewModel {
  /// The song's title, fit to be shown as it is.
  public let title: String
  /// The artist or whatever else tells the song from others; may be empty.
  public let subtitle: String
  /// The folder or whatever else the song comes from; may be empty.
  public let folder: String
  /// The song's length, as its file claims it; `nil` where it is unknown.
  public let length: Duration?
  /// What the song is to its session.
  public private(set) var mode: SongMode = .picking(.unselected)
  /// Why the song could not be played to its end; `nil` once it is the current song again.
  public internal(set) var failure: String?

  /// Where the song stands in its session's list, from 0; the session sets it.
  public internal(set) var index = 0
  /// Where the song stood when its session was made, from 0: names the song whatever becomes of
  /// the list's order.
  public internal(set) var id = 0

  private let modeChanges = EventEmitter<ModeChange>()

  /// A song that is not picked.
  public init(
    title: String, subtitle: String = "", length: Duration? = nil, folder: String = ""
  ) {
    self.title = title
    self.subtitle = subtitle
    self.folder = folder
    self.length = length
  }

  /// The length as a player shows it: `5:30`, or `–:––` where it is unknown.
  public var timeText: String { length?.timeText ?? TimeText.unknown }

  /// Calls `handler` once for each change of the mode, until the subscription ends.
  public func observeMode(_ handler: @escaping (ModeChange) -> Void) -> Subscription {
    modeChanges.subscribe(handler)
  }

  /// How many handlers observe the mode.
  package var observerCount: Int { modeChanges.subscriptionCount }

  /// Changes the mode without a word; `nil` where it is so already.
  func change(to new: SongMode) -> ModeChange? {
    guard new != mode else { return nil }
    defer { mode = new }
    return ModeChange(song: index, from: mode, to: new)
  }

  /// Tells the handlers a change that was made.
  func announce(_ change: ModeChange) { modeChanges.emit(change) }
}
