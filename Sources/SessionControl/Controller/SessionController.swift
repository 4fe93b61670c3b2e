import CommandLanguage
public import MeditationCore
public import Playback
public import Score
public import SystemPackage
import Text

/// The one road between clients, session and engine.
///
/// Lines come in by ``submit(_:from:)``, the engine's events by ``receive(_:)``; the session's score
/// goes down to the engine, and ``Notice``s go out to all clients, in one order.
@MainActor public final class SessionController {
  /// The session.
  public let session: MeditationViewModel
  /// The files that were left out of the list.
  public private(set) var skipped: [SkippedFileRow]
  /// Draws the seed of a shuffle for which none is given.
  public var drawSeed: () -> Int = { Int.random(in: 1...999_999) }

  /// Counts the sessions that began: what a client found is of one of them.
  private(set) var startCount = 0
  /// Made, and brought up to date, when it is asked for: not every session is searched.
  var searchIndex: SearchIndex {
    takeInArrivals()
    searchable.add(given[searchable.count...])
    return searchable
  }

  private let engine: any PlaybackEngine
  private let notices = EventEmitter<Notice>()
  /// The songs in the order in which they were given, which is that of their ids and of `paths`.
  private var given: [SongViewModel]
  private var paths: [FilePath]
  /// Songs with their files that are not in the session's list yet, in the order in which they join.
  private var arriving: [(song: SongViewModel, path: FilePath)] = []
  private var searchable = SearchIndex()
  private var followed: Score
  private var subscription: Subscription?

  /// Lets `engine` follow `session`, whose songs are to be read from `paths`, one for each, in the
  /// order in which the session was given them. The engine knows a song by its id.
  public init(
    session: MeditationViewModel, paths: [FilePath], skipped: [SkippedFileRow] = [],
    engine: any PlaybackEngine
  ) {
    precondition(session.songs.count == paths.count, "each song has its path")
    self.session = session
    self.paths = paths
    self.skipped = skipped
    given = session.songs.sorted { $0.id < $1.id }
    self.engine = engine
    followed = session.score
    engine.append(Self.tracks(of: given, at: paths))
    subscription = session.observeSettled { [weak self] in self?.follow($0) }
  }

  // MARK: What comes in

  /// Performs one line, whole or not at all. Every client hears of what it changes before this
  /// returns.
  public func submit(_ line: String, from client: Client) -> Reply {
    do throws(CommandError) {
      return perform(try CommandParser.parse(line, in: session.phase), from: client)
    } catch {
      return .notUnderstood(hinting(error, at: line))
    }
  }

  /// `error`; where the line is no command but some song has its words, with what finds it.
  private func hinting(_ error: CommandError, at line: String) -> CommandError {
    guard case .unknownCommand(let word, nil) = error,
      case .find(let words)? = try? CommandParser.parse("find \(line)"),
      !searchIndex.songs(with: words).isEmpty
    else { return error }
    return .unknownCommand(word, nearest: "find \(Echo(words.joined(separator: " ")).text)")
  }

  /// Takes an event of the engine.
  public func receive(_ event: EngineEvent) { session.receive(event) }

  /// Adds songs at the end of the list, to be read from `paths`, one for each, as
  /// `MeditationViewModel.append(_:)` does, which is for songs without a file. What a client found in the list stays as it is.
  @discardableResult public func append(songs: [SongViewModel], paths: [FilePath]) -> Outcome {
    precondition(songs.count == paths.count, "each song has its path")
    arriving += zip(songs, paths).map { ($0, $1) }
    return session.append(songs)
  }

  /// Takes how far the list has been read, with more files that were left out of it.
  public func read(_ progress: ReadingProgress, skipped more: [SkippedFileRow]) {
    skipped += more
    notices.emit(.reading(progress))
  }

  /// Takes note that the list is complete.
  public func finishReading() { notices.emit(.readingFinished) }

  // MARK: What goes out

  /// Calls `handler` with each notice from now on, until the subscription ends or is released.
  public func observe(_ handler: @escaping (Notice) -> Void) -> Subscription {
    notices.subscribe(handler)
  }

  /// The file of `song`, an index in the list as it stands now.
  public func path(of song: Int) -> FilePath {
    takeInArrivals()
    return paths[session.songs[song].id]
  }

  func songsByID(_ ids: [Int]) -> [SongViewModel] { ids.map { given[$0] } }

  /// Hands the songs that joined the list to the engine, in the order of their ids. A song that a
  /// client appended to the session itself has no file: an engine that reads files reports that.
  private func takeInArrivals() {
    guard given.count < session.songs.count else { return }
    let songs = session.songs[given.count...]
    var waiting = arriving[...]
    let joined = songs.map { song in
      guard let next = waiting.first, next.song === song else { return FilePath() }
      waiting.removeFirst()
      return next.path
    }
    arriving = Array(waiting)
    engine.append(Self.tracks(of: songs, at: joined))
    given += songs
    paths += joined
  }

  private func follow(_ change: SessionChange) {
    takeInArrivals()
    if change.before.phase != .listening, change.after.phase == .listening { startCount += 1 }
    let score = change.after.score
    if score != followed {
      followed = score
      engine.follow(score)
    }
    notices.emit(.settled(change))
  }

  private static func tracks(of songs: some Sequence<SongViewModel>, at paths: [FilePath])
    -> [Track]
  {
    zip(songs, paths).map { Track(path: $1, length: $0.length) }
  }
}
