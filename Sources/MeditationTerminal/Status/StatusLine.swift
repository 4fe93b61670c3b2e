import MeditationLines
import MeditationPlan
import MeditationScreens
import MeditationText

/// Formats a status as one line: marker, title, position, progress, length, place, time left,
/// volume, repeat, seed. With a plan, time left, bell, breath and session time come before the
/// place.
///
/// If space is short, the progress bar shrinks first. Then remarks are dropped from the last to the
/// first, except for the time left, or the message about a missing device. Then the bar is dropped,
/// the title is truncated, and the length and finally the time left are dropped.
struct StatusLine {
  private static let gap = "  "
  private static let narrowestTitle = 8
  private static let widestTitle = 40
  private static let narrowestBar = 4
  private static let widestBar = 120

  private(set) var parts: [(text: String, style: RowStyle)]

  /// The whole line without styles.
  var text: String { parts.map(\.text).joined() }

  /// Formats `status` in at most `width` cells.
  init(_ status: SessionStatus, width: Int) {
    let marker = status.transport == .playing ? "▶ " : "‖ "
    let length = status.length?.timeText
    let position = CellWidth.rightAligned(status.position.timeText, to: length?.count ?? 0)
    let start = marker + position
    let wanted = min(CellWidth.of(status.title), Self.widestTitle)
    for form in Self.forms(status) {
      let hasBar = form.hasBar && length != nil
      let end = form.hasLength ? length.map { " \($0)" } ?? "" : ""
      let tail = form.tails.map { Self.gap + $0 }.joined()
      let fixed = CellWidth.of(start + end + tail) + Self.gap.count + (hasBar ? 1 : 0)
      let least = form.cutsTitle ? min(wanted, form.leastTitle) : wanted
      guard fixed + least + (hasBar ? Self.narrowestBar : 0) <= width else { continue }
      let title = min(wanted, width - fixed - (hasBar ? Self.narrowestBar : 0))
      guard title > 0 || wanted == 0 else { continue }
      let heading = marker + CellWidth.fit(status.title, in: title) + Self.gap
      let cells = hasBar ? min(Self.widestBar, width - fixed - title) : 0
      parts = [(heading, .current), (position, .plain)]
      parts += Self.bar(status, cells: cells)
      parts.append((end + tail, .plain))
      return
    }
    parts = [(CellWidth.fit(start, in: width), .current)]
  }

  /// The parts of a line besides marker, title and position.
  private struct Form {
    var tails: [String]
    var hasBar = true
    var hasLength = true
    var cutsTitle = false
    /// The shortest part of the title that is worth showing.
    var leastTitle = StatusLine.narrowestTitle
  }

  /// The forms of the line, from the widest to the narrowest.
  private static func forms(_ status: SessionStatus) -> [Form] {
    let tails = status.remarks
    let kept = status.mostNeeded.map { [$0] } ?? []
    // The place is dropped before the time left, which then has its short form.
    let fewest = kept.isEmpty || status.place == nil ? 1 : 2
    let whole = stride(from: tails.count, through: fewest, by: -1)
    return whole.map { Form(tails: Array(tails.prefix($0))) }
      + [
        Form(tails: kept), Form(tails: kept, hasBar: false),
        Form(tails: kept, hasBar: false, cutsTitle: true),
        Form(tails: kept, hasBar: false, hasLength: false, cutsTitle: true),
        Form(tails: [], hasBar: false, cutsTitle: true),
        Form(tails: [], hasBar: false, hasLength: false, cutsTitle: true, leastTitle: 0),
      ]
  }

  private static func bar(
    _ status: SessionStatus, cells: Int
  ) -> [(text: String, style: RowStyle)] {
    guard cells > 0, let length = status.length, length > .zero else { return [] }
    let bar = WaveBar(cells: cells, fraction: status.position / length, peaks: status.peaks)
    return [(" " + bar.heard, .current), (bar.head, .heading), (bar.rest, .muted)]
  }
}
