/// Sets rows into columns: marker, number, title, subtitle, and a time at the right.
///
/// No row is wider than the output; titles and subtitles give way first.
struct RowLayout {
  private static let gap = 2
  private static let widestText = 40

  private let numberWidth: Int
  private let titleWidth: Int
  private let subtitleWidth: Int
  private let width: Int?

  /// A layout for a list whose last number is `lastNumber` and whose texts are `rows`', on an
  /// output of `width` cells; `nil` has no edge.
  init(lastNumber: Int, rows: some Collection<some Row>, width: Int?) {
    numberWidth = String(lastNumber).count
    self.width = width
    var title = Self.widest(rows.lazy.map(\.title))
    var subtitle = Self.widest(rows.lazy.map(\.subtitle))
    if let width {
      let fixed = 3 + numberWidth + 3 * Self.gap + Self.widest(rows.lazy.map(\.detail)) + Self.gap
      let free = max(0, width - fixed)
      subtitle = min(subtitle, max(free - title, free / 3))
      title = min(title, free - subtitle)
    }
    titleWidth = title
    subtitleWidth = subtitle
  }

  /// The line that shows `row`.
  func line(_ row: some Row) -> String {
    let number = String(row.number)
    let columns = [
      row.marker.symbol,
      String(repeating: " ", count: max(0, numberWidth - number.count)) + number,
      CellWidth.pad(row.title, to: titleWidth),
      CellWidth.pad(row.subtitle, to: subtitleWidth),
      row.detail,
    ]
    let line = columns.filter { !$0.isEmpty }.joined(
      separator: String(repeating: " ", count: Self.gap))
    return width.map { CellWidth.fit(line, in: $0) } ?? line
  }

  private static func widest(_ texts: some Sequence<String>) -> Int {
    texts.reduce(0) { max($0, min(CellWidth.of($1), widestText)) }
  }
}

extension RowMarker {
  /// Three cells, so that rows stand in columns.
  var symbol: String {
    switch self {
    case .unpicked: "[ ]"
    case .picked: "[x]"
    case .playing: " ▶ "
    case .paused: " ‖ "
    case .none: "   "
    }
  }
}
