import MeditationText

/// The columns of a table, recognized by their names.
struct ImportColumns {
  enum Role: Hashable {
    /// The date on which a sit began, with its time or without; in UTC unless its cells say so.
    case begin, beginUTC
    case time
    case end
    /// The unit of a number alone.
    case length(Unit)
    case set, note, activity, label

    /// The name of the role in a message.
    var text: String {
      switch self {
      case .begin: "the beginning"
      case .beginUTC: "the beginning in UTC"
      case .time: "the time of day"
      case .end: "the end"
      case .length(let unit): "the length in \(unit.rawValue)"
      case .set: "the set"
      case .note, .activity: "the note"
      case .label: "the label"
      }
    }
  }

  enum Unit: String {
    case seconds, minutes, hours

    var seconds: Int {
      switch self {
      case .seconds: 1
      case .minutes: 60
      case .hours: 3_600
      }
    }
  }

  /// The names of columns in lower case. Of several with one role, the first one here counts.
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
    (
      .length(.minutes),
      [
        "minutes", "min", "mins", "minuten", "duration (min)", "duration (minutes)", "duration",
        "length", "sat",
      ]
    ),
    (.length(.seconds), ["duration_secs", "seconds", "duration (s)", "duration (seconds)"]),
    (.length(.hours), ["hours", "duration (hours)"]),
    (.set, ["set", "preset"]),
    (.note, ["note", "notes", "message", "comment", "notiz"]),
    (.activity, ["activity"]),
    (.label, ["label", "tag", "category"]),
  ]

  /// The columns of each role, that which counts first.
  private let places: [Role: [Int]]
  /// The names in the first line; empty if it has none.
  let names: [String]
  /// The number of columns up to the last one that must be there.
  let width: Int
  /// True for the table of Meditation Assistant: its times are in UTC, and `0:45` is hours and minutes.
  ///
  /// Source: Meditation Assistant, `MeditationAssistant.exportSessions`.
  let isAssistant: Bool
  /// The order of dates in a table that is known, if they do not tell it: Insight Timer has the month
  /// first.
  let usualOrder: DateOrder?

  /// - Parameter cells: The first line; `nil` if it does not name a beginning and a length.
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

  /// A table without names: a date, perhaps a time, and minutes; `nil` if the first line is another.
  init?(unnamed cells: [String]) {
    guard 2...3 ~= cells.count, let last = cells.last, Digits.value(Array(cells[0].utf8)) == nil,
      DateOrder.allCases.contains(where: { ImportTime(cells[0], $0)?.date != nil }),
      (try? TimeText.parse(ImportColumns.number(last), numberIn: .minutes)) != nil,
      cells.count == 2 || ImportTime(cells[1], .dayFirst)?.second != nil
    else { return nil }
    var places: [Role: [Int]] = [.begin: [0], .length(.minutes): [cells.count - 1]]
    if cells.count == 3 { places[.time] = [1] }
    self.init(places, names: [], isAssistant: false, usualOrder: nil)
  }

  private init?(
    _ places: [Role: [Int]], names: [String], isAssistant: Bool,
    usualOrder: DateOrder?
  ) {
    self.places = places.filter { !$0.value.isEmpty }
    (self.names, self.isAssistant, self.usualOrder) = (names, isAssistant, usualOrder)
    let units: [Unit] = [.minutes, .seconds, .hours]
    let begin = (self.places[.begin] ?? []) + (self.places[.beginUTC] ?? [])
    let length = units.compactMap { places[.length($0)]?.first } + (places[.end] ?? []).prefix(1)
    guard let begin = begin.max(), let length = length.first else { return nil }
    width = max(begin, length) + 1
  }

  /// The first cell of a role that has something; empty if none has.
  func cell(_ role: Role, in cells: [String]) -> String {
    for place in places[role] ?? [] where place < cells.count {
      let cell = cells[place].trimmedBlanks
      if !cell.isEmpty { return cell }
    }
    return ""
  }

  /// The cell that says when the sit began; a time in it without a zone is in UTC or local.
  func begin(in cells: [String]) -> (text: String, isUTC: Bool) {
    let text = cell(.begin, in: cells)
    return text.isEmpty ? (cell(.beginUTC, in: cells), true) : (text, isAssistant)
  }

  func has(_ role: Role) -> Bool { places[role] != nil }

  /// The line that says how each column is read; `nil` if they have no names.
  var text: String? {
    guard !names.isEmpty else { return nil }
    var parts: [String] = []
    var unused: [String] = []
    for (place, name) in names.enumerated() {
      let role = Self.table.first { places[$0.role]?.contains(place) ?? false }?.role
      let shown = "\(QuotedInput(name))"
      if let role {
        parts.append(
          "\(shown) is \(isAssistant && role == .begin ? Role.beginUTC.text : role.text)")
      } else if !name.isEmpty {
        unused.append(shown)
      }
    }
    if !unused.isEmpty {
      parts.append("\(unused.joined(separator: ", ")) \(unused.count == 1 ? "is" : "are") not used")
    }
    return "Columns: \(parts.joined(separator: "; "))."
  }

  /// `text` with a point where it has a decimal comma.
  static func number(_ text: String) -> String {
    text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ",") }
      ? text.replacing(",", with: ".", maxReplacements: 1) : text
  }
}
