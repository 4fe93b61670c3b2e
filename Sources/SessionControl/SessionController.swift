import CommandLanguage
public import MeditationCore
import Platform
public import Playback
public import Score
public import SystemPackage
import Text

/// Connects clients, session and engine.
///
/// It receives lines by ``submit(_:from:)`` and the engine's events by ``receive(_:)``. It passes
/// the session's score to the engine, and ``Notice``s to all clients in the same order.
@MainActor public final class SessionController {
  /// The session.
  public let session: MeditationViewModel
  /// The files that were left out of the list.
  public private(set) var skipped: [SkippedFileRow]
  /// Draws the seed of a shuffle, or of random bells, without one.
  public var drawSeed: () -> Int = { Int.random(in: 1...999_999) }
  /// Where relative paths and `~` start: of bells, songs and sets.
  public var baseFolders = BaseFolders()

  /// The form of times in lines that are read aloud, for all clients.
  public var times = Wording.Times.clock

  /// Whether the paths of songs are those of files; not where songs are only declared.
  public var hasFiles = true

  /// What is known of the loudness of songs; `nil` if nothing measures them.
  public var levels: SongLevels?

  /// Reads the files of the list again, off the main actor; `nil` if it was not read from files that
  /// can be read again.
  public var readFiles: (@Sendable () async -> ReadFiles)?
  /// Whether files are being read that join the list.
  public var isReading = false

  /// The number of sessions started; a client's result of `find` is valid in one of them.
  private(set) var startCount = 0
  /// Updated on demand, because many sessions are never searched.
  var searchIndex: SearchIndex {
    takeInArrivals()
    searchable.add(given[searchable.count...])
    return searchable
  }

  /// What performs the commands about the practice; `nil` if nothing is kept.
  public private(set) var practice: PracticeDesk?
  /// Whether the music folder is in the list, or is being read.
  var libraryIsOpen = false
  /// The files of songs that joined the list with a set or a sit.
  var joinedPaths: Set<FilePath> = []

  /// The files of bells that were read, and of which only the beginning is heard.
  var cutBells: Set<String> = []
  /// Whether anybody typed a line, or steered a session that plays.
  private(set) var isTouched = false

  let engine: any PlaybackEngine
  private let notices = EventEmitter<Notice>()
  /// News that no client was there to hear.
  private var heldBack: [PracticeNews] = []
  private let selections = EventEmitter<[Int]>()
  /// The songs in the order of their ids and of `paths`.
  private var given: [SongViewModel]
  private var paths: [FilePath]
  /// Songs that are not in the session's list yet, with their files, in the order in which they
  /// join.
  private(set) var arriving: [(song: SongViewModel, path: FilePath)] = []
  private var searchable = SearchIndex()
  private var followed: Score
  private var subscription: Subscription?

  /// Creates a controller whose `engine` follows `session`. `paths` are the songs' files in the
  /// order of their ids; the engine identifies a song by its id.
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

  /// Keeps the practice with `services` from now on. Call it once, before the first line.
  public func keepPractice(with services: PracticeServices) {
    practice = PracticeDesk(services, controller: self)
  }

  // MARK: Input

  /// Performs one line, completely or not at all; a client's form takes it as an answer. Every
  /// client receives its notices before this returns.
  public func submit(_ line: String, from client: Client) -> Reply {
    isTouched = true
    if let reply = answer(line, from: client) { return reply }
    do throws(CommandError) {
      return perform(try CommandParser.parse(line, in: session.phase), from: client)
    } catch .missing(command: "pick", _) where client.screen == .home {
      return practice?.openPicker(for: client) ?? .page(.songs)
    } catch {
      if let sit = lengthAtHome(line, client) { return perform(sit, from: client) }
      return .notUnderstood(hinting(error, at: line))
    }
  }

  /// `error`, which suggests `find` if the line is not a command but some song has its words.
  private func hinting(_ error: CommandError, at line: String) -> CommandError {
    guard case .unknownCommand(let word, let nearest) = error,
      nearest == nil || line.split(whereSeparator: \.isWhitespace).count > 1,
      case .find(let words)? = try? CommandParser.parse("find \(line)"),
      !searchIndex.songs(with: words).isEmpty
    else { return error }
    return .unknownCommand(word, nearest: "find \(Echo(words.joined(separator: " ")).text)")
  }

