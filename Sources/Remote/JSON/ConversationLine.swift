public import SessionControl

/// Lines of a conversation that no view of the session writes, in UTF-8, with their line breaks.
public enum ConversationLine {
  /// A line of text, as the prompt prints it.
  ///
  /// - Parameter style: `nil` if it is a diagnostic.
  public static func line(_ text: String, as style: RowStyle?) -> [UInt8] {
    bytes(of: .line(JSONMessage.Line(style: style, text: text)))
  }

  /// The answer to the line with this id, or to one without an id; `nil` means that the view
  /// answered the line itself.
  public static func answer(_ reply: Reply?, to id: String?) -> [UInt8] {
    guard let (reason, text) = reply?.refusal else {
      return bytes(of: .done(JSONMessage.Done(id: id)))
    }
    return bytes(of: .refused(JSONMessage.Refused(id: id, reason: reason, text: text)))
  }

  /// The end of the program with exit code `code`.
  public static func bye(code: Int32) -> [UInt8] { bytes(of: .bye(JSONMessage.Bye(code: code))) }

  /// The end of a conversation while the program runs on.
  public static func closed(reason: String, text: String) -> [UInt8] {
    bytes(of: .closed(JSONMessage.Closed(reason: reason, text: text)))
  }

  private static func bytes(of message: JSONMessage) -> [UInt8] {
    var text = JSONText()
    text.add(message)
    return text.bytes
  }
}
