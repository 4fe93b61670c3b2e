import CommandLanguage
import MeditationCore
import Score
import SessionControl

/// A client of the session that steers it for programs on the session bus, and tells them its state.
@MainActor public final class MPRISPlayer {
  private let controller: SessionController
  private let client = Client()
  private let exchange: BusExchange
  private let onQuit: () -> Void
  private let onProblem: (String) -> Void
  private var subscription: Subscription?
  private var requests: Task<Void, Never>?

  private var session: MeditationViewModel { controller.session }

  init(
    controller: SessionController, address: String, exchange: BusExchange,
    onQuit: @escaping () -> Void, onProblem: @escaping (String) -> Void
  ) {
    self.controller = controller
    self.exchange = exchange
    self.onQuit = onQuit
    self.onProblem = onProblem
    show(hasJumped: false)
    subscription = session.observe(\.self) { [weak self] old, new in
      self?.show(
        hasJumped: new.phase == .listening && old.score.generation != new.score.generation)
    }
    // Unbounded, but no more requests wait than the bus's thread keeps.
    let (events, sink) = AsyncStream.makeStream(of: BusEvent.self)
    requests = Task { [weak self] in
      for await event in events { self?.receive(event) }
    }
    BusThread.start(address: address, exchange: exchange) { sink.yield($0) }
  }

  isolated deinit { stop() }

  /// Leaves the bus, soon.
  public func stop() {
    subscription = nil
    requests?.cancel()
    exchange.stop()
  }

  private func show(hasJumped: Bool) {
    let state = PlayerState(of: controller)
    exchange.show(
      state, position: session.state.trackPosition(in: state.track), hasJumped: hasJumped)
  }

  private func receive(_ event: BusEvent) {
    switch event {
    case .request(let id, let command):
      exchange.answer(BusAnswer(id: id, refusal: perform(command)))
    case .quit: onQuit()
    case .problem(let text): onProblem(text)
    }
  }

  /// Performs `request`.
  ///
  /// - Returns: Why it was refused; `nil` if it was performed, or has no effect now.
  private func perform(_ request: PlayerCommand) -> String? {
    guard let command = request.command(in: session) else { return nil }
    return switch controller.perform(command, from: client) {
    case .outcome, .page, .quit, .pending: nil
    case .refused(let refusal): refusal.text
    case .declined(let refusal): refusal.text
    case .notUnderstood(let error): "\(error)"
    }
  }
}
