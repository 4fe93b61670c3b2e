import CommandLanguage
import SessionControl

@testable import Remote

extension JSONScene {
  /// Lines of a conversation of the control socket.
  static let conversation = [
    JSONScene(
      "lines of text, with their meanings",
      #"""
      {"style":"plain","text":"Paused \"here\"","type":"line"}
      {"style":"heading","text":"Player","type":"line"}
      {"style":"diagnostic","text":"No song 9.","type":"line"}
      {"id":"a","type":"done"}
      """#
    ) { stage in
      stage.say(ConversationLine.line("Paused \"here\"", as: .plain))
      stage.say(ConversationLine.line("Player", as: .heading))
      stage.say(ConversationLine.line("No song 9.", as: nil))
      stage.say(ConversationLine.answer(.page(.status), to: "a"))
    },
    JSONScene(
      "the session goes on without the conversation",
      #"""
      {"reason":"quit","text":"The conversation ended.","type":"closed"}
      {"code":0,"type":"bye"}
      """#
    ) { stage in
      stage.say(ConversationLine.closed(reason: "quit", text: "The conversation ended."))
      stage.say(ConversationLine.bye(code: 0))
    },
  ]
}
