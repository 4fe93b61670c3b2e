import NIOConcurrencyHelpers
import Playback
import Score

/// The state of a player, shared between its callers and the thread that plays.
///
/// The engine follows each score under the lock, so that scores arrive in the order they were made;
/// following never blocks. Events are delivered outside of it, one after the other: by the thread that
/// made them, or by one that delivers already.
final class SharedQueue: Sendable {
  private struct Shared {
    var state = TrackQueue()
    weak var engine: AudioEngine?
    var onRelease: (@Sendable () -> Void)?
    /// Events to deliver, oldest first.
    var pending: [PlayerEvent] = []
    var isDelivering = false
  }

  private let shared = NIOLockedValueBox(Shared())
  private let onEvent: @Sendable (PlayerEvent) -> Void

  init(onEvent: @escaping @Sendable (PlayerEvent) -> Void) { self.onEvent = onEvent }

  var state: TrackQueue { shared.withLockedValue { $0.state } }

  /// Weak: the engine owns the handler that owns this.
  var engine: AudioEngine? {
    get { shared.withLockedValue { $0.engine } }
    set { shared.withLockedValue { $0.engine = newValue } }
  }

  /// Called after a shutdown, and when the player is released.
  var onRelease: (@Sendable () -> Void)? {
    get { shared.withLockedValue { $0.onRelease } }
    set { shared.withLockedValue { $0.onRelease = newValue } }
  }

  /// Adopts an event of the engine. Called on the thread that plays.
  func receive(_ event: EngineEvent) { perform { $0.receive(event) } }

  /// Changes the state without an event.
  func change(_ work: (inout TrackQueue) -> Void) {
    perform {
      work(&$0)
      return []
    }
  }

  /// Changes the state, passes a changed score to the engine, and delivers the events.
  func perform(_ work: (inout TrackQueue) -> [PlayerEvent]) {
    let delivers = shared.withLockedValue { shared in
      let before = shared.state.score
      shared.pending += work(&shared.state)
      if shared.state.score != before { shared.engine?.follow(shared.state.score) }
      defer { shared.isDelivering = true }
      return !shared.isDelivering
    }
    guard delivers else { return }
    while let event = next() { onEvent(event) }
  }

  private func next() -> PlayerEvent? {
    shared.withLockedValue { shared in
      guard !shared.pending.isEmpty else {
        shared.isDelivering = false
        return nil
      }
      return shared.pending.removeFirst()
    }
  }
}
