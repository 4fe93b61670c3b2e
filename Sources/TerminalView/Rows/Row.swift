/// What a line of a list shows, whatever it is a list of.
protocol Row {
  /// The state of the row at a glance.
  var marker: RowMarker { get }
  /// What the user types to name the row.
  var number: Int { get }
  var title: String { get }
  var subtitle: String { get }
  /// What stands at the right edge: a time.
  var detail: String { get }
  /// What the row is, for a view that has colours.
  var style: RowStyle { get }
}

/// What a row means, apart from its words.
enum RowStyle {
  case plain, current, picked, muted, failed
}

/// The state of a row at a glance.
enum RowMarker {
  case unpicked, picked, playing, paused, none
}
