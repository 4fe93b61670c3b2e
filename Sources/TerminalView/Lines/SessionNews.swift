import MeditationCore
import Score

/// What one batch changed on the screen, as those who observe it were told: the cells of songs, and
/// observers of properties.
struct SessionNews {
  /// A property of the session of which lines are printed.
  enum Property {
    case phase
    /// What the music lane plays: a song, or a silence.
    case segment
    /// Whether the session is settling.
    case settling
    /// The position jumped: after a seek, or because a song begins or begins again.
    case position
    /// Whether, and by whom, the session is paused.
    case pause
    case volume, level, arrangement
  }

  /// The rows that cells drew.
  var rows: [SongCell.Drawn]
  /// The properties that changed.
  var properties: Set<Property>

  /// The row of the song that became the current one.
  var current: SongCell.Drawn? { rows.last(where: \.isCurrent) }

  /// Whether another song or a silence begins, or another phase.
  var isBeginning: Bool { properties.contains(.phase) || properties.contains(.segment) }

  /// Whether the current song or silence is paused, goes on, or is at another position.
  var isOfTransport: Bool { properties.contains(.position) || properties.contains(.pause) }
}

/// Gathers what a batch changes until it has settled.
@MainActor final class SessionNewsSource {
  private let session: MeditationViewModel
  private let cells: SongCells
  private var properties: Set<SessionNews.Property> = []
  private var subscriptions: [Subscription] = []

  /// Creates a source that observes the properties of `session`, and hears of songs by `cells`.
  init(session: MeditationViewModel, cells: SongCells) {
    self.session = session
    self.cells = cells
    observe(\.phase, as: .phase)
    observe(\.isSettling, as: .settling)
    // Each jump has a number, and so has each boundary that the engine crosses.
    observe(\.generation, as: .position)
    observe(\.pauseCause, as: .pause)
    observe(\.volume, as: .volume)
    observe(\.level, as: .level)
    observe(\.arrangement, as: .arrangement)
    session.observe(\.segment) { [weak self] _, _ in self?.segmentChanged() }
      .store(in: &subscriptions)
  }

  /// What changed since the last call.
  func takeNews() -> SessionNews {
    defer { properties = [] }
    let news = SessionNews(rows: cells.takeDrawn(), properties: properties)
    // The song that follows by itself is in sight before it begins.
    let near = [session.state.upcoming, session.state.current].compactMap { $0 }
    cells.show(near.map { session.songs[$0] })
    return news
  }

  /// Scrolls to the current song. Its cell has drawn it; a song that had none is drawn by a new one.
  private func segmentChanged() {
    properties.insert(.segment)
    if let song = session.currentSong { cells.show([song], draws: true) }
  }

  private func observe<Value: Equatable>(
    _ path: KeyPath<SessionState, Value>, as property: SessionNews.Property
  ) {
    session.observe(path) { [weak self] _, _ in self?.properties.insert(property) }
      .store(in: &subscriptions)
  }
}

/// What a change means for the lines about it.
extension SessionChange {
  /// Whether the engine reached the end of a segment.
  var isCrossing: Bool {
    if case .engine(let event) = cause {
      event.kind == .crossed || event.kind == .ended
    } else {
      false
    }
  }

  /// Whether the engine caused it; faults are printed even if nothing changed.
  var isEvent: Bool {
    if case .engine = cause { true } else { false }
  }

  /// Whether a session goes on, or begins, in its middle.
  var startsWithin: Bool {
    switch cause {
    case .action(.resume), .action(.startAt), .action(.rehearse): true
    case .action, .engine, .arrival, .length: false
    }
  }
}
