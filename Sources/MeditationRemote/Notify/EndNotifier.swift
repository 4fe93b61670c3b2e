import CMeditationBus
import Dispatch
import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationSystem
import MeditationText

/// When a notification is shown at the end of a session: the setting `notify`.
package enum NotifyPolicy: String, CaseIterable, Sendable {
  case yes, no
  /// Only if nobody is known to look at the terminal.
  case away
}

/// Shows a desktop notification when a session ends by itself.
///
/// A read-only observer of the session. Without a service that answers, nothing happens.
@MainActor package final class EndNotifier {
  /// How long the program waits, when it ends, for a service that does not answer.
  private nonisolated static let grace = 1.0

  private let isWanted: () -> Bool
  private let wording: () -> Wording
  private let show: @Sendable (String) -> Void
  /// The notifications that are being sent.
  private let sending = DispatchGroup()
  private var subscription: Subscription?

  /// Follows the session of `controller` until stopped; `nil` if `policy` is ``NotifyPolicy/no`` or
  /// `environment` names no session bus.
  ///
  /// - Parameter isAway: True if nobody is known to look at the terminal.
  package static func start(
    _ policy: NotifyPolicy, controller: SessionController, environment: [String: String],
    isAway: @escaping () -> Bool
  ) -> EndNotifier? {
    guard policy != .no, let address = BusAddress.find(in: environment) else { return nil }
    return EndNotifier(controller, isWanted: { policy == .yes || isAway() }) { line in
      _ = bus_notify(address, line)
    }
  }

  /// - Parameter show: Called on a thread of its own, and may block.
  init(
    _ controller: SessionController, isWanted: @escaping () -> Bool,
    show: @escaping @Sendable (String) -> Void
  ) {
    self.isWanted = isWanted
    self.show = show
    wording = { [weak controller] in .aloud(controller?.times ?? .clock) }
    subscription = controller.observe(as: .notification) { [weak self] news in
      if case .settled(let change) = news { self?.follow(change) }
    }
  }

  /// Waits for pending notifications, but not for long.
  package func stop() async {
    subscription = nil
    await SystemThread.run("notification") { [sending] in
      _ = sending.wait(timeout: .now() + Self.grace)
    }
  }

  private func follow(_ change: SessionChange) {
    let state = change.after
    guard change.before.phase == .listening, state.phase == .finished, state.rehearsal == nil,
      let end = state.end, [.completed, .failed].contains(end), isWanted()
    else { return }
    let line = state.summary.text(
      end: end, sat: state.plan.isOfSongsAlone ? nil : state.sat, wording: wording())
    sending.enter()
    SystemThread.start("notification") { [show, sending] in
      show(line)
      sending.leave()
    }
  }
}
