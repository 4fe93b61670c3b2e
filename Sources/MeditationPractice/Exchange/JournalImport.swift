import MeditationLibrary
import MeditationPlan
import MeditationText

/// Sits read from a table: our own export, another program's, or a person's own.
package struct JournalImport: Hashable, Sendable {
  /// A sit, and the number of its line.
  package struct Taken: Hashable, Sendable {
    package var line: Int
    package var sit: Sit
  }

  package struct LeftOut: Hashable, Sendable {
    /// From 1.
    package var line: Int
    /// A sentence, ready for display.
    package var reason: String
  }

  /// The largest file that is read, in bytes.
  package static let limit = 16 << 20

  /// How the table was read, as sentences: its columns, and the order of its dates.
  package private(set) var explanation: [String] = []
  /// The first sit as it was read, as a sentence; `nil` for our own export, which is unambiguous.
  package private(set) var firstSit: String?
  /// In the order of the lines.
  package private(set) var taken: [Taken] = []
  /// In the order of the lines.
  package private(set) var leftOut: [LeftOut] = []

  /// Reads `bytes`, in UTF-8, UTF-16 or, for a cell that is neither, Windows-1252.
  ///
  /// Texts are not cleaned; clean them before they are shown.
  ///
  /// - Parameters:
  ///   - clock: Decides what is in the future, and the moments of local times.
  ///   - order: The order of dates such as 5/1/2024; `nil` takes the one that the table implies.
  ///   - unit: The unit of lengths such as 20 in a column that names none; `nil` is minutes, unless
  ///     one of them is hardly in minutes.
  package init(
    _ bytes: [UInt8], clock: WallClock, dates order: DateOrder? = nil,
    lengths unit: LengthUnit? = nil
  ) {
    guard bytes.count <= Self.limit else {
      leftOut = [LeftOut(line: 1, reason: "The file is larger than 16 MB.")]
      return
    }
    let bytes = ByteOrderMark.isUTF16(bytes) ? PlaylistText.normalized(bytes) : bytes
    guard ByteOrderMark.dropped(from: bytes).contains(where: { $0 > 0x20 }) else {
      leftOut = [LeftOut(line: 1, reason: "The file is empty.")]
      return
    }
    let now = clock.now()
    var names: [String] = []
    for separator in ",;\t".utf8 {
      var table = CSVReader(bytes, separator: separator)
      var records = table
      guard case .cells(var cells)? = records.next()?.content else { continue }
      // `sep=;` is read by Excel, and written by other programs for it.
      if cells.map({ $0.lowercased() }) == ["sep=", ""] {
        table = records
        guard case .cells(let names)? = records.next()?.content else { continue }
        cells = names
      }
      let isAboutSeparator = cells[0].lowercased().hasPrefix("sep=")
      if cells.count > names.count, !isAboutSeparator { names = cells }
      if let own = OwnTable(cells) {
        take(records, now) { cells throws(ImportProblem) in try own.sit(from: cells) }
        return
      }
      guard let columns = ImportColumns(cells) ?? ImportColumns(unnamed: cells) else { continue }
      if columns.names.isEmpty { records = table }
      let dates = ForeignTable.dates(of: records, columns, now: now)
      guard let order = order ?? dates.order else {
        leftOut = [LeftOut(line: 1, reason: Self.ambiguousDates)]
        return
      }
      if unit == nil, let doubt = ForeignTable.doubt(aboutLengthsOf: records, columns) {
        leftOut = [LeftOut(line: 1, reason: doubt)]
        return
      }
      var foreign = ForeignTable(columns, order, unit ?? .minutes, clock)
      explanation = [columns.text(unit ?? .minutes), dates.areAmbiguous ? order.text : nil]
        .compactMap(\.self)
      take(records, now) { cells throws(ImportProblem) in try foreign.sit(from: cells) }
      firstSit = taken.first.map(Self.text)
      return
    }
    leftOut = [LeftOut(line: 1, reason: Self.unknownColumns(names))]
  }

  private static let ambiguousDates =
    "Its dates can be read in two ways, as 5/1/2024 can. Write '--dates day-first' or '--dates month-first'."

  private static func unknownColumns(_ names: [String]) -> String {
    let named = names.filter { !$0.isEmpty }.prefix(12).map { "\(QuotedInput($0))" }
    return "The columns do not say when a sit began and how long it was, as 'date' and 'minutes' do"
      + (named.isEmpty ? "." : ": they are \(named.joined(separator: ", ")).")
  }

  /// "Line 2 is the sit 2026-05-01 07:00, 1:20:30, note 'calm'."
  private static func text(of taken: Taken) -> String {
    let sit = taken.sit
    let began = ISOMoment.text(sit.began)
    let texts = [("set", sit.set ?? ""), ("label", sit.label), ("note", sit.note)]
    let parts =
      ["\(began.prefix(10)) \(began.dropFirst(11).prefix(5))", ClockTime.text(sit.sat)]
      + texts.filter { !$0.1.isEmpty }.map { "\($0.0) \(QuotedInput($0.1))" }
    return "Line \(taken.line) is the sit \(parts.joined(separator: ", "))."
  }

  private mutating func take(
    _ records: CSVReader, _ now: Moment, _ sit: ([String]) throws(ImportProblem) -> Sit
  ) {
    // Empty lines at the end of the file are not reported.
    var emptyLines: [Int] = []
    for record in records {
      guard record.content != .cells([""]) else {
        emptyLines.append(record.line)
        continue
      }
      leftOut += emptyLines.map { LeftOut(line: $0, reason: "The line is empty.") }
      emptyLines = []
      do throws(ImportProblem) {
        switch record.content {
        case .problem(let reason): throw ImportProblem(reason)
        case .cells(let cells):
          let sit = try sit(cells)
          guard sit.began <= now else { throw ImportProblem("The date is in the future.") }
          guard sit.began.milliseconds >= 0 else { throw ImportProblem("The date is before 1970.") }
          let id = Sit.ID.imported(began: sit.began, sat: sit.sat)
          taken.append(Taken(line: record.line, sit: sit.withID(id)))
        }
      } catch {
        leftOut.append(LeftOut(line: record.line, reason: error.reason))
      }
    }
  }
}

