import CMeditationSocket
import MeditationSystem

/// Passes states and answers from the session to the bus's thread. Safe on any thread; nothing blocks.
final class MPRISExchange: Sendable {
  struct Contents: Sendable {
    var state = MPRISState()
    /// The position in the current track when it was last shown, in microseconds.
    var position: Int64 = 0
    var shown = ContinuousClock.now
    /// True if the position has jumped since it was last taken.
    var hasJumped = false
    /// Answers that the bus's thread has not taken yet; at most one for each waiting request.
    var answers: [(id: Int, refusal: String?)] = []
    var isStopped = false
  }

  let wake: Int32
  private let contents = Locked(Contents())

  /// `nil` if the program has too many open files.
  init?() {
    wake = wake_create()
    if wake < 0 { return nil }
  }

  deinit { wake_close(wake) }

  /// Sets the position, in microseconds, for those who ask for it.
  func show(position: Int64) { contents.withLock { ($0.position, $0.shown) = (position, .now) } }

  func show(_ state: MPRISState, position: Int64, hasJumped: Bool) {
    let isNews = contents.withLock { contents in
      let isNews = hasJumped || contents.state != state
      contents.state = state
      (contents.position, contents.shown) = (position, .now)
      if hasJumped { contents.hasJumped = true }
      return isNews
    }
    // The position is read on request.
    if isNews { wake_signal(wake) }
  }

  /// Answers the request with this number; `refusal` is `nil` if it was performed.
  func answer(_ id: Int, refusal: String?) {
    contents.withLock { $0.answers.append((id, refusal)) }
    wake_signal(wake)
  }

  func stop() {
    contents.withLock { $0.isStopped = true }
    wake_signal(wake)
  }

  /// The position in microseconds. While the track plays, it advances from the one that was shown,
  /// at most for a second: then the next one is due.
  var position: Int64 {
    let contents = contents.withLock(\.self)
    guard contents.state.status == .playing else { return contents.position }
    let passed = min(contents.shown.duration(to: .now), .seconds(1))
    let position = contents.position + Int64(passed / .microseconds(1))
    return min(position, contents.state.track?.length ?? .max)
  }

  /// Takes the contents; each jump and answer is returned once.
  func take() -> Contents {
    contents.withLock { contents in
      let taken = contents
      contents.hasJumped = false
      contents.answers = []
      return taken
    }
  }
}

/// Messages from the bus's thread to the session, in order.
enum BusEvent: Sendable {
  /// A command whose answer has this number.
  case request(id: Int, MPRISRequest)
  case quit
  /// The player is not, or no longer, on the bus. Nothing follows.
  case problem(String)
}
