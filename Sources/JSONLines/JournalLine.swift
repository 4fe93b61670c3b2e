public import SessionControl

/// The journal as one object on one line, as `journal` answers it.
@MainActor public enum JournalLine {
  /// The line of `page` in UTF-8, with its line break.
  public static func bytes(of page: JournalPage) -> [UInt8] {
    var text = JSONText()
    text.add(.journal(JSONMessage.Journal(page)))
    return text.bytes
  }
}
