import MeditationCore
import Score
import SessionControl
import Text

/// Formats a status as one line: marker, title, position, progress, length, place, time left,
/// volume, repeat, seed. With a plan, time left, bell, breath and session time come before the place.
///
/// If space is short, the progress bar shrinks first; then what changes seldom is dropped, then the
/// volume and the others from the last to the first, and the progress. Then the title is truncated,
/// except for the message about a missing device; the length is dropped if little of the title is
/// left.
struct StatusLine: Equatable {
  /// A part of the line with one style.
  struct Part: Equatable {
    var text: String
    var style: RowStyle
  }

  private static let gap = "  "
  private static let narrowestTitle = 8
  private static let widestTitle = 40
  private static let narrowestBar = 4
  private static let widestBar = 120

  /// The parts, in order.
  let parts: [Part]

  /// The whole line without styles.
  var text: String { parts.map(\.text).joined() }

  /// Formats `status` in at most `width` cells.
  init(_ status: SessionStatus, width: Int) {
    let marker = status.transport == .playing ? "▶ " : "‖ "
    let length = status.length?.timeText
    let position = status.position.timeText.leftPadded(to: length?.count ?? 0)
    let start = marker + position
    let tails = status.remarks
    let wanted = min(CellWidth.of(status.title), Self.widestTitle)
    for count in stride(from: tails.count, through: -2, by: -1) {
      let hasBar = count >= 0 && length != nil
      let end = count >= -1 ? length.map { " \($0)" } ?? "" : ""
      let tail = tails.prefix(max(0, count)).map { Self.gap + $0 }.joined()
      let fixed = CellWidth.of(start + end + tail) + Self.gap.count + (hasBar ? 1 : 0)
      let mayCut = count < 0 || count == 1 && status.isWithoutDevice
      let least =
        (mayCut ? min(wanted, Self.narrowestTitle) : wanted) + (hasBar ? Self.narrowestBar : 0)
      guard fixed + least <= width || count == -2 else { continue }
      let title = max(0, min(wanted, width - fixed - (hasBar ? Self.narrowestBar : 0)))
      guard fixed <= width, title > 0 || wanted == 0 else { break }
      let bar = hasBar ? min(Self.widestBar, width - fixed - title) : 0
      parts =
        [Part(text: marker + CellWidth.fit(status.title, in: title) + Self.gap, style: .current)]
        + [Part(text: position, style: .plain)]
        + Self.bar(status, cells: bar)
        + [Part(text: end + tail, style: .plain)]
      return
    }
    parts = [Part(text: CellWidth.fit(start, in: width), style: .current)]
  }

  private static func bar(_ status: SessionStatus, cells: Int) -> [Part] {
    guard cells > 0, let length = status.length, length > .zero else { return [] }
    let bar = WaveBar(cells: cells, fraction: status.position / length, peaks: status.peaks)
    return [
      Part(text: " " + bar.heard, style: .current), Part(text: bar.head, style: .heading),
      Part(text: bar.rest, style: .muted),
    ]
  }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: " ", count: Swift.max(0, count - self.count)) + self
  }
}