  /// Handles an event of the engine.
  public func receive(_ event: EngineEvent) {
    practice?.hear(event.kind)
    session.receive(event)
  }

  /// Appends songs with their files to the list. Use this instead of
  /// `MeditationViewModel.append(_:)`, which knows no files. A client's result of `find` does not
  /// change.
  @discardableResult public func append(songs: [SongViewModel], paths: [FilePath]) -> Outcome {
    precondition(songs.count == paths.count, "each song has its path")
    arriving += zip(songs, paths).map { ($0, $1) }
    return session.append(songs)
  }

  /// Appends songs of a folder that is read, except those that joined the list with a set.
  public func appendNew(songs: [SongViewModel], paths: [FilePath]) {
    let new = zip(songs, paths).filter { !joinedPaths.contains($0.1) }
    append(songs: new.map(\.0), paths: new.map(\.1))
  }

  /// Says that the music folder cannot be opened; it can be tried again.
  public func libraryFailed() { (libraryIsOpen, isReading) = (false, false) }

  /// Reports the progress of reading, with further files that were left out of the list.
  public func read(_ progress: ReadingProgress, skipped more: [SkippedFileRow]) {
    skipped += more
    notices.emit(.reading(progress))
  }

  /// Reports that the list is complete.
  public func finishReading() {
    isReading = false
    notices.emit(.readingFinished)
  }

  /// Replaces the files that were left out of the list, after all were read again.
  func replaceSkipped(by rows: [SkippedFileRow]) { skipped = rows }

  // MARK: Output

  /// Calls `handler` with each notice until the subscription ends or is released.
  public func observe(_ handler: @escaping (Notice) -> Void) -> Subscription {
    notices.subscribe(handler)
  }

  /// Calls `handler` with the indices of the songs that a command is about to change, whichever
  /// client it is from, until the subscription ends or is released.
  public func observeSelections(_ handler: @escaping ([Int]) -> Void) -> Subscription {
    selections.subscribe(handler)
  }

  /// Tells all clients which songs a command is about to change.
  func announce(_ songs: [Int]) { selections.emit(songs) }

  /// The files of all songs, also of those that are not in the list yet.
  var knownPaths: [FilePath] {
    takeInArrivals()
    return paths + arriving.map(\.path)
  }

  /// The file of `song`, a current index in the list.
  public func path(of song: Int) -> FilePath {
    takeInArrivals()
    return paths[session.songs[song].id]
  }

  /// The absolute path of the file of `song`, a current index in the list, as text; `nil` if it has
  /// none.
  public func file(of song: Int) -> String? {
    guard hasFiles else { return nil }
    let path = path(of: song)
    return path.isEmpty ? nil : baseFolders.absolute(path).string
  }

  /// The URL of the file of `song`, a current index in the list; `nil` if it has none.
  public func url(of song: Int) -> String? {
    hasFiles ? PathName.url(of: baseFolders.absolute(path(of: song))) : nil
  }

  /// Notes that somebody steers the session.
  func touch() { isTouched = true }

  func songsByID(_ ids: [Int]) -> [SongViewModel] { ids.map { given[$0] } }

  /// Passes the songs that joined the list to the engine, in the order of their ids. A song that
  /// was appended to the session directly has no file; an engine that reads files reports that.
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
    measureAhead(change)
    practice?.follow(change)
    notices.emit(.settled(change))
  }

  /// Tells all clients a change of the practice; before there is one, holds it back.
  func tell(_ news: PracticeNews) {
    guard notices.subscriptionCount > 0 else { return heldBack.append(news) }
    notices.emit(.practice(news))
  }

  /// Tells all clients what was held back because there was none.
  public func tellHeldBack() {
    let news = heldBack
    heldBack = []
    for news in news { tell(news) }
  }

  private static func tracks(of songs: some Sequence<SongViewModel>, at paths: [FilePath])
    -> [Track]
  {
    zip(songs, paths).map { Track(path: $1, length: $0.length) }
  }
}
