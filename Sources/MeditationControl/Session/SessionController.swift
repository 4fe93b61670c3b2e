import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText
import SystemPackage

/// Draws the seeds of shuffles and random bells that are given without one.
@MainActor package final class SeedSource {
  /// Scripts and tests replace it.
  package var draw: () -> Int = { Int.random(in: 1...999_999) }
}

/// Connects clients, session and engine.
///
/// It receives lines by ``submit(_:from:)`` and the engine's events by ``receive(_:)``, passes the
/// session's score to the engine, and sends ``SessionNews`` to all who ``observe(as:_:)``.
@MainActor package final class SessionController {
  package let session: MeditationViewModel
  package let files: SongFiles
  package let planFiles: PlanFiles
  package let current: SessionOrigin
  /// Knows the loudness of the songs, and measures it.
  package let loudness: Loudness
  package let seeds = SeedSource()
  /// Performs the commands about the practice; `nil` if nothing is kept.
  package private(set) var practice: PracticeController?

  /// How times are worded in lines that are read aloud, for all clients.
  package var times = Wording.Times.clock
  package let reader: FileReader

  /// Finds lengths that are not in the files; `nil` leaves them unknown.
  package var lengths: LengthScan?

  private let engine: any PlaybackEngine
  private let followers = Followers()
  package let speaker: GuideSpeaker
  private var subscriptions: [Subscription] = []

  /// Creates a controller whose `engine` plays the score of `session`. `paths` are the songs' files
  /// in the order of their ids; the engine identifies a song by its id.
  package init(
    session: MeditationViewModel, paths: [FilePath], skipped: [SkippedFile] = [],
    engine: any PlaybackEngine
  ) {
    (self.session, self.engine) = (session, engine)
    files = SongFiles(of: session, paths: paths, skipped: skipped, engine: engine)
    current = SessionOrigin(session)
    loudness = Loudness(of: session, files)
    reader = FileReader(of: files, followers: followers)
    planFiles = PlanFiles(of: session, files: files, engine: engine, followers: followers)
    speaker = GuideSpeaker(of: session, engine: engine, followers: followers)
    session.observeSettled { [weak self] in self?.follow($0) }.store(in: &subscriptions)
    session.observeSteps { [weak self] in self?.follow(step: $0) }.store(in: &subscriptions)
  }

  /// Keeps the practice with `services` from now on. Call it once, before the first line.
  package func keepPractice(with services: PracticeServices) {
    practice = PracticeController(
      services, session: session, current: current, files: files, planFiles: planFiles,
      speaker: speaker, seeds: seeds, followers: followers)
  }

  /// Uses `voice` for the guides of plans from now on.
  ///
  /// - Parameter onEarlyProgress: Called with the progress of the voice until there is a client.
  package func speakGuides(
    with voice: GuideVoice, isRendered: Bool,
    onEarlyProgress: @escaping (PracticeNews) -> Void = { _ in }
  ) {
    speaker.isRendered = isRendered
    followers.onEarlyNews = onEarlyProgress
    speaker.voice = voice
  }

  /// True if guides are printed only, because no speech program is installed.
  package var lacksSpeech: Bool { if case .missing = speaker.voice { true } else { false } }

  // MARK: - Input

  /// Performs one line, completely or not at all; an open form of the client takes it as an answer.
  /// All clients receive the changes before this returns, unless the reply is pending.
  package func submit(_ line: String, from client: Client) -> Reply {
    PerformedLine.reply(to: client) { reply(to: line, from: client) }
  }

  private func reply(to line: String, from client: Client) -> Reply {
    current.isSteered = true
    if let reply = client.answer(line) { return reply }
    do throws(LineError) {
      return perform(try CommandParser.parse(line, in: session.phase), from: client)
    } catch .missing(command: "pick", _) where client.screen == .home {
      return practice?.openPicker(for: client) ?? .page(.songs)
    } catch {
      if let sit = practice?.lengthAtHome(line, client) { return perform(sit, from: client) }
      return .notUnderstood(hinting(error, at: line))
    }
  }

  /// `error`, suggesting `sit` if the line names a set, and `find` if songs have its words.
  private func hinting(_ error: LineError, at line: String) -> LineError {
    guard case .unknownCommand(let word, let nearest) = error else { return error }
    if session.phase != .listening, let set = practice?.sets.name(typedAs: line) {
      return .unknownCommand(word, nearest: "sit \(set.text)")
    }
    let words = line.split(whereSeparator: \.isWhitespace)
    // A meaning of the whole line is better than a search for its words.
    let isKnown = nearest != nil && word == QuotedInput(words.joined(separator: " "))
    guard nearest == nil || words.count > 1 && !isKnown,
      case .find(let words)? = try? CommandParser.parse("find \(line)"),
      !files.songs(with: words).isEmpty
    else { return error }
    return .unknownCommand(word, nearest: "find \(QuotedInput(words.joined(separator: " ")).text)")
  }

  package func receive(_ event: EngineEvent) {
    practice?.sleep.look()
    session.receive(event)
    practice?.clocked.keepTime()
  }

  /// Reports that the music folder cannot be opened; it can be tried again.
  package func libraryFailed() { (files.awaitsLibrary, files.isReading) = (true, false) }

  /// Reports the progress of reading, with further files that were left out of the list.
  package func read(_ progress: ReadingProgress, skipped more: [SkippedFile]) {
    files.skipped += more
    followers.tell(.reading(progress))
  }

  /// Reports that the list is complete.
  package func finishReading() {
    files.isReading = false
    followers.tell(.reading(nil))
  }

  // MARK: - Followers

  /// Calls `handler` with all news, in its place, until the subscription ends or is released.
  package func observe(
    as place: FollowerPlace = .client, _ handler: @escaping (SessionNews) -> Void
  ) -> Subscription {
    followers.add(at: place, handler)
  }

  /// Sends what was queued before there was a client.
  package func tellQueuedNews() { followers.tellQueued() }

  /// The followers of a batch, in order. News that one of them sends arrives before the batch.
  private func follow(_ change: SessionChange) {
    // The engine knows new songs before a score names them.
    files.appendArrivals()
    current.follow(change)
    if case .length(let song, let length) = change.cause { engine.setLength(length, of: song) }
    lengths?.follow(change, in: session, files)
    // Another guide has other sentences.
    speaker.follow(change)
    if change.changed(\.score) { engine.follow(change.after.score.speaking(speaker.files)) }
    loudness.follow(change)
    // The journal is written before clients ask it for today's total.
    practice?.follow(change)
    followers.tell(.settled(change))
  }

  private func follow(step: SessionChange) {
    practice?.journal.record(step: step)
    followers.tell(.step(step))
  }

  // MARK: - Commands

  /// Performs `command` for `client`, which typed a line or a single key. All clients receive the
  /// changes before this returns, unless the reply is pending.
  package func perform(_ command: Command, from client: Client, byKey isKey: Bool = false) -> Reply
  {
    PerformedLine.reply(to: client, isKey: isKey) {
      do throws(CommandRefusal) {
        return try reply(to: command, from: client)
      } catch {
        return .refused(error)
      }
    }
  }

  private func reply(to command: Command, from client: Client) throws(CommandRefusal) -> Reply {
    if session.phase == .listening {
      current.isSteered = true
      // Nobody's line did it.
      if let latest = engine.latest { Author.$line.withValue(nil) { receive(latest) } }
    }
    if let reply = try practice?.fromHome(command, client) { return reply }
    return switch command {
    case .action(.undo): practice?.step(.undo) ?? Reply(session.perform(.undo), of: command)
    case .action(.redo): practice?.step(.redo) ?? Reply(session.perform(.redo), of: command)
    case .action(.back): practice?.back(for: client) ?? Reply(session.perform(.back), of: command)
    case .action(let action) where speaker.isAwaited(by: action):
      PendingReply.reply { [self] in
        await speaker.finish()
        return perform(command, from: client)
      }
    case .action(.start): Reply(practice?.clocked.start() ?? session.perform(.start), of: command)
    case .action(let action): Reply(session.perform(action), of: command)
    // A single number selects a song; several numbers toggle picks.
    case .numbers(let ranges):
      try select(.numbers(ranges), command, client) { $0.count == 1 ? .select($0[0]) : .invert($0) }
    case .pick(let songs): try select(songs, command, client) { .pick($0) }
    case .pickNext(let songs): try select(songs, command, client) { .pickNext($0) }
    case .add(let path, let next): try add(path, next: next, for: client)
    case .unpick(.rest) where session.phase == .picking: .refused(.session(.nothingPlaying))
    case .unpick(let songs): try select(songs, command, client) { .unpick($0) }
    case .move(let songs, let place):
      try select(songs, command, client) { .move($0, to: place) }
    case .invert: try select(.all, command, client) { .invert($0) }
    case .find(let words): try find(words, for: client)
    case .rescan: reader.rescan()
    case .shuffle: Reply(session.perform(.shuffle(seed: seeds.draw())), of: command)
    case .plan(let steps): try change(by: steps, command)
    case .practice(let command): practice?.perform(command, for: client) ?? .refused(.noPractice)
    case .show(.list(let scope)): .page(.list(try listing(of: scope, for: client)))
    case .show(.info(let number)): try info(on: number)
    case .show(.status): .page(.status)
    case .show(.skipped): .page(.skipped)
    case .show(.volume): .page(.volume)
    case .show(.level): .page(.level)
    case .show(.repeating): .page(.repeating)
    case .show(.plan): .page(.plan)
    case .show(.clause(let word)): .page(.clause(word))
    case .show(.left):
      session.phase == .listening ? .page(.left) : .refused(.session(.nothingPlaying))
    case .show(.clock(let face)): .page(.clock(face))
    case .show(.more): client.isInteractive ? .page(.more) : .refused(.nothingMore)
    case .show(.help(let name)): .page(.help(name))
    case .quit:
      session.refusal(of: .finish).flatMap { client.quitsProgram ? .refused(.session($0)) : nil }
        ?? .quit
    }
  }

  /// Changes the plan by all of `steps`, or not at all. The reply waits while files are read.
  private func change(by steps: [PlanStep], _ command: Command) throws(CommandRefusal) -> Reply {
    // Before a file is read.
    try check(.plan(steps.map(\.exampleChange)))
    let now = (practice?.services.clock ?? .system).now()
    let unread = steps.map { $0.change(at: now.timeOfDay, drawingSeed: seeds.draw) }
    return PendingReply.reply { [self] () async throws(CommandRefusal) in
      let changes = try await planFiles.resolved(unread) { use, reason throws(CommandRefusal) in
        throw use == .bell ? .bellUnreadable(reason: reason) : .fileUnreadable(reason: reason)
      }
      for change in changes {
        if let song = planFiles.pickedSong(servingAs: change) { throw .bellIsPicked(song + 1) }
      }
      practice?.clocked.note(steps, at: now)
      let reply = Reply(session.perform(.plan(changes)), of: command)
      if case .outcome = reply { planFiles.preview(changes) }
      return reply
    }
  }

  /// Performs `action` on the songs of `selection`, after naming them to all observers.
  private func select(
    _ selection: SongSelection, _ command: Command, _ client: Client, _ action: ([Int]) -> Action
  ) throws(CommandRefusal) -> Reply {
    let found = found(by: client)
    var songs = try SongResolver.indices(
      of: selection, count: session.songs.count, found: found?.indices,
      rest: session.songsToCome, isReading: files.isReading
    ) { files.songs(with: $0).map(\.index).sorted() }
    // Without numbers, only songs that can play next are meant.
    if case .pickNext(let named) = command, !named.isOfNumbers {
      let count = songs.count
      songs = songsThatCanPlayNext(songs)
      if songs.count < count { followers.tell(.leftInPlace(count - songs.count)) }
    }
    // A bell of the plan cannot be music, too.
    if let bell = planFiles.unpickedSong, songs.contains(bell) {
      if case .numbers(let ranges) = selection, ranges.contains(where: { $0.names(bell + 1) }) {
        throw .songIsBell(bell + 1)
      }
      songs.removeAll { $0 == bell }
    }
    followers.tell(.selecting(songs))
    let isNarrowed = selection == .all ? found?.words : nil
    let count = session.songs.count
    let reply = Reply(session.perform(action(songs)), of: command, among: isNarrowed)
    if files.isReading, case .outcome = reply, let line = command.lineForOthers(than: count) {
      client.lineForOthers = line
      followers.tell(.soFar(count, othersBy: line))
    }
    return reply
  }

  /// Adds the songs at `path` to the list, and picks them. After a session, returns to picking first.
  private func add(
    _ path: String, next playsNext: Bool, for client: Client
  ) throws(CommandRefusal) -> Reply {
    guard !playsNext || session.phase == .listening else { throw .session(.nothingPlaying) }
    try check(.pick([]))
    return PendingReply.reply { [self] () async throws(CommandRefusal) in
      let added = try await reader.add(path)
      let songs = SongSelection.numbers(added.map { NumberRange($0 + 1, through: $0 + 1) })
      try check(.pick([]))
      if session.phase == .finished { session.perform(.back) }
      return try playsNext
        ? select(songs, .pickNext(songs), client) { .pickNext($0) }
        : select(songs, .pick(songs), client) { .pick($0) }
    }
  }

  private func check(_ action: Action) throws(CommandRefusal) {
    if let refusal = session.refusal(of: action) { throw .session(refusal) }
  }

  /// Those of `songs` that have not begun; all if none is left: the session then gives the reason.
  private func songsThatCanPlayNext(_ songs: [Int]) -> [Int] {
    let toCome = Set(session.songsToCome)
    let left = songs.filter { !session.songs[$0].mode.isInSession || toCome.contains($0) }
    return left.isEmpty ? songs : left
  }

  // MARK: - The list

  /// The indices of the songs that the list shows to `client`: those found, in the order of the
  /// list, even if they are not in the session. Otherwise all songs while picking, and later those
  /// of the session in playing order.
  package func visibleSongs(for client: Client) -> [Int] {
    found(by: client)?.indices
      ?? (session.phase == .picking ? Array(session.songs.indices) : session.playOrder)
  }

  /// The words to which the list of `client` is narrowed, ready for display; `nil` if it is not.
  package func foundWords(by client: Client) -> String? { found(by: client)?.words }

  /// The result of `find` for `client`; `nil` if its list is not narrowed.
  func found(by client: Client) -> Client.Found? {
    guard var found = client.found, found.session == current.number else { return nil }
    guard found.searchedCount < session.songs.count else { return found }
    found.songs += files.songs(with: found.search, from: found.searchedCount)
    found.searchedCount = session.songs.count
    client.found = found
    return found
  }

  private func listing(
    of scope: ListScope, for client: Client
  ) throws(CommandRefusal) -> SongListing {
    switch scope {
    case .screenful: return currentListing(for: client)
    case .all: return SongListing(scope: .all, songs: Array(session.songs.indices))
    case .picked: return SongListing(scope: .picked, songs: session.playOrder)
    case .found:
      guard let found = found(by: client) else { throw .nothingFound(words: nil) }
      return SongListing(scope: .found, songs: visibleSongs(for: client), words: found.words)
    case .numbers(let ranges):
      let count = session.songs.count
      return SongListing(
        scope: .numbers,
        songs: try SongResolver.indices(of: ranges.map { $0.shortened(to: count) }, count: count))
    }
  }

  private func find(_ words: [String], for client: Client) throws(CommandRefusal) -> Reply {
    let before = client.found
    client.found = words.isEmpty ? nil : Client.Found(search: words, session: current.number)
    if let found = found(by: client), found.songs.isEmpty {
      client.found = before
      throw .nothingFound(words: found.words, isReading: files.isReading)
    }
    return .page(.list(currentListing(for: client)))
  }

  /// A screenful of the songs that the list shows to `client`, around the current one.
  package func currentListing(for client: Client) -> SongListing {
    let (all, screenful) = (visibleSongs(for: client), client.screenful())
    let place = session.state.current.flatMap(all.firstIndex) ?? 0
    // A third of the rows are before the current song.
    let start = max(0, min(place - screenful / 3, all.count - screenful))
    let shown = all[start..<min(start + screenful, all.count)]
    return SongListing(
      scope: .screenful, songs: Array(shown), before: start,
      after: all.count - shown.endIndex, words: found(by: client)?.words)
  }

  /// The answer to `info`; without a number, about the current song.
  private func info(on number: Int?) throws(CommandRefusal) -> Reply {
    guard let number = number ?? session.state.current.map({ $0 + 1 }) else {
      return .notUnderstood(.missing(command: "info", needs: "a song number, such as 'info 5'"))
    }
    let index = try SongResolver.indices(
      of: [NumberRange(number, through: number)], count: session.songs.count)[0]
    let (path, known) = (files.file(of: index), loudness.known(of: index))
    return .page(
      .info(
        SongInfo(
          session.songs[index], number: number, path: path,
          typedPath: path.map(files.base.typed), gain: known.gain, gainTag: known.tag,
          refusedGain: known.refusal)))
  }
}

extension SongSelection {
  fileprivate var isOfNumbers: Bool { if case .numbers = self { true } else { false } }

  /// True if more songs are meant as the list grows.
  fileprivate var grows: Bool {
    switch self {
    case .all, .found, .matching: true
    case .rest: false
    case .numbers(let ranges): ranges.contains { $0.last == nil }
    }
  }
}

extension Command {
  /// The line that does the same to songs that join a list of `count` songs; `nil` if none is meant.
  fileprivate func lineForOthers(than count: Int) -> String? {
    switch self {
    case .pick(.all): "all"
    case .pick(let songs) where songs.grows: "pick \(songs)"
    // Once more, it would unpick what it has picked.
    case .invert: "pick \(count + 1)-"
    default: nil
    }
  }
}

extension NumberRange {
  /// True if the user typed this number as an end of the range.
  fileprivate func names(_ number: Int) -> Bool { first == number || last == number }

  /// The range, cut at the end of a list of `count` songs if it begins within the list.
  fileprivate func shortened(to count: Int) -> NumberRange {
    guard let last, first <= count, last > count else { return self }
    return NumberRange(first, through: count)
  }
}