/// Why a line cannot be imported, as a sentence.
private struct ImportProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  static let tooLong = ImportProblem("The length is over 24 hours.")

  static func noDate(_ text: String) -> ImportProblem {
    if text.isEmpty { return ImportProblem("There is no date.") }
    return ImportProblem(
      "\(QuotedInput(text)) is not a date "
        + (ImportTime.isDate(text)
          ? "and time that exists." : "that can be read, such as 2026-05-01 07:30."))
  }

  static func cells(_ count: Int, of width: Int) -> ImportProblem {
    ImportProblem("The line has only \(count) of at least \(width) cells.")
  }
}

/// A table written by another program or a person.
private struct ForeignTable {
  private let columns: ImportColumns
  private let order: DateOrder
  /// The unit of lengths whose column names none.
  private let unit: LengthUnit
  private let clock: WallClock
  /// When the next sit without a time of day begins, in seconds after midnight.
  private var nextSeconds: [CivilDate: Int] = [:]

  init(_ columns: ImportColumns, _ order: DateOrder, _ unit: LengthUnit, _ clock: WallClock) {
    (self.columns, self.order, self.unit, self.clock) = (columns, order, unit, clock)
  }

  /// Plausible minutes of a length without a unit.
  private static let believedMinutes = Duration.seconds(60)...Duration.seconds(3 * 3_600)

  /// The doubt about lengths whose column names no unit, if any: 900 are hardly minutes.
  static func doubt(aboutLengthsOf records: CSVReader, _ columns: ImportColumns) -> String? {
    guard columns.hasUnstatedUnit else { return nil }
    for record in records {
      guard case .cells(let cells) = record.content else { continue }
      let cell = columns.cell(.length(nil), in: cells)
      let text = ImportColumns.number(cell)
      guard isNumber(text), let length = try? TimeText.parse(text, numberIn: .minutes),
        length > .zero, !believedMinutes.contains(length)
      else { continue }
      let other: LengthUnit = length < believedMinutes.lowerBound ? .hours : .seconds
      return "Its lengths have no unit, and \(cell) can be minutes or \(other). "
        + "Write '--lengths minutes' or '--lengths \(other)'."
    }
    return nil
  }

