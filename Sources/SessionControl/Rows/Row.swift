/// What a row of any list shows. A view draws rows, and knows nothing of what they are about.
public protocol Row {
  /// What the row is at a glance.
  var marker: RowMarker { get }
  /// The same in a word, for a rendering without symbols; empty where there is nothing to say.
  var state: String { get }
  /// The same where a change of the row is told: also what goes without saying in a list.
  var stateAsNews: String { get }
  /// What is typed to name the row; `nil` where it has no number.
  var number: Int? { get }
  var title: String { get }
  /// What else is to be said, beside the title; may be empty.
  var message: String { get }
  /// What stands at the right edge, such as a time; may be empty.
  var detail: String { get }
  /// Whether the row can be changed now.
  var isEditable: Bool { get }
  /// What the row means, for a rendering with colours.
  var style: RowStyle { get }
}

extension Row {
  public var marker: RowMarker { .none }
  public var state: String { "" }
  public var stateAsNews: String { state }
  public var number: Int? { nil }
  public var message: String { "" }
  public var detail: String { "" }
  public var isEditable: Bool { false }
  public var style: RowStyle { .plain }
}
