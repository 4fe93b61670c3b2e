import MeditationScreens

/// The lines printed while the terminal belongs to another program. The oldest are dropped first.
struct QueuedLines {
  private static let limit = 100

  private var lines: [(line: String, style: RowStyle)] = []

  mutating func append(_ line: String, as style: RowStyle) {
    lines.append((line, style))
    if lines.count > Self.limit { lines.removeFirst() }
  }

  mutating func take() -> [(line: String, style: RowStyle)] {
    defer { lines = [] }
    return lines
  }
}
