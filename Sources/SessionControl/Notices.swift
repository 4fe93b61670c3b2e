public import MeditationCore
public import Screens

/// A notification to every client. All clients receive notices in the same order.
public enum Notice: Sendable {
  /// An action or an event has settled, whether or not it changed anything.
  case settled(SessionChange)
  /// The bells of a session that is over have rung out; not sent if it has none.
  case rangOut
  /// More files were read.
  case reading(ReadingProgress)
  /// The list is complete.
  case readingFinished
  /// The practice changed.
  case practice(PracticeNews)
}

/// Sends notices to all clients. News of the practice is queued until a client observes.
@MainActor final class Notices {
  private let emitter = EventEmitter<Notice>()
  private var queued: [PracticeNews] = []
  /// Called with news of the present that come before there is a client.
  var onEarlyNews: ((PracticeNews) -> Void)?

  func observe(_ handler: @escaping (Notice) -> Void) -> Subscription {
    emitter.subscribe(handler)
  }

  func send(_ notice: Notice) { emitter.emit(notice) }

  func send(_ news: PracticeNews) {
    if emitter.subscriptionCount > 0 {
      emitter.emit(.practice(news))
    } else if case .speaking = news {
      onEarlyNews?(news)
    } else {
      queued.append(news)
    }
  }

  /// Sends what was queued before there was a client.
  func sendQueued() {
    let news = queued
    queued = []
    for news in news { send(news) }
  }
}
