/// The content of a row of any list. Views draw rows without knowing what they are about.
package protocol Row {
  /// The state as a symbol.
  var marker: RowMarker { get }
  /// The state in words, for a rendering without symbols; may be empty.
  var state: String { get }
  /// The state in words when the row has changed; names states that `state` leaves empty, too.
  var stateAsNews: String { get }
  /// The number that the user types to select the row; `nil` if it has none.
  var number: Int? { get }
  var title: String { get }
  /// A text beside the title; may be empty.
  var message: String { get }
  /// A text at the right edge, such as a time; may be empty.
  var detail: String { get }
  /// A sentence about the row, shown below it; may be empty.
  var remark: String { get }
  /// The meaning of the row, for a rendering with colours.
  var style: RowStyle { get }
}

extension Row {
  package var marker: RowMarker { .none }
  package var state: String { "" }
  package var stateAsNews: String { state }
  package var number: Int? { nil }
  package var message: String { "" }
  package var detail: String { "" }
  package var remark: String { "" }
  package var style: RowStyle { .plain }
}

/// The state of a row as a symbol. The view decides how a marker looks.
package enum RowMarker: Hashable, Sendable {
  case none
  /// Can be chosen, but is not.
  case unchecked
  /// Chosen.
  case checked
  case playing
  case paused
  /// Failed.
  case broken
  /// The default.
  case preferred
}

/// The meaning of a line, for colours.
package enum RowStyle: Hashable, Sendable {
  case plain
  case heading
  /// The current row.
  case current
  /// Chosen.
  case picked
  /// Completed.
  case finished
  /// Cancelled before its end.
  case cancelled
  /// An error or a warning.
  case warning
  /// Less important.
  case muted
}
