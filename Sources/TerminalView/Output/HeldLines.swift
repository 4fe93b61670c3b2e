import SessionControl

/// The lines said while the terminal belongs to another program. The oldest are dropped first.
struct HeldLines {
  private static let limit = 100

  private var lines: [(line: String, style: RowStyle)] = []

  mutating func append(_ line: String, as style: RowStyle) {
    lines.append((line, style))
    if lines.count > Self.limit { lines.removeFirst() }
  }

  /// Returns all lines, in order, and forgets them.
  mutating func release() -> [(line: String, style: RowStyle)] {
    defer { lines = [] }
    return lines
  }
}
