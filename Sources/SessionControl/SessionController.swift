public import CommandLanguage
public import MeditationCore
public import Playback
public import SystemPackage

/// Ties a session to an engine: commands go down to the session, its intent to the engine, and
/// the engine's news back up.
@MainActor public final class SessionController {
  /// The session.
  public let session: MeditationViewModel

  /// Says how many songs `list` shows at once; at least 1.
  public var screenful: () -> Int = { 20 }
  /// Draws the seed of a shuffle for which none is given.
  public var drawSeed: () -> Int = { Int.random(in: 1...999_999) }

  /// What `find` left of the list; `nil` where it is not narrowed.
  var found: Found?
  /// Made, and brought up to date, when it is asked for: not every session is searched.
  var searchIndex: SearchIndex {
    searchable.add(given[searchable.count..<session.songs.count])
    return searchable
  }

  private let engine: any PlaybackEngine
  /// The songs in the order in which they were given, which is that of their ids and of `paths`.
  private var given: [SongViewModel]
  private var paths: [FilePath]
  private var searchable = SearchIndex()
  private var followed: Intent
  private var subscription: Subscription?

  /// Lets `engine` follow `session`, whose songs are to be read from `paths`, one for each, in the
  /// order in which the session was given them. The engine knows a song by its id.
  public init(session: MeditationViewModel, paths: [FilePath], engine: any PlaybackEngine) {
    precondition(session.songs.count == paths.count, "each song has its path")
    self.session = session
    self.paths = paths
    given = session.songs.sorted { $0.id < $1.id }
    self.engine = engine
    followed = session.intent
    subscription = session.observeSettled { [weak self] in self?.follow($0) }
  }

  /// The file of `song`, an index in the list as it stands now.
  public func path(of song: Int) -> FilePath { paths[session.songs[song].id] }

  /// Adds songs at the end of the list, to be read from `paths`, one for each, as
  /// `MeditationViewModel.append(_:)` does. What `find` left of the list stays as it is.
  @discardableResult public func append(songs: [SongViewModel], paths: [FilePath]) -> Outcome {
    precondition(songs.count == paths.count, "each song has its path")
    given += songs
    self.paths += paths
    return session.append(songs)
  }

  /// Does what `command` asks for, or says what else is to be done.
  public func perform(_ command: Command) -> Reply {
    switch command {
    case .numbers(let ranges): resolving(.numbers(ranges)) { numbersAlone($0) }
    case .pick(let songs): resolving(songs) { session.perform(.pick($0)) }
    case .unpick(let songs): resolving(songs) { session.perform(.unpick($0)) }
    case .invert: .outcome(session.perform(.invert(Array(session.songs.indices))))
    case .find(let words): find(words)
    case .sort(let key): .outcome(session.perform(.sort(SongSort(key))))
    case .shuffle(let seed): .outcome(session.perform(.shuffle(seed: seed ?? drawSeed())))
    case .move(let song, let place):
      .outcome(session.perform(.move(song - 1, to: place - 1)))
    case .undo: .outcome(session.perform(.undo))
    case .start: .outcome(session.perform(.start))
    case .play: .outcome(session.perform(.play))
    case .pause: .outcome(session.perform(.pause))
    case .toggle: .outcome(session.perform(.toggle))
    case .next: .outcome(session.perform(.next))
    case .previous: .outcome(session.perform(.previous))
    case .seek(let target): .outcome(session.perform(.seek(Action.Seek(target))))
    case .volume(nil): .page(.volume)
    case .volume(.level(let percent)?): .outcome(session.perform(.volume(percent)))
    case .volume(.offset(let change)?):
      .outcome(session.perform(.volume(session.volume.addingClamped(change))))
    case .back: .outcome(session.perform(.back))
    case .finish: .outcome(session.perform(.finish))
    case .repeat(let repeats): .outcome(session.perform(.repeat(repeats)))
    case .list(let scope): listing(of: scope)
    case .status: .page(.status)
    case .skipped: .page(.skipped)
    case .help(let name): .page(.help(name))
    case .quit: .quit
    }
  }

  /// Takes news from the engine.
  public func receive(_ event: PlaybackEvent) {
    EngineEvent(event).map { _ = session.receive($0) }
    // Unlike a lost device, a file that cannot be written never comes back.
    if case .outputFailed = event.kind { _ = session.perform(.finish) }
  }

  private func follow(_ settlement: Settlement) {
    let (before, after) = (settlement.before, settlement.after)
    // A session is seen whole when it starts: what was looked for is picked.
    if before.phase != .listening, after.phase == .listening { found = nil }
    let intent = after.intent
    guard intent != followed else { return }
    followed = intent
    engine.follow(PlaybackIntent(intent) { Track(song: songID($0), path: paths[songID($0)]) })
  }

  private func songID(_ index: Int) -> Int { session.songs[index].id }

  func songsByID(_ ids: [Int]) -> [SongViewModel] { ids.map { given[$0] } }

  /// A number alone is a song's row; several are a change of the selection.
  private func numbersAlone(_ songs: [Int]) -> Outcome {
    session.perform(songs.count == 1 ? .select(songs[0]) : .invert(songs))
  }

  private func songIndices(of selection: SongSelection) -> Result<[Int], Refusal> {
    SongNumbers.indices(
      of: selection, count: session.songs.count, found: found.map { _ in visibleSongs })
  }

  private func resolving(_ selection: SongSelection, _ perform: ([Int]) -> Outcome) -> Reply {
    switch songIndices(of: selection) {
    case .success(let songs): .outcome(perform(songs))
    case .failure(let refusal): .outcome(.refused(refusal))
    }
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
