import MeditationCore
import MeditationEngine
import MeditationPlan
import MeditationScreens
import MeditationSystem
import SystemPackage

/// Renders the sentences of the plan's guide before they are due. Late ones are only printed.
@MainActor package final class GuideSpeaker {
  /// A sentence that is ready later than this before its time is not heard in this session.
  private static let notice = Duration.seconds(1)

  var voice = GuideVoice.off { didSet { begin() } }
  /// True if the session is written to a file, as fast as possible.
  var isRendered = false
  /// Returns when the progress is to be reported again, or when the task is cancelled.
  var newsInterval: () async -> Void = { try? await Task.sleep(for: .seconds(2)) }

  private let session: MeditationViewModel
  private let engine: any PlaybackEngine
  private let followers: Followers
  /// The files of the sentences that are ready, by sentence.
  private(set) var files: [String: String] = [:]
  private var work: Task<Void, Never>?
  private var isStopped = StopFlag()
  private var isAbandoned = false
  /// How many sentences are ready or given up, of how many.
  private var progress = (done: 0, all: 0)
  private var waitingCount = 0
  /// Reports the progress while anybody waits.
  private var news: Task<Void, Never>?

  /// - Parameter engine: Opens the files, to find whether they can be played, and plays them.
  init(of session: MeditationViewModel, engine: any PlaybackEngine, followers: Followers) {
    (self.session, self.engine, self.followers) = (session, engine, followers)
  }

  func follow(_ change: SessionChange) {
    guard change.changed(\.plan.guide) else { return }
    files = [:]
    begin()
  }

  /// True if `action` begins a session that has to wait for sentences; during settling none waits.
  func isAwaited(by action: Action) -> Bool {
    guard work != nil, session.phase != .listening else { return false }
    return switch action {
    case .start:
      isRendered || session.state.plan.settling == .zero && session.state.plan.begin == nil
    case .startAt, .rehearse: true
    default: false
    }
  }

  /// Waits until all sentences are ready, or are given up.
  func finish() async {
    waitingCount += 1
    if news == nil { news = Task { [weak self] in await self?.tellProgress() } }
    while let work, !isStopped.isSet { await work.value }
    // A session that waits must not begin as the program ends.
    while isAbandoned { try? await Task.sleep(for: .seconds(60)) }
    waitingCount -= 1
    guard waitingCount == 0 else { return }
    news?.cancel()
    news = nil
  }

  /// Reports the progress from time to time, from the very start.
  private func tellProgress() async {
    var told = -1
    while true {
      await newsInterval()
      guard !Task.isCancelled else { return }
      guard progress.done > told, progress.done < progress.all else { continue }
      told = progress.done
      followers.tell(.speaking(told, of: progress.all))
    }
  }

  /// Kills the program, and waits until it is gone. A session that waits for it never begins.
  package func abandon() async {
    isAbandoned = true
    await stop()
  }

  /// Kills the program, and waits until it is gone.
  package func stop() async {
    isStopped.set()
    await work?.value
  }

  // MARK: - Speaking

  private func begin() {
    isStopped.set()
    isStopped = StopFlag()
    work = nil
    guard case .program(let program) = voice, let guide = session.state.plan.guide else { return }
    var seen: Set<String> = []
    let sentences = guide.lines.map(\.text).filter { seen.insert($0).inserted }
    // Earlier ones were printed already, or are not wanted.
    let start = session.phase == .listening ? session.state.elapsed : nil
    progress = (0, sentences.count)
    work = Task { [isStopped] in
      await speak(sentences, by: program, from: start, unless: isStopped)
      if !isStopped.isSet { work = nil }
    }
  }

  private func speak(
    _ sentences: [String], by program: SpeechProgram, from start: Duration?,
    unless isStopped: StopFlag
  ) async {
    var files: [String: String] = [:]
    var lateCount = 0
    for sentence in sentences {
      do throws(SpeechProgram.Failure) {
        let file = program.file(of: sentence).string
        try await Self.prepare(sentence, in: file, by: program, for: engine, unless: isStopped)
        guard !isStopped.isSet else { return }
        if isLate(sentence, from: start) {
          lateCount += 1
        } else {
          files[sentence] = file
          // The first may be due before the last one is ready.
          if session.phase == .listening { play(files) }
        }
      } catch {
        guard !isStopped.isSet else { return }
        play([:])
        return followers.tell(.speechFailed(error.reason))
      }
      progress.done += 1
    }
    play(files)
    if lateCount > 0 { followers.tell(.speechLate(lateCount)) }
  }

  private func play(_ files: [String: String]) {
    self.files = files
    engine.follow(session.score.speaking(files))
  }

  /// True if a sentence was due already, but not before session time `start`.
  private func isLate(_ sentence: String, from start: Duration?) -> Bool {
    let state = session.state
    guard state.phase == .listening, !state.isSettling else { return false }
    return state.plan.guideLines(end: state.plan.end).contains { line in
      line.line.text == sentence && line.time < state.elapsed + Self.notice
        && start.map { line.time >= $0 } ?? true
    }
  }

  /// Renders `sentence` unless that is done; off this thread, as a guide may have a thousand.
  private nonisolated static func prepare(
    _ sentence: String, in file: String, by program: SpeechProgram, for engine: any PlaybackEngine,
    unless isStopped: StopFlag
  ) async throws(SpeechProgram.Failure) {
    try await SystemThread.run("speech") { () throws(SpeechProgram.Failure) in
      let isThere = (try? FilePath(file).stat()) != nil
      guard !isThere || (try? engine.length(ofFile: file)) == nil else { return }
      try program.speak(sentence) { isStopped.isSet }
      do throws(SongDecodingError) {
        if !isStopped.isSet { _ = try engine.length(ofFile: file) }
      } catch {
        throw program.unplayable(error.reason)
      }
    }
  }
}

private final class StopFlag: Sendable {
  private let state = Locked(false)
  var isSet: Bool { state.withLock(\.self) }
  func set() { state.withLock { $0 = true } }
}
