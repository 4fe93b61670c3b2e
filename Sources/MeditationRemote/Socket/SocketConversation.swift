import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationLines
import MeditationScreens
import MeditationText

extension ControlSocket {
  /// A socket that answers for `controller`'s session; `nil` without a directory in `environment`.
  ///
  /// - Parameter onProblem: Called with a line for the user if the socket cannot be used.
  package static func serving(
    _ controller: SessionController, version: String, environment: [String: String],
    onProblem: @escaping (String) -> Void
  ) -> ControlSocket? {
    guard let folder = SocketFolder(environment: environment) else { return nil }
    return ControlSocket(in: folder, onProblem: onProblem) {
      SocketConversation(with: controller, version: version, write: $0, leave: $1)
    }
  }
}

/// Answers a client of the socket, in `--format json` unless its first line chooses another form.
@MainActor final class SocketConversation: Conversation {
  private let controller: SessionController
  private let version: String
  private let write: ([UInt8]) -> Void
  private let leave: (ConversationEnd) -> Void
  /// `nil` until the first line, or until the client has waited for the greeting.
  private var form: (any ConversationForm)?
  /// Observes the session, if the conversation ends with it.
  private var watching: Subscription?
  /// True if the watched session is over; its bells may still ring.
  private var sessionIsOver = false
  private var isNew = true
  private var isAnswering = false
  /// Why the conversation ends after the present line is answered.
  private var end: ConversationEnd?

  init(
    with controller: SessionController, version: String, write: @escaping ([UInt8]) -> Void,
    leave: @escaping (ConversationEnd) -> Void
  ) {
    self.controller = controller
    self.version = version
    self.write = write
    self.leave = leave
  }

  func greet() {
    guard form == nil else { return }
    let view = objects()
    form = view
    view.begin()
  }

  func answer(_ line: String, done: @escaping () -> Void) {
    isAnswering = true
    perform(line) { [self] reply in
      isAnswering = false
      if reply == .quit { end = .quit }
      if let end { leave(end) }
      done()
    }
  }

  func end(code: Int32) {
    greet()
    form?.end(code: code)
  }

  private func perform(_ line: String, done: @escaping (Reply?) -> Void) {
    defer { isNew = false }
    // Even after `hello`, which does not wait long for a line.
    if isNew, let opening = ConversationOpening(line) {
      begin(opening)
      return done(nil)
    }
    greet()
    form?.take(line, done: done)
  }

  private func begin(_ opening: ConversationOpening) {
    switch opening.form {
    case .json:
      let view = objects()
      view.reportChanges()
      form = view
    case .text:
      form = TextConversation(with: controller, isWatching: opening.isWatching, write: write)
    }
    // After the view, so that the view reports the end first.
    if opening.isWatching {
      watching = controller.observe { [weak self] in self?.leaveAtEnd($0) }
    }
    write(JSONMessage.answer(nil, to: opening.id).bytes)
  }

  private func objects() -> JSONLinesView {
    JSONLinesView(controller: controller, version: version, quitsProgram: false, write: write)
  }

  /// Ends the conversation with the session, when its bells have rung out.
  private func leaveAtEnd(_ news: SessionNews) {
    if case .settled(let change) = news, change.before.phase == .listening,
      change.after.phase != .listening
    {
      sessionIsOver = true
    }
    guard sessionIsOver, !controller.session.state.isRinging else { return }
    if isAnswering { end = .sessionOver } else { leave(.sessionOver) }
  }
}

/// A conversation in one of its forms: objects, or lines of text.
@MainActor private protocol ConversationForm: AnyObject {
  func take(_ line: String, done: @escaping (Reply?) -> Void)
  func end(code: Int32)
}

extension JSONLinesView: ConversationForm {}

/// The first line of a conversation, if it chooses a form: `text` or `json`, and `watch` to end the
/// conversation with the session.
///
/// Such a conversation has no `hello`.
package struct ConversationOpening: Equatable {
  package enum Form: String {
    /// The objects of `--format json`.
    case json
    /// Lines of text, as the prompt prints them.
    case text
  }

  private static let watchWord = "watch"

  let id: String?
  let form: Form
  let isWatching: Bool

  package var line: String {
    ([id.map { "#\($0)" }, form.rawValue, isWatching ? Self.watchWord : nil]).compactMap(\.self)
      .joined(separator: " ")
  }

  package init(id: String?, form: Form, isWatching: Bool) {
    self.id = id
    self.form = form
    self.isWatching = isWatching
  }

  /// Parses `line`; `nil` if it chooses no form.
  init?(_ line: String) {
    guard let identified = try? IdentifiedCommand.split(line) else { return nil }
    let words = identified.rest.split(whereSeparator: \.isWhitespace)
    guard let form = words.first.flatMap({ Form(rawValue: $0.lowercased()) }),
      words.count == 1 || words.dropFirst().elementsEqual([Self.watchWord[...]])
    else { return nil }
    self.init(id: identified.id, form: form, isWatching: words.count > 1)
  }
}

// MARK: - Lines of text

/// A conversation whose lines are answered as at the prompt.
@MainActor private final class TextConversation: ConversationForm {
  private let output: ConversationOutput
  private let view: LineView

  /// - Parameter isWatching: True to print changes by other clients, too.
  init(with controller: SessionController, isWatching: Bool, write: @escaping ([UInt8]) -> Void) {
    output = ConversationOutput(isWatching: isWatching, write: write)
    view = LineView(controller: controller, output: output, quitsProgram: false)
  }

  func take(_ line: String, done: @escaping (Reply?) -> Void) {
    output.isAnswering = true
    let finish: (String?, Reply?) -> Void = { [output] id, reply in
      output.isAnswering = false
      output.write(JSONMessage.answer(reply, to: id).bytes)
      done(reply)
    }
    do throws(LineError) {
      let identified = try IdentifiedCommand.split(line)
      view.take(String(identified.rest)) { [output] reply in
        if reply == .quit {
          output.print("'quit' ends this conversation; the session goes on.", as: .muted)
        }
        finish(identified.id, reply)
      }
    } catch {
      output.warn("\(error)")
      finish(nil, .notUnderstood(error))
    }
  }

  func end(code: Int32) {
    view.end()
    output.write(JSONMessage.bye(code: code).bytes)
  }
}

/// Sends a view's lines to a client of the control socket.
@MainActor private final class ConversationOutput: LineOutput {
  var isAnswering = false

  let write: ([UInt8]) -> Void
  /// False to drop lines that answer nothing.
  private let isWatching: Bool

  init(isWatching: Bool, write: @escaping ([UInt8]) -> Void) {
    self.isWatching = isWatching
    self.write = write
  }

  var rendering: Rendering { .plain }
  var isInteractive: Bool { false }

  func print(_ line: String, as style: RowStyle) { send(line, as: style) }
  func warn(_ line: String) { send(line, as: nil) }
  func prompt() {}

  /// - Parameter style: `nil` if the line is a diagnostic.
  private func send(_ line: String, as style: RowStyle?) {
    guard isWatching || isAnswering else { return }
    write(JSONMessage.line(line, as: style).bytes)
  }
}
