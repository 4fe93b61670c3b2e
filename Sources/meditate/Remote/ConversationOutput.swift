import JSONLines
import SessionControl
import TerminalView

/// The output of a view whose lines go to a client of the control socket.
@MainActor final class ConversationOutput: LineOutput {
  /// Whether lines are sent; others are dropped.
  private var isOpen: Bool
  private let say: ([UInt8]) -> Void

  init(isOpen: Bool, say: @escaping ([UInt8]) -> Void) {
    self.isOpen = isOpen
    self.say = say
  }

  /// Sends the lines of `work`.
  func whileOpen<Result>(_ work: () -> Result) -> Result {
    let wasOpen = isOpen
    isOpen = true
    defer { isOpen = wasOpen }
    return work()
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
    if isOpen { say(ConversationLine.line(line, as: style)) }
  }
}