  /// The order in which more of the dates exist and are past, or else the table's usual one; `nil`
  /// if nothing decides. Dates are ambiguous if another order changes any of them.
  static func dates(
    of records: CSVReader, _ columns: ImportColumns, now: Moment
  ) -> (order: DateOrder?, areAmbiguous: Bool) {
    var (dayFirst, monthFirst, areAmbiguous) = (0, 0, false)
    for record in records {
      guard case .cells(let cells) = record.content else { continue }
      let text = columns.begin(in: cells).text
      let (day, month) = (ImportTime(text, .dayFirst)?.date, ImportTime(text, .monthFirst)?.date)
      if day != month {
        areAmbiguous = true
        // In UTC it may be tomorrow already.
        if let day, day <= now.date.adding(1) { dayFirst += 1 }
        if let month, month <= now.date.adding(1) { monthFirst += 1 }
      } else if day == nil, let order = ImportTime.order(of: text) {
        areAmbiguous = true
        if order == .dayFirst { dayFirst += 1 } else { monthFirst += 1 }
      }
    }
    guard dayFirst != monthFirst else {
      return (columns.usualOrder ?? (areAmbiguous ? nil : .dayFirst), areAmbiguous)
    }
    return (monthFirst > dayFirst ? .monthFirst : .dayFirst, areAmbiguous)
  }

  /// A sit without a time of day is put at noon, after earlier ones: its day is what matters.
  mutating func sit(from cells: [String]) throws(ImportProblem) -> Sit {
    guard cells.count >= columns.width else { throw .cells(cells.count, of: columns.width) }
    let (time, date) = try begin(cells)
    var end: Duration?
    if let second = time.second, !columns.cell(.end, in: cells).isEmpty {
      end = try self.end(cells, after: moment(date, second, time.offset))
    }
    let length = try length(cells, orUntil: end)
    guard length <= .seconds(86_400) else { throw .tooLong }
    let start = time.second ?? nextSeconds[date] ?? 43_200
    guard start < 86_400 else { throw ImportProblem("The day has no time left for this sit.") }
    var sit = Sit(began: moment(date, start, time.offset))
    if time.second == nil {
      nextSeconds[date] = start + Int(length.wholeSeconds)
      let now = clock.now()
      guard sit.began <= now || date != now.date else {
        throw ImportProblem("A sit of today needs its time, too, such as 2026-11-20 07:30.")
      }
    }
    (sit.sat, sit.end) = (length.inWholeSeconds, .completed)
    let set = columns.cell(.set, in: cells)
    sit.set = set.isEmpty ? nil : set
    let activity = columns.cell(.activity, in: cells)
    sit.note = FormulaGuard.unguarded(columns.cell(.note, in: cells))
    if sit.note.isEmpty, activity.lowercased() != "meditation" { sit.note = activity }
    let label = FormulaGuard.unguarded(columns.cell(.label, in: cells))
    if label.count <= FreeText.longestLabel {
      sit.label = label
    } else {
      // No command could change such a label.
      sit.note = sit.note.isEmpty ? label : "\(label) - \(sit.note)"
    }
    return sit
  }

  /// When the sit began, and the date of that.
  private func begin(_ cells: [String]) throws(ImportProblem) -> (ImportTime, CivilDate) {
    let (text, isUTC) = columns.begin(in: cells)
    guard var time = ImportTime(text, order), let date = time.date else { throw .noDate(text) }
    if time.second == nil {
      let ofDay = columns.cell(.time, in: cells)
      if !ofDay.isEmpty {
        guard let other = ImportTime(ofDay, order), let second = other.second, other.date == nil
        else { throw ImportProblem("\(QuotedInput(ofDay)) is not a time of day.") }
        time.add(second: second, offset: other.offset)
      }
    }
    if isUTC { time.add(second: nil, offset: 0) }
    return (time, date)
  }

