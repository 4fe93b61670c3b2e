import MeditationText

/// Draws days of practice as SVG 1.1: weeks as columns, a cell a day, and a bar below each week.
package struct CalendarChart {
  package struct Range: Hashable, Sendable {
    /// Ten years. A longer picture is too large for most programs.
    private static let mostWeeks = 523

    fileprivate let first: CivilDate
    fileprivate let last: CivilDate

    /// The days from `first` to `last`; by default the 53 weeks up to the last day, which is
    /// `today`. `nil` if there are none, or more than ten years of them.
    package init?(from first: CivilDate? = nil, to last: CivilDate? = nil, today: CivilDate) {
      self.last = last ?? max(today, first ?? today)
      self.first = first ?? self.last.monday.adding(-52 * 7)
      guard self.first <= self.last, weekCount <= Self.mostWeeks else { return nil }
    }

    fileprivate var weekCount: Int { (last.monday.dayNumber - first.monday.dayNumber) / 7 + 1 }

    fileprivate var title: String {
      let isYear =
        first.year == last.year && (first.month, first.day) == (1, 1)
        && (last.month, last.day) == (12, 31)
      return isYear
        ? "Meditation in \(first.year)"
        : "Meditation from \(first.text) to \(last.text)"
    }
  }

  /// In pixels, like all lengths.
  private static let step = 14
  private static let cellSize = 11
  private static let left = 40
  private static let top = 48
  /// Where the bars begin, and how long the longest one is.
  private static let barsTop = top + 7 * step + 34
  private static let longestBar = 56
  private static let legendTop = barsTop + longestBar + 20
  private static let height = legendTop + 30
  /// Enough for the legend.
  private static let leastWidth = 440

  private let days: [CivilDate: Duration]
  /// By the week's Monday.
  private let weeks: [CivilDate: Duration]
  /// The goal for each week; `nil` if there is none.
  private let goal: Duration?
  private let range: Range
  private let today: CivilDate
  /// The title, ready for XML.
  private let title: String

  /// The chart of `days`, as in ``PracticeTotals/days``, of the sits with a label or, without
  /// `sitLabel`, of all. Days to come are outlined; a goal for each week is a line across the bars.
  package init(
    of days: [CivilDate: Duration], in range: Range, today: CivilDate, goal: PracticeGoal? = nil,
    sitLabel: String? = nil
  ) {
    (self.range, self.today) = (range, today)
    if case .minutesAWeek(let minutes) = goal {
      self.goal = .seconds(minutes * 60)
    } else {
      self.goal = nil
    }
    let addition = sitLabel.map { ", label: \(CleanText.clean($0))" } ?? ""
    title = (range.title + addition).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let drawn = days.filter {
      $0.value > .zero && $0.key >= range.first && $0.key <= range.last
    }
    self.days = drawn
    weeks = drawn.reduce(into: [:]) { $0[$1.key.monday, default: .zero] += $1.value }
  }

  private var first: CivilDate { range.first }
  private var weekCount: Int { range.weekCount }
  private var width: Int { max(Self.leastWidth, Self.left + weekCount * Self.step + 16) }

  package var svg: String {
    var lines = [
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(Self.height)" \
      viewBox="0 0 \(width) \(Self.height)" role="img" \
      font-family="sans-serif" font-size="11">
      <title>\(title)</title>
      <desc>\(description)</desc>
      \(ChartColours.style)
      <rect class="ground" width="100%" height="100%" fill="\(ChartColours.ground)"/>
      """,
      label(title, x: Self.left, y: 20, size: 13),
    ]
    lines += monthLabels + weekdayLabels
    lines += (first.dayNumber...range.last.dayNumber).map { cell(CivilDate(dayNumber: $0)) }
    lines += bars + legend
    lines.append("</svg>\n")
    return lines.joined(separator: "\n")
  }

  private var description: String {
    guard let longest = days.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
      return "No day with a sit."
    }
    let total = days.values.reduce(.zero, +)
    let count = days.count == 1 ? "1 day" : "\(days.count) days"
    return "\(count) with a sit, \(total.unitText) in all. The longest was "
      + "\(longest.key.longText): \(longest.value.unitText)."
  }

  /// A bar for each week with a sit; the longest one says how long it is.
  private var bars: [String] {
    guard let most = weeks.values.max() else { return [] }
    let longest = max(most, goal ?? .zero)
    let bottom = Self.barsTop + Self.longestBar
    let line = goal.map { goal in
      let y = bottom - Int((goal / longest * Double(Self.longestBar)).rounded())
      return """
        <path class="goal" d="M\(Self.left) \(y)H\(Self.left + weekCount * Self.step)" fill="none" \
        stroke="\(ChartColours.text)" stroke-dasharray="2 3"><title>The goal: \(goal.unitText) a \
        week</title></path>
        """
    }
    let bars = (0..<weekCount).compactMap { column -> String? in
      let monday = first.monday.adding(7 * column)
      guard let sat = weeks[monday] else { return nil }
      let length = max(1, Int((sat / longest * Double(Self.longestBar)).rounded()))
      return Self.rectangle(
        x: Self.left + column * Self.step, y: bottom - length, height: length,
        look: Self.filled(3), title: "Week of \(monday.text): \(sat.unitText)")
    }
    return [label("Each week, up to \(most.unitText)", x: Self.left, y: Self.barsTop - 8)] + bars
      + [line].compactMap(\.self)
  }

  private func cell(_ day: CivilDate) -> String {
    let x = Self.left + (day.monday.dayNumber - first.monday.dayNumber) / 7 * Self.step
    let y = Self.top + (day.weekday - 1) * Self.step
    let name = day.longText
    guard day <= today else { return Self.square(x: x, y: y, level: nil, title: name) }
    let sat = days[day] ?? .zero
    let time = sat > .zero ? sat.unitText : "no sit"
    return Self.square(x: x, y: y, level: DayGrid.level(of: sat), title: "\(name): \(time)")
  }

  private static func square(x: Int, y: Int, level: Int?, title: String) -> String {
    let outline = "class=\"open\" fill=\"none\" stroke=\"\(ChartColours.levels[0])\""
    return rectangle(
      x: x, y: y, height: cellSize, look: level.map(filled) ?? outline, title: title)
  }

  private static func filled(_ level: Int) -> String {
    "class=\"l\(level)\" fill=\"\(ChartColours.levels[level])\""
  }

  private static func rectangle(
    x: Int, y: Int, height: Int, look: String, title: String
  ) -> String {
    """
    <rect x="\(x)" y="\(y)" width="\(cellSize)" height="\(height)" rx="2" \(look)>\
    <title>\(title)</title></rect>
    """
  }

  /// Above the first week that begins in each month. Left out above the last column, where it would
  /// not fit, and if the next month's label follows at once.
  private var monthLabels: [String] {
    let mondays = (0..<weekCount).map { first.monday.adding(7 * $0) }
    let starts = mondays.indices.filter { column in
      column == 0 || max(mondays[column], first).month != max(mondays[column - 1], first).month
    }
    return starts.enumerated().compactMap { number, column in
      let next = number + 1 < starts.count ? starts[number + 1] : weekCount
      guard next - column >= 2 else { return nil }
      let name = CivilDate.months[max(mondays[column], first).month - 1].prefix(3)
      return label(String(name), x: Self.left + column * Self.step, y: Self.top - 6)
    }
  }

  private var weekdayLabels: [String] {
    [0, 2, 4].map { row in
      let name = String(CivilDate.weekdays[row].prefix(3))
      return label(name, x: 10, y: Self.top + row * Self.step + 9)
    }
  }

  private var legend: [String] {
    let y = Self.legendTop
    let names = ["no sit", "under 10 min", "10 min", "20 min", "40 min and more"]
    let places = [0, 60, 156, 216, 276]
    return zip(names, places).enumerated().flatMap { level, entry in
      let x = Self.left + entry.1
      return [
        Self.square(x: x, y: y, level: level, title: entry.0),
        label(entry.0, x: x + Self.cellSize + 4, y: y + 9),
      ]
    }
  }

  private func label(_ text: String, x: Int, y: Int, size: Int? = nil) -> String {
    let size = size.map { " font-size=\"\($0)\"" } ?? ""
    return "<text x=\"\(x)\" y=\"\(y)\"\(size) fill=\"\(ChartColours.text)\">\(text)</text>"
  }
}

/// The colours of the chart: one hue, in steps of lightness that differ even without colour vision.
private enum ChartColours {
  static let ground = "#ffffff"
  static let text = "#3d4450"
  /// From no sit to the longest.
  static let levels = ["#e6e8eb", "#b3d9c4", "#6fb98f", "#2f8560", "#0f4a35"]

  /// Dark colours for those who prefer them. Programs that ignore styles use the light attributes.
  static let style = """
    <style>
    @media (prefers-color-scheme: dark) {
    .ground { fill: #14171c; }
    text { fill: #c3c9d2; }
    .l0 { fill: #2a2f37; }
    .l1 { fill: #1e5a44; }
    .l2 { fill: #2f8a66; }
    .l3 { fill: #62bd94; }
    .l4 { fill: #b5ecd0; }
    .open { stroke: #2a2f37; }
    .goal { stroke: #c3c9d2; }
    }
    </style>
    """
}

extension CivilDate {
  fileprivate var text: String { "\(day) \(Self.months[month - 1]) \(year)" }
  fileprivate var longText: String { "\(weekdayName) \(text)" }
}
