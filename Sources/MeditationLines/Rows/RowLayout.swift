import MeditationScreens

/// Formats rows in columns: marker, number, title, message, and a right-aligned detail.
///
/// Rows are at most as wide as the output. If space is short, the message is shortened or dropped
/// first, then the title is shortened; marker, number and detail remain.
package struct RowLayout {
  /// The largest width of the title and of the message, unless a third of the row is more.
  private static let widestText = 40
  /// If title and message together have fewer cells than this, the message is dropped.
  private static let roomForBoth = 24
  /// Narrower rows have small gaps.
  private static let narrow = 40
  private static let markerWidth = 3

  private let hasMarkers: Bool
  private let numberWidth: Int
  private let titleWidth: Int
  private let messageWidth: Int
  private let detailWidth: Int
  private let gap: String
  private let width: Int?

  /// Creates a layout for a list whose highest number is `lastNumber` and whose texts are those of
  /// `rows`, on an output of `width` cells; `nil` is unlimited.
  ///
  /// - Parameters:
  ///   - widestText: The largest width of the title and of the message where there is more room;
  ///     `nil` is ``widestText``, or a third of the row if that is more.
  ///   - sparesMarkers: True if narrow rows have no column of markers when none of `rows` has one.
  package init(
    lastNumber: Int = 0, rows: [Row], width: Int?, widestText: Int? = nil,
    sparesMarkers: Bool = false
  ) {
    let isNarrow = width.map { $0 < Self.narrow } ?? false
    hasMarkers = !sparesMarkers || !isNarrow || rows.contains { $0.marker != .none }
    numberWidth = rows.contains { $0.number != nil } ? String(lastNumber).count : 0
    self.width = width
    gap = isNarrow ? " " : "  "
    detailWidth = Self.widest(rows.lazy.map(\.detail))
    let most = widestText ?? max(Self.widestText, (width ?? 0) / 3)
    let title = Self.widest(rows.lazy.map(\.title), most)
    let message = Self.widest(rows.lazy.map(\.message), most)
    guard let width else {
      (titleWidth, messageWidth) = (title, message)
      return
    }
    let markers = hasMarkers ? Self.markerWidth + gap.count : 0
    let free = max(0, width - (markers + numberWidth + detailWidth + 2 * gap.count))
    if message > 0, free >= Self.roomForBoth {
      let both = free - gap.count
      messageWidth = min(message, max(both - title, both / 3))
      titleWidth = min(title, both - messageWidth)
    } else {
      (titleWidth, messageWidth) = (min(title, free), 0)
    }
  }

  package func line(_ row: Row) -> String {
    let line = columns(row)
    return width.map { CellWidth.fit(line, in: $0) } ?? line
  }

  /// True if the line for `row` leaves something of it out.
  func shortens(_ row: Row) -> Bool {
    CellWidth.of(row.title) > titleWidth || CellWidth.of(row.message) > messageWidth
      || width.map { CellWidth.of(columns(row)) > $0 } ?? false
  }

  /// All of `row` in one line of any width.
  func wholeLine(_ row: Row) -> String {
    let texts = [row.number.map { String($0) } ?? "", row.title, row.message, row.detail]
    return ([hasMarkers ? row.marker.symbol : ""] + texts).filter { !$0.isEmpty }
      .joined(separator: gap)
  }

  private func columns(_ row: Row) -> String {
    let columns = [
      hasMarkers ? row.marker.symbol : "",
      CellWidth.rightAligned(row.number.map { String($0) } ?? "", to: numberWidth),
      CellWidth.pad(row.title, to: titleWidth),
      CellWidth.pad(row.message, to: messageWidth),
      CellWidth.rightAligned(row.detail, to: detailWidth),
    ]
    return columns.filter { !$0.isEmpty }.joined(separator: gap)
  }

  /// The line with the remark of `row`, below its title; `nil` if it has none.
  func remark(_ row: Row) -> String? {
    guard !row.remark.isEmpty else { return nil }
    let columns = [hasMarkers ? Self.markerWidth : 0, numberWidth].filter { $0 > 0 }
    let indent = columns.reduce(0) { $0 + $1 + gap.count }
    return String(repeating: " ", count: indent) + row.remark
  }

  private static func widest(_ texts: some Sequence<String>, _ most: Int = .max) -> Int {
    texts.reduce(0) { max($0, min(CellWidth.of($1), most)) }
  }
}

extension RowMarker {
  /// Three cells wide, so that columns align.
  fileprivate var symbol: String {
    switch self {
    case .none: "   "
    case .unchecked: "[ ]"
    case .checked: "[x]"
    case .playing: " ▶ "
    case .paused: " ‖ "
    case .broken: " ! "
    case .preferred: " * "
    }
  }
}

/// Formats a row to be read aloud: `2 picked: Title, Artist, 5:30`.
enum PlainRow {
  static func line(_ row: Row, isNews: Bool = false) -> String {
    let state = isNews ? row.stateAsNews : row.state
    let label = [row.number.map { String($0) } ?? "", state].filter { !$0.isEmpty }
    guard !label.isEmpty else {
      let text = [row.title, row.message].filter { !$0.isEmpty }.joined(separator: ": ")
      return [text, row.detail, row.remark].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    let texts = [row.title, row.message, row.detail, row.remark].filter { !$0.isEmpty }
    return "\(label.joined(separator: " ")): \(texts.joined(separator: ", "))"
  }
}
