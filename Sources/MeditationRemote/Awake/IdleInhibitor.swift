import MeditationControl
import MeditationCore
import MeditationPlan

/// Keeps the machine awake while a session plays, because nobody touches the keyboard then. After a
/// minute of pause it may idle again.
///
/// A read-only observer of the session. Users can still suspend the machine.
@MainActor package final class IdleInhibitor {
  private let hold: (Bool) -> Void
  private let wait: @MainActor () async -> Void
  private var isHeld = false
  private var waiting: Task<Void, Never>?
  private var subscription: Subscription?

  /// Follows the session of `controller` while it is kept; `nil` if `environment` names no bus.
  package static func start(
    controller: SessionController, environment: [String: String]
  ) -> IdleInhibitor? {
    InhibitorLock(environment: environment).map { lock in
      IdleInhibitor(
        controller, hold: { lock.hold($0) },
        wait: { try? await Task.sleep(for: .seconds(60)) })
    }
  }

  /// - Parameter wait: Returns when a pause is long enough to release the lock, or once cancelled.
  init(
    _ controller: SessionController, hold: @escaping (Bool) -> Void,
    wait: @escaping @MainActor () async -> Void
  ) {
    self.hold = hold
    self.wait = wait
    follow(controller.session.transport)
    subscription = controller.observe(as: .awake) { [weak self] news in
      if case .settled(let change) = news, change.changed(\.transport) {
        self?.follow(change.after.transport)
      }
    }
  }

  isolated deinit { waiting?.cancel() }

  /// Releases the lock before the program is stopped, without a wait; `play` takes it again.
  package func release() { follow(nil) }

  private func follow(_ transport: Transport?) {
    waiting?.cancel()
    waiting = nil
    switch transport {
    case .playing: set(true)
    case nil: set(false)
    case .paused:
      guard isHeld else { return }
      waiting = Task { [weak self, wait] in
        await wait()
        if !Task.isCancelled { self?.set(false) }
      }
    }
  }

  private func set(_ isHeld: Bool) {
    guard isHeld != self.isHeld else { return }
    self.isHeld = isHeld
    hold(isHeld)
  }
}