  /// How long after `began` the sit ended.
  private func end(_ cells: [String], after began: Moment) throws(ImportProblem) -> Duration? {
    let text = columns.cell(.end, in: cells)
    guard let time = ImportTime(text, order), let second = time.second else {
      throw ImportProblem("\(QuotedInput(text)) is not a time at which a sit ends.")
    }
    let offset = time.offset ?? (columns.isAssistant ? 0 : nil)
    var ended = moment(time.date ?? began.date, second, offset)
    // For a time alone, the next one after the beginning.
    if time.date == nil, ended < began {
      ended = moment(began.date.adding(1), second, offset)
    }
    guard ended >= began else { throw ImportProblem("The sit ends before it begins.") }
    return .milliseconds(ended.milliseconds - began.milliseconds)
  }

  /// The length in its own columns, or else from the beginning to `end`.
  private func length(_ cells: [String], orUntil end: Duration?) throws(ImportProblem) -> Duration {
    let written = columns.lengths.map { ($0, columns.cell($0, in: cells)) }
    if written.contains(where: { !$0.1.isEmpty }) || end == nil, let (role, cell) = written.first {
      switch role {
      case .part where written.count > 1: return try sum(written)
      case .part(let unit), .length(let unit?):
        return try Self.length(cell, unit, isInHours: columns.isAssistant)
      default: return try Self.length(cell, unit, isInHours: columns.isAssistant)
      }
    }
    guard let end else { throw ImportProblem("There is no length.") }
    guard end > .zero else { throw ImportProblem("The sit has no length.") }
    return end
  }

  /// The sum of hours, minutes and seconds. If they do not fit together, the columns may give one
  /// length in several units.
  private func sum(
    _ parts: [(role: ImportColumns.Role, cell: String)]
  ) throws(ImportProblem) -> Duration {
    var total = Duration.zero
    var larger: LengthUnit?
    // Thrown for a fraction of a unit if a smaller unit follows.
    var fraction: ImportProblem?
    for (role, cell) in parts {
      guard case .part(let unit) = role else { continue }
      defer { larger = unit }
      if cell.isEmpty { continue }
      let text = ImportColumns.number(cell)
      guard Self.isNumber(text), let length = try? TimeText.parse(text, numberIn: .minutes) else {
        throw ImportProblem("\(QuotedInput(cell)) is not a number of \(unit.rawValue).")
      }
      let scaled = length * unit.seconds / 60
      if let larger, scaled >= .seconds(larger.seconds) {
        throw ImportProblem(
          "\(QuotedInput(cell)) \(unit.rawValue) beside \(larger.rawValue) are more than 59.")
      }
      if let fraction { throw fraction }
      if scaled != .seconds(unit.seconds) * (Int(scaled.wholeSeconds) / unit.seconds) {
        fraction = ImportProblem(
          "\(QuotedInput(cell)) \(unit.rawValue) beside smaller units are no whole number.")
      }
      total += scaled
    }
    guard total > .zero else { throw ImportProblem("The sit has no length.") }
    return total
  }

  private static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
  }

  private static func length(
    _ cell: String, _ unit: LengthUnit, isInHours: Bool
  ) throws(ImportProblem) -> Duration {
    let parts = cell.split(separator: ":", omittingEmptySubsequences: false)
    let noLength = ImportProblem(
      "\(QuotedInput(cell)) is not a length in \(unit.rawValue), nor such as 0:20:00.")
    // `0:45:0`, as Insight Timer writes it.
    if parts.count == 3 || parts.count == 2 && (isInHours || unit == .hours) {
      return try ClockTime.parse(
        cell, allowingMinutes: true, longestHours: 24, tooLong: .tooLong, else: noLength)
    }
    // `PT1H20M` of ISO 8601.
    let isISO = cell.uppercased().hasPrefix("PT")
    let text = ImportColumns.number(isISO ? String(cell.dropFirst(2)) : cell)
    let length: Duration
    do throws(TimeError) {
      length = try TimeText.parse(text, numberIn: .minutes)
    } catch .tooLong {
      throw .tooLong
    } catch {
      throw noLength
    }
    let scaled = Self.isNumber(text) ? length * unit.seconds / 60 : length
    guard scaled > .zero else { throw ImportProblem("The sit has no length.") }
    return scaled
  }

  /// The moment of a date and a time of day, in local time unless there is an offset.
  private func moment(_ date: CivilDate, _ second: Int, _ offset: Int?) -> Moment {
    guard let offset else { return clock.moment(secondOfDay: second, on: date) }
    let utc = date.dayNumber * 86_400 + second - offset
    // Programs write UTC for any place, but the sit took place in local time.
    return offset == 0
      ? clock.moment(utc: utc) : Moment(milliseconds: Int64(utc) * 1_000, offset: offset)
  }
}

