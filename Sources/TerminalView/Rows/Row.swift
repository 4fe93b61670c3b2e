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

/// What a line means, apart from its words.
public enum RowStyle: Hashable, Sendable {
  case plain, heading, current, picked, muted, failed
}

/// The state of a row at a glance.
enum RowMarker {
  case unpicked, picked, playing, paused, failed, none

  /// Three cells, so that rows stand in columns.
  var symbol: String {
    switch self {
    case .unpicked: "[ ]"
    case .picked: "[x]"
    case .playing: " ▶ "
    case .paused: " ‖ "
    case .failed: " ! "
    case .none: "   "
    }
  }

  /// The state in a word, for a rendering without symbols; empty where there is nothing to say.
  var word: String {
    switch self {
    case .unpicked: "unpicked"
    case .picked: "picked"
    case .playing: "playing"
    case .paused: "paused"
    case .failed: "failed"
    case .none: ""
    }
  }
}
