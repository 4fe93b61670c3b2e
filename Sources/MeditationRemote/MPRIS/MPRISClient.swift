import Dispatch
import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationScreens
import SystemPackage

/// The session as a media player on the session bus, for media keys, desktops and `playerctl`.
///
/// A client of the session: performs the requests of programs on the bus, and shows its state.
///
/// Source: MPRIS D-Bus Interface Specification 2.2.
@MainActor package final class MPRISClient {
  private let controller: SessionController
  private let client = Client()
  private let exchange: MPRISExchange
  private let covers: Covers
  private let coverQueue = DispatchQueue(label: "Finding covers", qos: .utility)
  /// The file whose cover was last looked for, and its URL once that is known.
  private var cover: (file: FilePath, url: String?)?
  private let onQuit: () -> Void
  private let onProblem: (String) -> Void
  private var subscription: Subscription?
  /// The track last shown on the bus.
  private var track: MPRISTrack?
  /// The latest line of the guide in this session; empty before.
  private var line = ""
  private var requests: Task<Void, Never>?

  private var session: MeditationViewModel { controller.session }

  /// Offers the session of `controller` on the session bus until stopped; `nil` if `environment`
  /// names no bus. Does not block: the bus has a thread of its own, which also loads the library.
  ///
  /// - Parameters:
  ///   - onQuit: Called when the program is asked to end.
  ///   - onProblem: Called at most once, with a line, if the player is not or no longer on the bus.
  package init?(
    controller: SessionController, environment: [String: String], covers: Covers,
    onQuit: @escaping () -> Void, onProblem: @escaping (String) -> Void
  ) {
    guard let address = BusAddress.find(in: environment), let exchange = MPRISExchange() else {
      return nil
    }
    self.controller = controller
    self.covers = covers
    self.exchange = exchange
    self.onQuit = onQuit
    self.onProblem = onProblem
    show(hasJumped: false)
    subscription = controller.observe(as: .bus) { [weak self] in self?.follow($0) }
    // Unbounded, but it holds no more requests than the bus's thread keeps.
    let (events, sink) = AsyncStream.makeStream(of: BusEvent.self)
    requests = Task { [weak self] in
      for await event in events { self?.receive(event) }
    }
    BusConnection.start(address: address, exchange: exchange) { sink.yield($0) }
  }

  isolated deinit { stop() }

  package func stop() {
    subscription = nil
    requests?.cancel()
    exchange.stop()
  }

  private func follow(_ news: SessionNews) {
    switch news {
    case .settled(let change): follow(change)
    // It is read on request.
    case .step(let change):
      // A part without music is a track of its own.
      guard !change.changed(\.music) else { return show(hasJumped: true) }
      exchange.show(position: change.after.trackPosition(in: track))
    case .selecting, .reading, .practice: break
    }
  }

  private func follow(_ change: SessionChange) {
    let (old, new) = (change.before, change.after)
    let said = change.cue.flatMap { $0.kind == .line ? $0.text : nil }
    if let said { line = said }
    if new.phase != .listening { line = "" }
    guard old != new || said != nil else { return }
    let isElsewhere = old.score.generation != new.score.generation || change.changed(\.music)
    show(hasJumped: new.phase == .listening && isElsewhere)
  }

  private func show(hasJumped: Bool) {
    var state = MPRISState(of: controller, line: line)
    state.track?.cover = currentCover()
    track = state.track
    exchange.show(
      state, position: session.state.trackPosition(in: state.track), hasJumped: hasJumped)
  }

  /// The cover of the current song; `nil` if there is none, or while it is being looked for.
  private func currentCover() -> String? {
    guard let file = session.state.current.flatMap(controller.files.absoluteFile) else {
      return nil
    }
    if let cover, cover.file == file { return cover.url }
    cover = (file, nil)
    coverQueue.async { [covers, weak self] in
      guard let url = covers.url(of: file) else { return }
      Task { @MainActor in self?.show(cover: url, of: file) }
    }
    return nil
  }

  private func show(cover url: String, of file: FilePath) {
    guard cover?.file == file else { return }
    cover = (file, url)
    show(hasJumped: false)
  }

  private func receive(_ event: BusEvent) {
    switch event {
    case .request(let id, let command):
      exchange.answer(id, refusal: perform(command))
    case .quit: onQuit()
    case .problem(let text): onProblem(text)
    }
  }

  /// Why `request` was refused; `nil` if it was performed, or has no effect now.
  private func perform(_ request: MPRISRequest) -> String? {
    guard let command = request.command(in: session) else { return nil }
    return controller.perform(command, from: client).refusal?.text
  }
}

/// A program's request on the bus. Times are in microseconds.
enum MPRISRequest: Equatable, Sendable {
  case next, previous, pause, playPause, stop, play
  case seek(by: Int64)
  /// Goes to a position if the track is still current.
  case setPosition(track: String, to: Int64)
  case setRepeating(Repeat)
  case setShuffled(Bool)
  /// In percent.
  case setVolume(Int)

  /// The farthest seek: 11 days, beyond the end of any song.
  private static let farthest: Int64 = 1_000_000_000_000

  /// The command for this in `session`; `nil` if it has no effect.
  @MainActor func command(in session: MeditationViewModel) -> Command? {
    let isListening = session.phase == .listening
    switch self {
    case .next: return .action(.next)
    case .previous: return .action(.previous)
    case .pause: return .action(.pause)
    // Source: MPRIS 2.2, PlayPause: "If playback is stopped, starts playback." CanPause is then
    // false, because nothing can be paused; desktops check CanPlay.
    case .playPause: return .action(isListening ? .toggle : .start)
    case .play: return .action(isListening ? .play : .start)
    // Source: MPRIS 2.2, Stop: "If playback is already stopped, this has no effect."
    case .stop: return isListening ? .action(.finish) : nil
    case .seek(let offset): return .action(.seek(.by(Self.time(offset))))
    case .setPosition(let path, let position):
      // Source: MPRIS 2.2, SetPosition: calls for another track are ignored as stale, and so are
      // positions before the start and after the end.
      guard session.state.music != .waiting, let track = MPRISTrack(of: session),
        track.path == path, (0...(track.length ?? .max)).contains(position)
      else { return nil }
      return .action(.seek(.to(Self.time(position))))
    case .setRepeating(let repeats): return .plan([.change(.repeat(repeats))])
    case .setShuffled(let isShuffled):
      let arrangement = session.state.arrangement
      guard isShuffled != (arrangement.seed != nil) else { return nil }
      // While listening, the songs to come are reordered, which this property cannot express.
      return isShuffled ? .shuffle : .action(.sort(arrangement.sort))
    case .setVolume(let percent): return .action(.volume(.level(percent)))
    }
  }

  private static func time(_ microseconds: Int64) -> Duration {
    .microseconds(min(max(microseconds, -farthest), farthest))
  }
}
