import Remote
import SessionControl
import TerminalView

/// The output of a view whose lines go to a client of the control socket.
@MainActor final class ConversationOutput: LineOutput {
  /// Whether a line is being answered.
  var isAnswering = false

  private let isWatching: Bool
  private let say: ([UInt8]) -> Void

  /// - Parameter isWatching: Whether lines are sent that answer nothing; otherwise they are dropped.
  init(isWatching: Bool, say: @escaping ([UInt8]) -> Void) {
    self.isWatching = isWatching
    self.say = say
  }

  var rendering: Rendering { .plain }
  var width: Int? { nil }
  var height: Int? { nil }
  var isInteractive: Bool { false }
  var isAway: Bool { false }
  var keys: KeySupport { .lines }

  func say(_ line: String, as style: RowStyle) { send(line, as: style) }
  func warn(_ line: String) { send(line, as: nil) }
  func prompt() {}
  func show(_ status: SessionStatus?) {}
  func show(_ form: NameForm?) {}
  func show(reading: ReadingProgress?) {}

  private func send(_ line: String, as style: RowStyle?) {
    if isWatching || isAnswering { say(ConversationLine.line(line, as: style)) }
  }
}
