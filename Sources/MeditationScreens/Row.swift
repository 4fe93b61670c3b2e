/// The content of a row of any list. Views draw rows without knowing what they are about.
package struct Row: Equatable, Sendable {
  package var marker = RowMarker.none
  /// The state in words, for a rendering without symbols; may be empty.
  package var state = ""
  /// The state of a song in words when it has changed; names states that `state` leaves empty, too.
  package var stateAsNews = ""
  /// The number that the user types to select the row; `nil` if it has none.
  package var number: Int?
  package var title: String
  /// A text beside the title; may be empty.
  package var message: String
  /// A text at the right edge, such as a time; may be empty.
  package var detail = ""
  /// A sentence about the row, shown below it; may be empty.
  package var remark = ""
  package var style: RowStyle

  /// Creates a row of these texts: a sentence, or a key and what it does.
  package init(_ title: String, _ message: String = "", as style: RowStyle = .plain) {
    (self.title, self.message, self.style) = (title, message, style)
  }
}

/// The state of a row as a symbol. The view decides how a marker looks.
package enum RowMarker: Hashable, Sendable {
  case none
  /// Can be chosen, but is not.
  case unchecked
  case checked
  case playing
  case paused
  case broken
  case preferred
}

/// The meaning of a line, for colours; the raw value is its name in JSON.
package enum RowStyle: String, Hashable, Sendable {
  case plain
  case heading
  case current
  case picked
  case finished
  case cancelled
  case warning
  case muted
}
