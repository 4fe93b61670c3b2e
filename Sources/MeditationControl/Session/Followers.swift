import MeditationCore
import MeditationScreens

/// News of a session. All followers hear it in the same order.
package enum SessionNews: Sendable {
  /// A command is about to change the songs at these indices.
  case selecting([Int])
  /// An action or an event has settled, whether or not it changed anything.
  case settled(SessionChange)
  /// The session went on, and nothing else changed. About ten times a second.
  case step(SessionChange)
  /// More files were read; `nil` if the list is complete.
  case reading(ReadingProgress?)
  /// The practice changed.
  case practice(PracticeNews)
}

/// The followers of a session, in the order in which they receive news; at each place, in the order
/// in which they joined. ``SessionController``'s own followers come first.
package enum FollowerPlace: Int, CaseIterable, Sendable {
  /// Keeps the machine awake.
  case awake
  /// Runs the user's commands: before a client, which may end the program.
  case hooks
  /// Sends lines and shows the replies: a terminal, a pipe or another program.
  case client
  /// Shows the end of a session on the desktop.
  case notification
  /// Shows the session to media keys and desktops.
  case bus
}

/// The followers of a session from outside. News of the practice wait for the first client.
@MainActor final class Followers {
  private let emitter = EventEmitter<SessionNews>()
  private var hasClient = false
  private var queued: [PracticeNews] = []
  /// Called with news about the present that come before there is a client.
  var onEarlyNews: ((PracticeNews) -> Void)?

  func add(at place: FollowerPlace, _ handler: @escaping (SessionNews) -> Void) -> Subscription {
    if place == .client { hasClient = true }
    return emitter.subscribe(at: place.rawValue, handler)
  }

  func tell(_ news: SessionNews) { emitter.emit(news) }

  func tell(_ news: PracticeNews) {
    if hasClient {
      tell(.practice(news))
    } else if case .speaking = news {
      onEarlyNews?(news)
    } else {
      queued.append(news)
    }
  }

  func tellQueued() {
    let news = queued
    queued = []
    for news in news { tell(news) }
  }
}
