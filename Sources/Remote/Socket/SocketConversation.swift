import ArgumentParser
import CommandLanguage
import MeditationCore
import Remote
import SessionControl

/// A conversation of the control socket: that of `--format json`, unless the first line chooses
/// another form.
@MainActor final class RemoteConversation: Conversation {
  private let controller: SessionController
  private let say: ([UInt8]) -> Void
  private let leave: (ConversationEnd) -> Void
  /// `nil` until the first line, or until the client has waited for it.
  private var form: Form?
  private var watching: Subscription?
  /// Whether the next line is the first one.
  private var isNew = true
  private var isTaking = false
  /// Why the conversation ends when the line that is performed is answered.
  private var end: ConversationEnd?

  private enum Form {
    case objects(JSONLinesView)
    case text(TextConversation)
  }

  init(
    with controller: SessionController, say: @escaping ([UInt8]) -> Void,
    leave: @escaping (ConversationEnd) -> Void
  ) {
    self.controller = controller
    self.say = say
    self.leave = leave
  }

  func greet() {
    guard form == nil else { return }
    let view = objects()
    form = .objects(view)
    view.begin()
  }

  func take(_ line: String, done: @escaping () -> Void) {
    isTaking = true
    perform(line) { [self] reply in
      isTaking = false
      if reply == .quit { end = .quit }
      if let end { leave(end) }
      done()
    }
  }

  func end(code: Int32) {
    greet()
    switch form {
    case .objects(let view): view.end(code: code)
    case .text(let text): text.end(code: code)
    case nil: break
    }
  }

  private func perform(_ line: String, done: @escaping (Reply?) -> Void) {
    defer { isNew = false }
    // Even after `hello`, which does not wait long for a line.
    if isNew, let opening = ConversationOpening(line) {
      begin(opening)
      return done(nil)
    }
    greet()
    switch form {
    case .objects(let view): view.take(line, done: done)
    case .text(let text): text.take(line, done: done)
    case nil: done(nil)
    }
  }

  private func begin(_ opening: ConversationOpening) {
    switch opening.form {
    case .json:
      let view = objects()
      view.follow()
      form = .objects(view)
    case .text:
      form = .text(TextConversation(with: controller, isWatching: opening.isWatching, say: say))
    }
    // After the view, so that it has told the end.
    if opening.isWatching {
      watching = controller.observe { [weak self] in self?.follow($0) }
    }
    say(ConversationLine.answer(nil, to: opening.id))
  }

  private func objects() -> JSONLinesView {
    JSONLinesView(
      controller: controller, version: Meditate.configuration.version, say: say)
  }

  /// Ends the conversation with the session.
  private func follow(_ notice: Notice) {
    guard case .settled(let change) = notice, change.before.phase == .listening,
      change.after.phase != .listening
    else { return }
    if isTaking { end = .sessionOver } else { leave(.sessionOver) }
  }
}
