import CommandLanguage
import MeditationCore
import Remote
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
    output = ConversationOutput(isWatching: isWatching, say: say)
    view = LineView(controller: controller, output: output)
  }

  /// Performs one line, and answers it.
  ///
  /// - Parameter done: Called when it is answered.
  func take(_ line: String, done: @escaping (Reply?) -> Void) {
    output.isAnswering = true
    let finish: (String?, Reply?) -> Void = { [self] id, reply in
      output.isAnswering = false
      say(ConversationLine.answer(reply, to: id))
      done(reply)
    }
    do throws(CommandError) {
      let identified = try IdentifiedCommand.split(line)
      view.take(String(identified.rest)) { [output] reply in
        if reply == .quit {
          output.say("'quit' ends this conversation; the session goes on.", as: .muted)
        }
        finish(identified.id, reply)
      }
    } catch {
      output.warn("\(error)")
      finish(nil, .notUnderstood(error))
    }
  }

  /// Writes the last lines: the program is about to exit with `code`.
  func end(code: Int32) {
    view.end()
    say(ConversationLine.bye(code: code))
  }
}
