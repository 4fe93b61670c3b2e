import MeditationText

/// The unit of lengths without one.
package enum LengthUnit: String, CaseIterable, Sendable {
  case hours, minutes, seconds

  var seconds: Int {
    switch self {
    case .seconds: 1
    case .minutes: 60
    case .hours: 3_600
    }
  }
}

/// The columns of a table, recognized by their names.
struct ImportColumns {
  enum Role: Hashable {
    /// The date on which a sit began, perhaps with the time; in UTC unless its cells say otherwise.
    case begin, beginUTC
    case time
    case end
    /// The whole length; `nil` if the column names no unit.
    case length(LengthUnit?)
    /// The length, or one part of it beside other columns.
    case part(LengthUnit)
    case set, note, activity, label

    /// The name of the role in a message.
    var text: String {
      switch self {
      case .begin: "the beginning"
      case .beginUTC: "the beginning in UTC"
      case .time: "the time of day"
      case .end: "the end"
      case .length(nil): "the length"
      case .length(let unit?), .part(let unit): "the length in \(unit.rawValue)"
      case .set: "the set"
      case .note, .activity: "the note"
      case .label: "the label"
      }
    }
  }

  /// The names of columns in lower case. Of several for one role, the one listed first counts.
  private static let table: [(role: Role, names: [String])] = [
    (
      .begin,
      [
        "start_local", "started at", "startedat", "started", "start", "startdate", "start date",
        "date and time", "datetime", "timestamp", "begin", "began", "date", "day", "datum",
      ]
    ),
    (.beginUTC, ["startedat (utc)", "started at (utc)", "start_time_unix"]),
    (.time, ["time", "time of day", "start time", "uhrzeit"]),
    (.end, ["enddate", "end date", "ended at", "ended", "end", "end time", "completed"]),
    (.part(.hours), ["hours", "hour", "hrs", "stunden"]),
    (.part(.minutes), ["minutes", "min", "mins", "minuten"]),
    (.part(.seconds), ["seconds", "secs", "sec", "sekunden"]),
    (.length(.minutes), ["duration (min)", "duration (minutes)", "duration_minutes"]),
    (
      .length(.seconds),
      ["duration_secs", "duration (s)", "duration (seconds)", "duration_seconds"]
    ),
    (.length(.hours), ["duration (hours)", "duration_hours"]),
    (.length(nil), ["duration", "length", "sat"]),
    (.set, ["set", "preset"]),
    (.note, ["note", "notes", "message", "comment", "notiz"]),
    (.activity, ["activity"]),
    (.label, ["label", "tag", "category"]),
  ]

  /// The columns of each role, the one that counts first.
  private let places: [Role: [Int]]
  /// The roles of the columns with the length: one, or parts that add up, the largest first.
  let lengths: [Role]
  /// The names in the first line; empty if it has none.
  let names: [String]
  /// The number of columns up to the last required one.
  let width: Int
  /// True for Meditation Assistant's table: its times are in UTC, and `0:45` is hours and minutes.
  ///
  /// Source: Meditation Assistant, `MeditationAssistant.exportSessions`.
  let isAssistant: Bool
  /// The order of dates in a known table, if they leave it open: Insight Timer has the month first.
  let usualOrder: DateOrder?

  /// - Parameter cells: The first line; `nil` if it names no beginning or no length.
  init?(_ cells: [String]) {
    let names = cells.map { FormulaGuard.unguarded($0).trimmedBlanks }
    let folded = names.map { $0.lowercased() }
    var places: [Role: [Int]] = [:]
    for (role, known) in Self.table {
      places[role] = known.compactMap(folded.firstIndex)
    }
    self.init(
      places, names: names,
      isAssistant: ["id", "length", "started"].allSatisfy(folded.contains),
      usualOrder: folded.contains { $0.hasPrefix("started at") || $0.hasPrefix("startedat") }
        && folded.contains("duration") ? .monthFirst : nil)
  }