/// Our own export. Its columns can be in any order.
private struct OwnTable {
  /// Column numbers by their names in lower case.
  private let places: [String: Int]
  private let width: Int

  /// - Parameter columns: The cells of the first line; `nil` if the table is another.
  init?(_ columns: [String]) {
    let names = columns.map { FormulaGuard.unguarded($0).trimmedBlanks.lowercased() }
    places = Dictionary(zip(names, names.indices)) { first, _ in first }
    let required = ["started", "sat", "end"].compactMap { [places] in places[$0] }
    guard required.count == 3, let last = required.max() else { return nil }
    width = last + 1
  }

  func sit(from cells: [String]) throws(ImportProblem) -> Sit {
    guard cells.count >= width else { throw .cells(cells.count, of: width) }
    let started = cell("started", cells)
    guard let began = ImportTime(started, nil)?.moment else { throw .noDate(started) }
    var sit = Sit(began: began)
    sit.sat = try Self.length(cell("sat", cells))
    let planned = cell("planned", cells)
    if !planned.isEmpty { sit.planned = try Self.length(planned) }
    let end = cell("end", cells)
    // Its length is not known. A later export has it.
    guard !end.isEmpty else { throw ImportProblem("The sit was going on when it was exported.") }
    guard let ended = SitEnd(rawValue: end) else {
      throw ImportProblem("\(QuotedInput(end)) is not an end of a sit.")
    }
    sit.end = ended
    let set = cell("set", cells)
    sit.set = set.isEmpty ? nil : set
    sit.plan = StoredPlan(cell("plan", cells))
    sit.heard = TitleList.parse(cell("songs", cells))
    sit.note = cell("note", cells)
    sit.marks = SitMark.parse(cell("marks", cells))
    sit.label = cell("label", cells)
    return sit
  }

  /// The cell of a column; empty if it is missing.
  private func cell(_ name: String, _ cells: [String]) -> String {
    guard let place = places[name], place < cells.count else { return "" }
    return FormulaGuard.unguarded(cells[place])
  }

  /// A length, of any size: a retreat may be planned for days.
  private static func length(_ text: String) throws(ImportProblem) -> Duration {
    try ClockTime.parse(
      text.trimmedBlanks, longestHours: 10_000, tooLong: ImportProblem("The length is too long."),
      else: ImportProblem("\(QuotedInput(text)) is not a length such as 0:20:00."))
  }
}

extension ClockTime {
  /// The length in `0:45:0`, or in `0:45` if hours and minutes are allowed.
  fileprivate static func parse(
    _ text: String, allowingMinutes: Bool = false, longestHours: Int, tooLong: ImportProblem,
    else noLength: ImportProblem
  ) throws(ImportProblem) -> Duration {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    guard let numbers = Digits.values(text.utf8.dropFirst(isNegative ? 1 : 0), by: ":"),
      numbers.count == 3 || allowingMinutes && numbers.count == 2,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { throw noLength }
    if isNegative { throw ImportProblem("The length is negative.") }
    let hours = min(numbers[0], longestHours + 1)
    let seconds = hours * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    guard seconds <= longestHours * 3_600 else { throw tooLong }
    return .seconds(seconds)
  }
}

extension String {
  /// The text without white space around it.
  var trimmedBlanks: String { String(Words.trimmed(self[...])) }
}
