import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationText
import SystemPackage

/// Draws the seeds of shuffles and of random bells that are given none.
@MainActor package final class SeedSource {
  /// Scripts and tests draw seeds that they know.
  package var draw: () -> Int = { Int.random(in: 1...999_999) }
}

/// The files of a list, as they are now.
package struct ReadFiles: Sendable {
  /// The files that can be played, in the order in which they are found.
  package var paths: [FilePath]
  /// The files that were left out, and notes.
  package var skipped: [SkippedFileRow]
  /// Makes the song of the file at an index of `paths`.
  package var song: @MainActor @Sendable (_ index: Int) -> SongViewModel

  package init(
    paths: [FilePath], skipped: [SkippedFileRow],
    song: @escaping @MainActor @Sendable (_ index: Int) -> SongViewModel
  ) {
    self.paths = paths
    self.skipped = skipped
    self.song = song
  }
}

/// Connects clients, session and engine.
///
/// It receives lines by ``submit(_:from:)`` and the engine's events by ``receive(_:)``, passes the
/// session's score to the engine, and tells all who ``observe(as:_:)`` the ``SessionNews``.
@MainActor package final class SessionController {
  package let session: MeditationViewModel
  /// The files of the songs.
  package let files: SongFiles
  /// The files of the plan.
  package let planFiles: PlanFiles
  package let seeds = SeedSource()
  /// The files that were left out of the list.
  package private(set) var skipped: [SkippedFileRow]
  /// What performs the commands about the practice; `nil` if nothing is kept.
  package private(set) var practice: PracticeController?

  /// True if the session is locked: nothing that a person or a program asks for stops or moves it, or
  /// changes when it ends and what it plays. A lock ends with its session.
  package private(set) var isLocked = false

  /// The form of times in lines that are read aloud, for all clients.
  package var times = Wording.Times.clock
  /// What is known of the loudness of songs; `nil` if nothing measures them.
  package var levels: SongLevels?
  /// Reads the files of the list again, off the main actor; `nil` if it was not read from files that
  /// can be read again.
  package var readFiles: (@Sendable () async -> ReadFiles)?

  /// Finds lengths that files do not say; `nil` leaves them unknown.
  package var lengths: LengthScan?

  private let engine: any PlaybackEngine
  private let followers = Followers()
  /// The number of sessions started; a client's result of `find` is valid in one of them.
  private var startCount = 0
  private var ringOut = RingOut()
  private let engineFollower: EngineFollower
  let speaker: GuideSpeaker
  private var subscriptions: [Subscription] = []

  /// Creates a controller whose `engine` plays the score of `session`. `paths` are the songs' files
  /// in the order of their ids; the engine identifies a song by its id.
  package init(
    session: MeditationViewModel, paths: [FilePath], skipped: [SkippedFileRow] = [],
    engine: any PlaybackEngine
  ) {
    (self.session, self.skipped, self.engine) = (session, skipped, engine)
    files = SongFiles(of: session, paths: paths, engine: engine)
    planFiles = PlanFiles(of: session, files: files, engine: engine, followers: followers)
    let engineFollower = EngineFollower(of: session, engine: engine)
    self.engineFollower = engineFollower
    speaker = GuideSpeaker(of: session, engine: engine, followers: followers) {
      engineFollower.speak($0)
    }
    session.observeSettled { [weak self] in self?.follow($0) }.store(in: &subscriptions)
    session.observeSteps { [weak self] in self?.follow(step: $0) }.store(in: &subscriptions)
  }

  /// Keeps the practice with `services` from now on. Call it once, before the first line.
  package func keepPractice(with services: PracticeServices) {
    practice = PracticeController(
      services, session: session, files: files, planFiles: planFiles, speaker: speaker,
      seeds: seeds, followers: followers)
  }

  /// Has `voice` speak the guides of plans from now on.
  ///
  /// - Parameters:
  ///   - isRendered: True if the session is written to a file, as fast as possible.
  ///   - onEarlyProgress: Called with what a session waits for before there is a client.
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

  /// Ends the program that speaks, and waits until it is gone.
  package func stopSpeaking() async { await speaker.stop() }

  /// The same where a session may wait for it, which then never begins: the program is about to exit.
  package func abandonSpeaking() async { await speaker.abandon() }

  // MARK: - Input

  /// Performs one line, completely or not at all; a client's form takes it as an answer. Every
  /// client hears of what it changes before this returns.
  package func submit(_ line: String, from client: Client) -> Reply {
    practice?.journal.touch()
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

  /// `error`, which suggests `sit` if the line is not a command but the name of a set, and `find` if some
  /// song has its words.
  private func hinting(_ error: LineError, at line: String) -> LineError {
    guard case .unknownCommand(let word, let nearest) = error else { return error }
    if session.phase != .listening, let set = practice?.sets.name(typedAs: line) {
      return .unknownCommand(word, nearest: "sit \(set.text)")
    }
    guard nearest == nil || line.split(whereSeparator: \.isWhitespace).count > 1,
      case .find(let words)? = try? CommandParser.parse("find \(line)"),
      !files.songs(with: words).isEmpty
    else { return error }
    return .unknownCommand(word, nearest: "find \(QuotedInput(words.joined(separator: " ")).text)")
  }

  /// Handles an event of the engine.
  package func receive(_ event: EngineEvent) {
    practice?.sleep.look()
    practice?.journal.hear(event.kind)
    let wasRinging = isRingingOut
    session.receive(event)
    ringOut.follow(event.kind, in: session.state)
    if wasRinging, !isRingingOut { followers.tell(.rangOut) }
    practice?.clocked.keepTime()
  }

  /// True while bells ring after the end of a session.
  package var isRingingOut: Bool { ringOut.rings(after: session.state) }

  /// Says that the music folder cannot be opened; it can be tried again.
  package func libraryFailed() { (files.libraryIsOpen, files.isReading) = (false, false) }

  /// Reports the progress of reading, with further files that were left out of the list.
  package func read(_ progress: ReadingProgress, skipped more: [SkippedFileRow]) {
    skipped += more
    followers.tell(.reading(progress))
  }

  /// Reports that the list is complete.
  package func finishReading() {
    files.isReading = false
    followers.tell(.reading(nil))
  }

  // MARK: - Followers

  /// Calls `handler` with all news from now on, at its place, until the subscription ends or is released.
  package func observe(
    as place: FollowerPlace = .client, _ handler: @escaping (SessionNews) -> Void
  ) -> Subscription {
    followers.add(at: place, handler)
  }

  /// Tells what was queued before there was a client.
  package func tellQueuedNews() { followers.tellQueued() }

  /// The followers of a batch, in order. What one of them has to say of it is heard before the batch.
  private func follow(_ change: SessionChange) {
    // The engine knows new songs before a score names them.
    files.appendArrivals()
    if change.after.phase != .listening { isLocked = false }
    if change.before.phase != .listening, change.after.phase == .listening { startCount += 1 }
    if case .length(let song, let length) = change.cause { engine.setLength(length, of: song) }
    lengths?.follow(change, in: session, files)
    // The sentences of another guide are not those of this one.
    speaker.follow(change.after.plan.guide)
    engineFollower.follow(change.after.score)
    measureAhead(change)
    // The journal is written before clients ask it for today's total.
    practice?.follow(change)
    followers.tell(.settled(change))
  }

  /// Those who hear that the session went on.
  private func follow(step: SessionChange) {
    practice?.journal.record(step: step)
    followers.tell(.step(step))
  }

  // MARK: - Commands

  /// Performs `command` for `client`. Every client hears of what it changes before this returns.
  package func perform(_ command: Command, from client: Client) -> Reply {
    if session.phase == .listening {
      practice?.journal.touch()
      if let latest = engine.latest { receive(latest) }
    }
    if isLocked, command.isRefusedByLock(of: session, quitting: client.quitsProgram) {
      return .refused(.locked)
    }
    if let reply = practice?.fromHome(command, client) { return reply }
    return switch command {
    case .action(.undo): practice?.undo() ?? Reply(session.perform(.undo), of: command)
    case .action(.redo): practice?.redo() ?? Reply(session.perform(.redo), of: command)
    case .action(.back): back(for: client)
    case .action(let action) where speaker.isAwaited(by: action):
      PendingReply.reply { [self] in
        await speaker.finish()
        return perform(command, from: client)
      }
    case .action(.start): Reply(practice?.clocked.start() ?? session.perform(.start), of: command)
    case .action(let action): Reply(session.perform(action), of: command)
    case .numbers(let ranges): select(.numbers(ranges), command, client, numbersAlone)
    case .pick(let songs): select(songs, command, client) { .pick($0) }
    case .pickNext(let songs): select(songs, command, client) { .pickNext($0) }
    case .unpick(.rest) where session.phase == .picking: .refused(.session(.nothingPlaying))
    case .unpick(let songs): select(songs, command, client) { .unpick($0) }
    case .move(let songs, let place):
      select(songs, command, client) { .move($0, to: place) }
    case .invert: select(.all, command, client) { .invert($0) }
    case .find(let words): find(words, for: client)
    case .rescan: rescan()
    case .shuffle: Reply(session.perform(.shuffle(seed: seeds.draw())), of: command)
    case .plan(let steps): change(by: steps, command)
    case .lock(let isOn): lock(isOn, command)
    case .practice(let command): practice?.perform(command, for: client) ?? .refused(.noPractice)
    case .show(.list(let scope)): listing(of: scope, for: client)
    case .show(.info(let number)): info(on: number)
    case .show(.status): .page(.status)
    case .show(.skipped): .page(.skipped)
    case .show(.volume): .page(.volume)
    case .show(.level): .page(.level)
    case .show(.repeating): .page(.repeating)
    case .show(.plan): .page(.plan)
    case .show(.left):
      session.phase == .listening ? .page(.left) : .refused(.session(.nothingPlaying))
    case .show(.clock(let face)): .page(.clock(face))
    case .show(.more): client.hasPages ? .page(.more) : .refused(.nothingMore)
    case .show(.help(let name)): .page(.help(name))
    case .quit: .quit
    }
  }

  private func lock(_ isOn: Bool, _ command: Command) -> Reply {
    guard session.phase == .listening else { return .refused(.session(.nothingPlaying)) }
    isLocked = isOn
    followers.tell(.locked(isOn))
    return .outcome(.changed, of: command, among: nil)
  }

  /// Changes the plan by all of `steps`, or not at all. Blocks while it reads files.
  private func change(by steps: [PlanStep], _ command: Command) -> Reply {
    let now = (practice?.services.clock ?? .system).now()
    var changes: [PlanChange] = []
    for step in steps {
      do throws(CommandRefusal) {
        let change = try planFiles.resolved(step.change(at: now.timeOfDay, drawingSeed: seeds.draw))
        if let song = planFiles.pickedSong(servingAs: change) {
          return .refused(.bellIsPicked(song + 1))
        }
        changes.append(change)
      } catch {
        return .refused(error)
      }
    }
    practice?.clocked.note(steps, at: now)
    let reply = Reply(session.perform(.plan(changes)), of: command)
    if case .outcome = reply { planFiles.preview(changes) }
    return reply
  }

  /// A single number selects a song; several numbers toggle picks.
  private func numbersAlone(_ songs: [Int]) -> Action {
    songs.count == 1 ? .select(songs[0]) : .invert(songs)
  }

  /// Performs `action` on the songs of `selection`, after naming them to all observers.
  private func select(
    _ selection: SongSelection, _ command: Command, _ client: Client,
    _ action: ([Int]) -> Action
  ) -> Reply {
    let found = found(by: client)
    switch SongResolver.indices(
      of: selection, count: session.songs.count, found: found?.indices,
      rest: session.songsToCome)
    {
    case .success(var songs):
      // What is the bell cannot be music, too.
      if let bell = planFiles.unpickedSong, songs.contains(bell) {
        if case .numbers(let ranges) = selection, ranges.contains(where: { $0.names(bell + 1) }) {
          return .refused(.songIsBell(bell + 1))
        }
        songs.removeAll { $0 == bell }
      }
      followers.tell(.selecting(songs))
      let isNarrowed = selection == .all ? found?.words : nil
      return Reply(session.perform(action(songs)), of: command, among: isNarrowed)
    case .failure(let refusal): return .refused(refusal)
    }
  }

  /// `back`: from a session to picking, from the picker to home.
  private func back(for client: Client) -> Reply {
    let atPicker = session.phase == .picking ? practice : nil
    return atPicker?.back(for: client) ?? Reply(session.perform(.back), of: .action(.back))
  }

  // MARK: - The list

  /// The indices of the songs that the list shows to `client`: those found, in the session or not,
  /// in the order of the list. Otherwise all songs or, unless picking, those of the session in
  /// playing order.
  package func visibleSongs(for client: Client) -> [Int] {
    found(by: client)?.indices
      ?? (session.phase == .picking ? Array(session.songs.indices) : session.playOrder)
  }

  /// The number of songs that the list shows to `client`.
  package func foundCount(for client: Client) -> Int { visibleSongs(for: client).count }

  /// The result of `find` for `client`, if its list is still narrowed.
  func found(by client: Client) -> Client.Found? {
    client.found.flatMap { $0.startCount == startCount ? $0 : nil }
  }

  func listing(of scope: ListScope, for client: Client) -> Reply {
    switch scope {
    case .screenful: return .page(.list(currentListing(for: client)))
    case .all:
      return .page(.list(SongListing(scope: .all, songs: Array(session.songs.indices))))
    case .picked: return .page(.list(SongListing(scope: .picked, songs: session.playOrder)))
    case .found:
      guard let found = found(by: client) else {
        return .refused(.nothingFound(words: nil))
      }
      return .page(
        .list(SongListing(scope: .found, songs: visibleSongs(for: client), words: found.words)))
    case .numbers(let ranges):
      let count = session.songs.count
      switch SongResolver.indices(of: ranges.map { $0.shortened(to: count) }, count: count) {
      case .failure(let refusal): return .refused(refusal)
      case .success(let songs):
        return .page(.list(SongListing(scope: .numbers, songs: songs)))
      }
    }
  }

  /// Narrows the list to the songs with all of `words`.
  func find(_ words: [String], for client: Client) -> Reply {
    let text = words.joined(separator: " ")
    guard !words.isEmpty else {
      client.found = nil
      return listing(of: .screenful, for: client)
    }
    let matching = Client.Found(
      words: QuotedInput(text).text, songs: files.songs(with: words),
      startCount: startCount)
    guard !matching.songs.isEmpty else {
      return .refused(.nothingFound(words: matching.words))
    }
    client.found = matching
    return listing(of: .screenful, for: client)
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

  /// The answer to `info`; without a number, it is about the current song.
  func info(on number: Int?) -> Reply {
    guard let number = number ?? session.state.current.map({ $0 + 1 }) else {
      return .notUnderstood(
        .missing(command: "info", needs: "a song number, such as 'info 5'"))
    }
    switch SongResolver.indices(
      of: [NumberRange(number, through: number)], count: session.songs.count)
    {
    case .success(let songs): return .page(.info(info(of: songs[0])))
    case .failure(let refusal): return .refused(refusal)
    }
  }

  private func info(of index: Int) -> SongInfo {
    let path = files.file(of: index)
    var gain = knownGain(of: index)
    let isOff = session.level == .off
    let tagged = levels?.tagged(files.path(of: index), at: isOff ? .on : session.level)
    let tagGain = tagged?.loudness.map { LevelGain.gain(for: $0) }
    if case .unknown = gain, let tagGain { gain = .known(tagGain, isOff: isOff) }
    let isOfTag = [.known(tagGain ?? .nan, isOff: isOff), .inUse(tagGain ?? .nan)].contains(gain)
    return SongInfo(
      session.songs[index], number: index + 1, path: path,
      typedPath: path.map(files.base.typed), gain: gain, gainTag: isOfTag ? tagged?.tag : nil,
      refusedGain: tagged?.refusal)
  }

  private func knownGain(of song: Int) -> SongInfo.Gain {
    if session.state.current == song, let gain = session.state.gain { return .inUse(gain) }
    let isOff = session.level == .off
    return levels?.knownGain(of: files.path(of: song), at: isOff ? .on : session.level)
      .map { .known($0, isOff: isOff) } ?? .unknown(isOff: isOff)
  }

  // MARK: - Reading the files again

  /// Reads the files of the list again, and appends the songs that are new. Numbers and picks stay as
  /// they are: a song whose file is gone keeps its row, and its file is one that was left out.
  func rescan() -> Reply {
    guard let readFiles else { return .refused(.notReadFromFiles) }
    if practice?.awaitsLibrary ?? false { return .refused(.songsNotOpen) }
    guard !files.isReading else { return .refused(.stillReading) }
    files.isReading = true
    return PendingReply.reply { [self] in
      let known = files.all
      let read = await readFiles()
      let (new, gone) = await Self.difference(from: known, to: read.paths, in: files.base)
      files.isReading = false
      return append(read, new: new, gone: gone)
    }
  }

  /// Appends what was read: the songs at the indices `new`, and the files that are `gone`.
  private func append(_ read: ReadFiles, new: [Int], gone: [SkippedFileRow]) -> Reply {
    // Songs of a set may have joined the list meanwhile.
    let new = new.filter { !files.hasJoined(read.paths[$0]) }
    let outcome = files.append(songs: new.map(read.song), paths: new.map { read.paths[$0] })
    // A playlist reports its missing files itself.
    let told = Set(read.skipped.map(\.title))
    let before = Set(skipped.map(\.title))
    let goneNames = Set(gone.map(\.title))
    let leftOut = read.skipped.count {
      !$0.isNote && !before.contains($0.title) && !goneNames.contains($0.title)
    }
    skipped = read.skipped + gone.filter { !told.contains($0.title) }
    let rescan = Rescan(
      newCount: new.count, goneCount: gone.count, leftOutCount: leftOut,
      isDelayed: outcome == .queued && !new.isEmpty)
    followers.tell(.rescanned(rescan))
    return .outcome(.changed, of: .rescan, among: nil)
  }

  /// The indices of the files of `read` that are not among `known`, each as often as it was added, and
  /// the files of `known` that do not exist any more. Blocks on the disk, but not the main actor.
  private nonisolated static func difference(
    from known: [FilePath], to read: [FilePath], in folders: BaseFolders
  ) async -> (new: [Int], gone: [SkippedFileRow]) {
    var counts: [FilePath: Int] = [:]
    for path in known { counts[folders.absolute(path), default: 0] += 1 }
    var found: Set<FilePath> = []
    var new: [Int] = []
    for (index, path) in read.enumerated() {
      let path = folders.absolute(path)
      found.insert(path)
      if let count = counts[path], count > 0 {
        counts[path] = count - 1
      } else {
        new.append(index)
      }
    }
    var gone: [SkippedFileRow] = []
    for path in known where !path.isEmpty && found.insert(folders.absolute(path)).inserted {
      do throws(Errno) {
        _ = try path.stat()
      } catch {
        let name = CleanText.clean(String(decoding: PathName.allBytes(of: path), as: UTF8.self))
        gone.append(SkippedFileRow(name: name, reason: ErrnoClause.reading(error, of: path)))
      }
    }
    return (new, gone)
  }

  // MARK: - Loudness

  /// How many songs are measured ahead: what is picked plays in minutes, and is measured in seconds.
  private static let mostAhead = 200
  /// The first songs stand for all.
  private static let mostCompared = 50

  /// The gain in dB that brings `song`, a current index in the list, to one loudness; `nil` with the
  /// level off, and where it is not known yet.
  package func gain(of song: Int) -> Double? {
    guard session.level != .off else { return nil }
    return levels?.knownGain(of: files.path(of: song), at: session.level)
  }

  /// How many dB softer the music is than the bells expect; `nil` with the level on, and unless most songs
  /// were measured before. Measures nothing, but blocks on the disk.
  package var bellsExceedMusic: Double? {
    guard session.level == .off, let levels else { return nil }
    let songs = session.playOrder.prefix(Self.mostCompared)
    let known = songs.compactMap { levels.remembered(files.path(of: $0)) }
    guard !known.isEmpty, 2 * known.count >= songs.count else { return nil }
    return LevelGain.target - LevelGain.loudness(of: known).integrated
  }

  /// Measures the songs that play next before they begin, as long as the level is on.
  func measureAhead(_ change: SessionChange) {
    let (old, new) = (change.before, change.after)
    guard let levels, old.level != .off || new.level != .off else { return }
    let isSame =
      old.level == new.level && old.phase == new.phase && old.current == new.current
      && old.picked == new.picked && old.arrangement == new.arrangement
      && (new.level != .album || old.songCount == new.songCount)
    guard !isSame else { return }
    levels.measureAhead(new.level == .off ? [] : songsAhead.map(files.path(of:)), at: new.level)
  }

  /// The songs of the session from the current one on.
  private var songsAhead: [Int] {
    let order = session.playOrder
    let start = session.place?.index ?? 0
    let ahead = order[min(start, order.count)...].prefix(Self.mostAhead)
    guard session.state.isRepeating else { return Array(ahead) }
    return Array(ahead) + order.prefix(min(start, Self.mostAhead - ahead.count))
  }
}

extension Command {
  /// True if a locked session refuses the command: it pauses, ends or leaves `session`, goes
  /// elsewhere in it, or changes when it ends or what it plays.
  @MainActor fileprivate func isRefusedByLock(
    of session: MeditationViewModel, quitting quitsProgram: Bool
  ) -> Bool {
    switch self {
    case .action(.toggle): session.transport == .playing
    case .action(.pause), .action(.next), .action(.previous), .action(.seek), .action(.jump),
      .action(.select), .action(.back), .action(.finish), .numbers:
      true
    case .action(.shuffle), .action(.move), .pick, .pickNext, .unpick, .move, .shuffle: true
    // What it would bring back may be an earlier end, or other songs.
    case .action(.undo): session.outsideChange(to: .undo) == nil
    case .action(.redo): session.outsideChange(to: .redo) == nil
    case .plan(let steps): steps.contains(where: \.changesCourse)
    case .quit: quitsProgram
    case .action, .invert, .find, .rescan, .lock, .practice, .show: false
    }
  }
}

extension NumberRange {
  /// True if the user wrote this number, as an end of the range.
  fileprivate func names(_ number: Int) -> Bool { first == number || last == number }
}

extension NumberRange {
  /// The range, cut at the end of a list of `count` songs if it begins within the list.
  fileprivate func shortened(to count: Int) -> NumberRange {
    guard let last, first <= count, last > count else { return self }
    return NumberRange(first, through: count)
  }
}
