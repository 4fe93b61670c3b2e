import MeditationCore
import Score
import SessionControl
import Text

/// Sets a status into one line: marker, title, position, progress, length, place, time left,
/// volume.
///
/// Where there is no room for all, the volume gives way first, then the time left, the place, that
/// there is no device, the progress, the length, and last the title.
struct StatusLine: Equatable {
  /// A run of the line that means one thing.
  struct Part: Equatable {
    var text: String
    var style: RowStyle
  }

  private static let gap = "  "
  private static let narrowestTitle = 8
  private static let widestTitle = 40
  private static let narrowestBar = 8
  private static let widestBar = 120

  /// The parts, to be printed one after the other.
  let parts: [Part]

  /// The whole line, without its styles.
  var text: String { parts.map(\.text).joined() }

  /// The line that shows `status` in at most `width` cells.
  init(_ status: SessionStatus, width: Int) {
    let marker = status.transport == .playing ? "▶ " : "‖ "
    let length = status.length?.timeText
    let position = status.position.timeText.leftPadded(to: length?.count ?? 0)
    let start = marker + position
    let tails =
      (status.isWithoutDevice ? [SessionStatus.noDevice] : [])
      + [status.placement, status.left.symbols, status.loudness]
    let titleWidth = CellWidth.of(status.title)
    for count in stride(from: tails.count, through: -2, by: -1) {
      let hasBar = count >= 0 && length != nil
      let end = count >= -1 ? length.map { " \($0)" } ?? "" : ""
      let tail = tails.prefix(max(0, count)).map { Self.gap + $0 }.joined()
      let fixed = CellWidth.of(start + end + tail) + Self.gap.count + (hasBar ? 1 : 0)
      let least = min(titleWidth, Self.narrowestTitle) + (hasBar ? Self.narrowestBar : 0)
      guard fixed + least <= width || count == -2 else { continue }
      let (title, bar) = Self.share(width - fixed, title: titleWidth, hasBar: hasBar)
      guard fixed <= width, title > 0 || titleWidth == 0 else { break }
      parts =
        [Part(text: marker + CellWidth.fit(status.title, in: title) + Self.gap, style: .current)]
        + [Part(text: position, style: .plain)]
        + Self.bar(status, cells: bar)
        + [Part(text: end + tail, style: .plain)]
      return
    }
    parts = [Part(text: CellWidth.fit(start, in: width), style: .current)]
  }

  /// What title and bar get of the room for both.
  private static func share(_ room: Int, title: Int, hasBar: Bool) -> (title: Int, bar: Int) {
    let wanted = min(title, widestTitle)
    guard hasBar else { return (max(0, min(wanted, room)), 0) }
    let fair = max(min(wanted, narrowestTitle), min(wanted, room / 2))
    return (fair, min(widestBar, room - fair))
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
