import CommandLanguage
import JSONLines
import MeditationCore
import SessionControl
import TerminalView

/// A conversation in which lines are answered as the prompt answers them.
@MainActor final class TextConversation {
  private let output: ConversationOutput
  private let view: LineView
  private let say: ([UInt8]) -> Void

  /// - Parameter isWatching: Whether what others change is told, too.
  init(
    with controller: SessionController, isWatching: Bool, say: @escaping ([UInt8]) -> Void
  ) {
    self.say = say
    output = ConversationOutput(isOpen: isWatching, say: say)
    view = LineView(controller: controller, output: output)
  }

  /// Performs one line, and answers it.
  ///
  /// - Returns: Whether the line is `quit`.
  func take(_ line: String) -> Bool {
    var (id, rest): (String?, String) = (nil, line)
    var reply: Reply?
    do throws(CommandError) {
      let identified = try IdentifiedCommand.split(line)
      (id, rest) = (identified.id, String(identified.rest))
      reply = output.whileOpen { view.submit(rest) }
    } catch {
      output.whileOpen { output.warn("\(error)") }
      reply = .notUnderstood(error)
    }
    if reply == .quit {
      output.whileOpen {
        output.say("'quit' ends this conversation; the session goes on.", as: .muted)
      }
    }
    say(ConversationLine.answer(reply, to: id))
    return reply == .quit
  }

  /// Writes the last lines: the program is about to exit with `code`.
  func end(code: Int32) {
    view.end()
    say(ConversationLine.bye(code: code))
  }
}
