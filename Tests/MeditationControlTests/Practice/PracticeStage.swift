import Foundation
import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationSystem
import SystemPackage

@testable import MeditationControl
@testable import MeditationScreens

/// Follows no score, and opens files.
@MainActor private final class SilentEngine: PlaybackEngine {
  private let disk: @Sendable () -> Void

  init(disk: @escaping @Sendable () -> Void) { self.disk = disk }

  nonisolated func load(bell path: String) throws(SongDecodingError) -> Bool {
    _ = try length(ofFile: path)
    return false
  }
  nonisolated func length(ofFile path: String) throws(SongDecodingError) -> Duration? {
    disk()
    if path.contains("missing") { throw SongDecodingError("the file does not exist") }
    return .seconds(60)
  }
  func append(_ tracks: [Track]) {}
  func follow(_ score: Score) {}
}

/// A session with a journal, sets and a clock of the test, which it drives by lines and events.
@MainActor final class PracticeStage {
  let controller: SessionController
  let journal: MemoryJournal
  let sets: SetFolder
  /// Where the sets are.
  let folder = FilePath(NSTemporaryDirectory()).appending("meditate-\(UUID().uuidString)")
  let client = Client()
  /// The news that clients were told, as text.
  private(set) var news: [String] = []
  /// The latest reply.
  private(set) var reply = Reply.quit
  /// The files that can be read besides the songs of the list.
  var files: [String: SongViewModel] = [:]
  /// Why files cannot be played that exist.
  var problems: [FilePath: String] = [:]
  /// The songs of the music folder.
  var musicFolder: [SetSong] = []
  /// Why files must not become songs.
  var obstacles: [String: String] = [:]
  /// Awaited before those files are read.
  var disk: @MainActor () async -> Void = {}
  private let time = Locked(Moment.wednesday)
  private var timeAsleep = Duration.zero
  private var subscription: Subscription?

  var session: MeditationViewModel { controller.session }
  var desk: PracticeController? { controller.practice }

  /// A session of the songs `/1`, `/2` … of 100 s each.
  ///
  /// - Parameter planDisk: Called off the main actor before a file of a plan is read; `nil` reads on it.
  init(
    songs count: Int = 3, journal: MemoryJournal = MemoryJournal(), sets: [SongSet] = [],
    journalTimeout: Double = 600, journalPatience: Double? = nil,
    planDisk: (@Sendable () -> Void)? = nil,
    offset: @escaping @Sendable (Int) -> Int = { _ in 3_600 }
  ) {
    let songs = (1...max(count, 1)).prefix(count).map {
      SongViewModel(title: "Song \($0)", length: .seconds(100))
    }
    self.journal = journal
    self.sets = SetFolder(path: folder, trash: folder.appending("deleted-sets"))
    for set in sets { _ = try? self.sets.write(set, replacing: nil) }
    controller = SessionController(
      session: MeditationViewModel(songs: songs),
      paths: songs.indices.map { FilePath("/\($0 + 1)") },
      engine: SilentEngine(disk: planDisk ?? {}))
    controller.planFiles.blocks = planDisk == nil
    let clock = WallClock(now: { [time] in time.withLock { $0 } }, offset: offset)
    var services = PracticeServices(clock: clock)
    services.journal = journal
    services.journalTimeout = journalTimeout
    services.journalPatience = journalPatience ?? journalTimeout
    services.sets = self.sets
    services.waitsForClock = true
    // The controller may outlive the stage: what waits for the disk holds it.
    services.timeAsleep = { [weak self] in self?.timeAsleep ?? .zero }
    services.readSongs = { [weak self] paths in
      await self?.disk()
      return paths.map { self?.files[$0.string] }
    }
    services.songProblems = { [weak self] paths in
      (self?.problems ?? [:]).filter { paths.contains($0.key) }
    }
    services.obstacle = { [weak self] in self?.obstacles[$0.string] }
    services.musicFolderSongs = { [weak self] in self?.musicFolder ?? [] }
    controller.keepPractice(with: services)
    subscription = controller.observe { [weak self] notice in
      if case .practice(let told) = notice { self?.news.append(told.text(asOf: clock.now())) }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.string) }

  /// Submits lines.
  @discardableResult func type(_ lines: String...) -> PracticeStage {
    for line in lines { reply = controller.submit(line, from: client) }
    return self
  }

  /// Submits a line, and waits for its reply.
  @discardableResult func answer(_ line: String) async -> Reply {
    if case .pending(let pending) = type(line).reply { reply = await pending.value }
    return reply
  }

  /// The engine plays for `seconds`, step by step.
  func play(_ seconds: Int) {
    for _ in 0..<seconds {
      time.withLock { $0.milliseconds += 1_000 }
      let state = session.state
      controller.receive(
        EngineEvent(
          generation: state.score.generation, position: state.position + .seconds(1),
          elapsed: state.elapsed + .seconds(1), kind: .position))
    }
  }

  /// The engine reports the end of the plan.
  func endPlan() {
    guard let end = session.state.plan.end else { return }
    controller.receive(
      EngineEvent(
        generation: session.score.generation, position: session.position, elapsed: end,
        kind: .cue(Cue(.end, stroke: 0, at: end))))
  }

  /// Time passes without a session.
  func wait(hours: Int = 0, minutes: Int = 0) {
    time.withLock { $0.milliseconds += Int64(hours * 60 + minutes) * 60_000 }
  }

  /// The machine sleeps, and wakes up.
  func sleep(minutes: Int) {
    timeAsleep += .seconds(minutes * 60)
    wait(minutes: minutes)
  }

  /// The machine's clocks are read as if it had slept for less.
  func forgetSleep(_ time: Duration) { timeAsleep -= time }

  /// Waits until the journal's thread has written what it has to.
  func flushJournal() { _ = desk?.journal.isEmpty }

  /// Waits until clients were told what the journal's thread had to say by now: it says it on the main
  /// actor, whose jobs come in turn.
  func flushNews() async {
    flushJournal()
    await Task { @MainActor in }.value
  }

  /// The sits of the journal, newest first, after all writes.
  func sits() throws -> [Sit] {
    flushJournal()
    return try journal.sits(since: nil, limit: nil)
  }

  /// The text of the latest refusal.
  var refusal: String? {
    switch reply {
    case .refused(let refusal): refusal.text
    case .notUnderstood(let error): "\(error)"
    case .outcome, .page, .quit, .pending: nil
    }
  }

  /// The names of the sets.
  func names() throws -> [String] { try sets.list().sets.map(\.name.text) }

  /// The set in the file of this name.
  func saved(_ name: String) throws -> SongSet { try sets.read(SetName(name)).set }

  /// The paths of its songs.
  func paths(_ name: String) throws -> [String] {
    try saved(name).songs.map { String(decoding: $0.path, as: UTF8.self) }
  }

  /// The titles of the picked songs in playing order.
  var picked: [String] { session.playOrder.map { session.songs[$0].title } }
}

extension SongSet {
  /// A set of the songs `/1`, `/2` … with these numbers.
  init(_ name: String, _ songs: Int..., plan: StoredPlan = .none) throws {
    self.init(
      name: try SetName(name),
      songs: songs.map { SetSong(path: Array("/\($0)".utf8), title: "Song \($0)") }, plan: plan)
  }
}

extension Moment {
  /// Wednesday, 18 November 2026, 22:00, an hour east of UTC.
  static let wednesday = Moment(milliseconds: 1_795_035_600_000, offset: 3_600)
}