  /// A table without a line of names: a date, perhaps a time, and minutes; otherwise `nil`.
  init?(unnamed cells: [String]) {
    guard 2...3 ~= cells.count, let last = cells.last, Digits.value(Array(cells[0].utf8)) == nil,
      DateOrder.allCases.contains(where: { ImportTime(cells[0], $0)?.date != nil }),
      (try? TimeText.parse(ImportColumns.number(last), numberIn: .minutes)) != nil,
      cells.count == 2 || ImportTime(cells[1], .dayFirst)?.second != nil
    else { return nil }
    var places: [Role: [Int]] = [.begin: [0], .length(nil): [cells.count - 1]]
    if cells.count == 3 { places[.time] = [1] }
    self.init(places, names: [], isAssistant: false, usualOrder: nil)
  }

  private init?(
    _ places: [Role: [Int]], names: [String], isAssistant: Bool, usualOrder: DateOrder?
  ) {
    let places = places.filter { !$0.value.isEmpty }
    (self.places, self.names) = (places, names)
    (self.isAssistant, self.usualOrder) = (isAssistant, usualOrder)
    let parts = LengthUnit.allCases.map { Role.part($0) }.filter { places[$0] != nil }
    let wholes = [.minutes, .seconds, .hours, nil].map { Role.length($0) }
    lengths = parts.isEmpty ? Array(wholes.filter { places[$0] != nil }.prefix(1)) : parts
    let begin = (places[.begin] ?? []) + (places[.beginUTC] ?? [])
    let length =
      lengths.isEmpty ? places[.end]?.first : lengths.compactMap { places[$0]?.first }.max()
    guard let begin = begin.max(), let length else { return nil }
    width = max(begin, length) + 1
  }

  /// The first cell of a role that is not empty; empty if there is none.
  func cell(_ role: Role, in cells: [String]) -> String {
    for place in places[role] ?? [] where place < cells.count {
      let cell = cells[place].trimmedBlanks
      if !cell.isEmpty { return cell }
    }
    return ""
  }

  /// The cell with the beginning of the sit, and true if a time in it without a zone is in UTC.
  func begin(in cells: [String]) -> (text: String, isUTC: Bool) {
    let text = cell(.begin, in: cells)
    return text.isEmpty ? (cell(.beginUTC, in: cells), true) : (text, isAssistant)
  }

  /// True if no column names the unit of its lengths.
  var hasUnstatedUnit: Bool { lengths == [.length(nil)] && !isAssistant }

  /// How each column is read, as a line, with `unit` for lengths whose column names none; `nil` if
  /// the columns have no names.
  func text(_ unit: LengthUnit) -> String? {
    guard !names.isEmpty else { return nil }
    var parts: [String] = []
    var unused: [String] = []
    for (place, name) in names.enumerated() {
      let role = Self.table.map(\.role).first { role in
        switch role {
        // Further columns are not used.
        case .length, .part: lengths.contains(role) && places[role]?.first == place
        default: places[role]?.contains(place) ?? false
        }
      }
      let shown = "\(QuotedInput(name))"
      if let role {
        parts.append("\(shown) is \(meaning(role, unit))")
      } else if !name.isEmpty {
        unused.append(shown)
      }
    }
    if !unused.isEmpty {
      parts.append("\(unused.joined(separator: ", ")) \(unused.count == 1 ? "is" : "are") not used")
    }
    return "Columns: \(parts.joined(separator: "; "))."
  }

  private func meaning(_ role: Role, _ unit: LengthUnit) -> String {
    switch role {
    case .begin where isAssistant: Role.beginUTC.text
    case .length(nil): Role.length(unit).text
    case .part(let unit) where lengths.count > 1: "the \(unit.rawValue) of the length"
    default: role.text
    }
  }

  /// `text` with a decimal point in place of a comma.
  static func number(_ text: String) -> String {
    text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ",") }
      ? text.replacing(",", with: ".", maxReplacements: 1) : text
  }
}
