import CMeditationSocket
import MeditationSystem

/// Passes states and answers from the session to the bus's thread. Safe on any thread; nothing blocks.
final class MPRISExchange: Sendable {
  struct Contents: Sendable {
    var state = MPRISState()
    /// The position in the current track when it was shown, in microseconds.
    var position: Int64 = 0
    var shown = ContinuousClock.now
    /// True if the position has jumped since it was last taken.
    var hasJumped = false
    /// The answers to requests that were not taken yet; no more than requests that wait.
    var answers: [(id: Int, refusal: String?)] = []
    var isStopped = false
  }

  let wake: Int32
  private let contents = Locked(Contents())

  /// Creates an empty exchange; `nil` if the program has too many open files.
  init?() {
    wake = wake_create()
    if wake < 0 { return nil }
  }

  deinit { wake_close(wake) }

  /// Sets the position, in microseconds, that the bus gets when it asks for it.
  func show(position: Int64) {
    contents.withLock { ($0.position, $0.shown) = (position, .now) }
  }

  func show(_ state: MPRISState, position: Int64, hasJumped: Bool) {
    let isNews = contents.withLock { contents in
      let isNews = hasJumped || contents.state != state
      contents.state = state
      (contents.position, contents.shown) = (position, .now)
      if hasJumped { contents.hasJumped = true }
      return isNews
    }
    // The position is read when someone asks for it.
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

  /// The position, in microseconds. While the track plays it goes on from what was shown, for a second at
  /// most: then the next one is due.
  var position: Int64 {
    let contents = contents.withLock(\.self)
    guard contents.state.status == .playing else { return contents.position }
    let passed = min(contents.shown.duration(to: .now), .seconds(1))
    let position = contents.position + Int64(passed / .microseconds(1))
    return min(position, contents.state.track?.length ?? .max)
  }

  /// The contents; jumps and answers are returned once.
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
  /// A command that waits for the answer with this number.
  case request(id: Int, MPRISRequest)
  case quit
  /// The player is not, or no longer, on the bus. Nothing follows.
  case problem(String)
}
