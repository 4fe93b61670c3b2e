import Text

/// Sits read from another program's export, or from our own.
public struct JournalImport: Hashable, Sendable {
  /// The programs whose exports are recognized, by their columns.
  public enum Format: Hashable, Sendable {
    case meditate
    case insightTimer
    case meditationAssistant
    /// The program of this name for GNOME.
    case meditateForGNOME
    /// Dates and minutes, as anybody may keep them.
    case plain
  }

  /// A sit, and the number of the line on which it stands.
  public struct Taken: Hashable, Sendable {
    public var line: Int
    public var sit: Sit
  }

  /// A line that is left out.
  public struct LeftOut: Hashable, Sendable {
    /// From 1.
    public var line: Int
    /// A sentence, ready for display.
    public var reason: String
  }

  /// The largest file that is read, in bytes.
  public static let limit = 16 << 20

  /// `nil` if the columns are not known; then nothing was read.
  public private(set) var format: Format?
  /// In the order of the lines.
  public private(set) var taken: [Taken] = []
  /// In the order of the lines.
  public private(set) var leftOut: [LeftOut] = []

  /// Reads `bytes`.
  ///
  /// Texts are as they stand in the file: they must be cleaned before they are shown.
  ///
  /// - Parameter clock: Tells the future from the past, and the moments of local times.
  public init(_ bytes: [UInt8], clock: WallClock) {
    guard bytes.count <= Self.limit else {
      leftOut = [LeftOut(line: 1, reason: "The file is larger than 16 MB.")]
      return
    }
    guard !ByteOrderMark.isUTF16(bytes) else {
      leftOut = [LeftOut(line: 1, reason: "The file is in UTF-16. Save it as UTF-8.")]
      return
    }
    let now = clock.now()
    for separator in ",;\t".utf8 {
      var records = CSVReader(bytes, separator: separator)
      guard let first = records.next(), case .cells(let cells) = first.content,
        var source = ImportSource(columns: cells) ?? ImportSource(plainRow: cells)
      else { continue }
      format = source.format
      if !source.hasNames { take(first, from: &source, clock: clock, now: now) }
      // Those at the end of the file are not told.
      var emptyLines: [Int] = []
      while let record = records.next() {
        guard record.content != .cells([""]) else {
          emptyLines.append(record.line)
          continue
        }
        leftOut += emptyLines.map { LeftOut(line: $0, reason: "The line is empty.") }
        emptyLines = []
        take(record, from: &source, clock: clock, now: now)
      }
      return
    }
    leftOut = [LeftOut(line: 1, reason: Self.unknownColumns)]
  }

  private static let unknownColumns =
    "The columns are not those of Insight Timer, Meditation Assistant, Meditate for GNOME or meditate, "
    + "and not date and minutes."

  private mutating func take(
    _ record: CSVReader.Record, from source: inout ImportSource, clock: WallClock, now: Moment
  ) {
    do throws(ImportProblem) {
      switch record.content {
      case .problem(let reason): throw ImportProblem(reason)
      case .cells(let cells):
        let sit = try source.sit(from: cells, clock: clock)
        guard sit.began <= now else { throw ImportProblem("The date is in the future.") }
        guard sit.began.milliseconds >= 0 else { throw ImportProblem("The date is before 1970.") }
        taken.append(Taken(line: record.line, sit: sit))
      }
    } catch {
      leftOut.append(LeftOut(line: record.line, reason: error.reason))
    }
  }
}

/// Why a line cannot be taken, as a sentence.
private struct ImportProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A file with known columns, in any order and case.
private struct ImportSource {
  /// The columns that tell a format; all of them must be there. Older exports of Insight Timer say
  /// that their times are in UTC.
  private static let formats: [(format: JournalImport.Format, required: [String])] = [
    (.meditate, ["started", "sat", "end"]),
    (.meditationAssistant, ["started", "length", "id"]),
    (.meditateForGNOME, ["start_time_unix", "duration_secs"]),
    (.insightTimer, ["started at", "duration"]),
    (.insightTimer, ["startedat (utc)", "duration"]),
    (.insightTimer, ["started at (utc)", "duration"]),
    (.plain, ["date", "minutes"]),
  ]

  let format: JournalImport.Format
  /// Whether the first line has the names of the columns.
  let hasNames: Bool
  /// The column with the start of a sit.
  private let start: String
  /// The number of columns up to the last one that must be there.
  private let width: Int
  /// Column numbers by their names in lower case.
  private let places: [String: Int]
  /// When the next sit without a time of day begins, in seconds after midnight.
  private var nextSeconds: [CivilDate: Int] = [:]

  /// - Parameter columns: The cells of the first line; `nil` if they are not known.
  init?(columns: [String]) {
    let names = columns.map { FormulaGuard.unguarded($0).trimmedBlanks.lowercased() }
    guard
      let (format, required) = Self.formats.first(where: { $0.required.allSatisfy(names.contains) })
    else { return nil }
    places = Dictionary(zip(names, names.indices)) { first, _ in first }
    (self.format, hasNames, start) = (format, true, required[0])
    width = (required.compactMap { [places] in places[$0] }.max() ?? 0) + 1
  }

  /// A file without names of columns, whose first line is a date and minutes; `nil` if it is another.
  init?(plainRow cells: [String]) {
    guard cells.count == 2, Self.date(cells[0].trimmedBlanks) != nil,
      (try? TimeText.parse(cells[1].trimmedBlanks, numberIn: .minutes)) != nil
    else { return nil }
    (format, hasNames, start) = (.plain, false, "date")
    (width, places) = (2, ["date": 0, "minutes": 1])
  }

  mutating func sit(from cells: [String], clock: WallClock) throws(ImportProblem) -> Sit {
    guard cells.count >= width else {
      throw ImportProblem("There are only \(cells.count) of at least \(width) cells.")
    }
    switch format {
    case .meditate: return try ownSit(cells.map(FormulaGuard.unguarded))
    case .insightTimer: return try insightSit(cells, clock)
    case .meditationAssistant: return try assistantSit(cells, clock)
    case .meditateForGNOME: return try gnomeSit(cells.map(FormulaGuard.unguarded), clock)
    case .plain: return try plainSit(cells, clock)
    }
  }

  /// The cell of a column; empty if it is missing.
  private func cell(_ name: String, _ cells: [String]) -> String {
    guard let place = places[name], place < cells.count else { return "" }
    return cells[place]
  }

  private func ownSit(_ cells: [String]) throws(ImportProblem) -> Sit {
    let started = cell(start, cells)
    guard let began = ISOMoment.parse(started) else { throw Self.noDate(started) }
    var sit = Sit(began: began)
    sit.sat = try Self.ownLength(cell("sat", cells))
    let planned = cell("planned", cells)
    if !planned.isEmpty { sit.planned = try Self.ownLength(planned) }
    let end = cell("end", cells)
    // Its length is not known; a later export has it.
    guard !end.isEmpty else { throw ImportProblem("The sit was going on when it was exported.") }
    guard let ended = SitEnd(rawValue: end) else {
      throw ImportProblem("\(QuotedInput(end)) is not an end of a sit.")
    }
    sit.end = ended
    let set = cell("set", cells)
    sit.set = set.isEmpty ? nil : set
    sit.plan = cell("plan", cells)
    sit.heard = TitleList.parse(cell("songs", cells))
    sit.note = cell("note", cells)
    sit.marks = SitMark.parse(cell("marks", cells))
    sit.label = cell("label", cells)
    return sit
  }

  /// `04/20/2026 08:21:14,0:45:0,Preset,Meditation`, in local time.
  private func insightSit(_ cells: [String], _ clock: WallClock) throws(ImportProblem) -> Sit {
    let started = cell(start, cells).trimmedBlanks
    guard let time = CivilTime(monthFirst: Array(started.utf8)) else { throw Self.noDate(started) }
    var sit = Sit(
      began: start.hasSuffix("(utc)")
        ? clock.moment(utc: time.localSeconds) : clock.moment(of: time))
    sit.sat = try Self.length(cell("duration", cells))
    sit.end = .completed
    let preset = cell("preset", cells).trimmedBlanks
    sit.set = preset.isEmpty ? nil : preset
    let activity = cell("activity", cells).trimmedBlanks
    if activity.lowercased() != "meditation" { sit.note = activity }
    return sit
  }

  /// `1,00:45,2026-04-20 08:21,2026-04-20 09:06,Message`: the length in hours and minutes, times in
  /// UTC.
  ///
  /// Source: Meditation Assistant, `MeditationAssistant.exportSessions`.
  private func assistantSit(_ cells: [String], _ clock: WallClock) throws(ImportProblem) -> Sit {
    var sit = Sit(began: try moment(utc: cell(start, cells).trimmedBlanks, clock))
    let length = cell("length", cells).trimmedBlanks
    if let minutes = Digits.value(Array(length.utf8)) {
      guard minutes <= 1_440 else { throw Self.tooLong }
      sit.sat = .seconds(minutes * 60)
    } else {
      sit.sat = try Self.length(length, allowingMinutes: true)
    }
    sit.end = .completed
    sit.note = cell("message", cells).trimmedBlanks
    return sit
  }

  /// `1776666074,2700,timer,Morning,calm`: the start in UTC, and the length in seconds. Newer exports
  /// have the start in local time, too, so that it stays the same in another time zone.
  ///
  /// Source: Meditate for GNOME, `data_io::export_csv`.
  private func gnomeSit(_ cells: [String], _ clock: WallClock) throws(ImportProblem) -> Sit {
    let local = cell("start_local", cells).trimmedBlanks
    var sit: Sit
    if local.isEmpty {
      sit = Sit(began: try moment(utc: cell(start, cells).trimmedBlanks, clock))
    } else {
      guard let time = CivilTime(Array(local.utf8)) else { throw Self.noDate(local) }
      sit = Sit(began: clock.moment(of: time))
    }
    let length = cell("duration_secs", cells).trimmedBlanks
    guard let seconds = Digits.value(Array(length.utf8)) else {
      throw ImportProblem("\(QuotedInput(length)) is not a number of seconds.")
    }
    guard seconds > 0 else { throw ImportProblem("The sit has no length.") }
    guard seconds <= 86_400 else { throw Self.tooLong }
    (sit.sat, sit.end) = (.seconds(seconds), .completed)
    sit.label = cell("label", cells).trimmedBlanks
    sit.note = cell("note", cells).trimmedBlanks
    return sit
  }

  /// `2026-04-20,45` or `2026-04-20 08:21,45`, in local time. Sits without a time of day are at noon
  /// of their day, one after the other: what matters of them is the day.
  private mutating func plainSit(
    _ cells: [String], _ clock: WallClock
  ) throws(ImportProblem) -> Sit {
    let text = cell("date", cells).trimmedBlanks
    guard let (date, second) = Self.date(text) else { throw Self.noDate(text) }
    let minutes = cell("minutes", cells).trimmedBlanks
    let length: Duration
    do throws(TimeError) {
      length = try TimeText.parse(minutes, numberIn: .minutes)
    } catch .tooLong {
      throw Self.tooLong
    } catch {
      throw Self.noMinutes(minutes)
    }
    guard length > .zero else { throw Self.noMinutes(minutes) }
    guard length <= .seconds(86_400) else { throw Self.tooLong }
    let start = second ?? nextSeconds[date] ?? 43_200
    guard start < 86_400 else { throw ImportProblem("The day has no time left for this sit.") }
    var sit = Sit(began: clock.moment(secondOfDay: start, on: date))
    if second == nil {
      nextSeconds[date] = start + Int(length.components.seconds)
      let now = clock.now()
      guard sit.began <= now || date != now.date else {
        throw ImportProblem("A sit of today needs its time, too, such as 2026-11-20 07:30.")
      }
    }
    (sit.sat, sit.end) = (length, .completed)
    sit.note = cell("note", cells).trimmedBlanks
    return sit
  }

  /// The date in `text` and, if it follows, the time of day in seconds after midnight.
  private static func date(_ text: String) -> (CivilDate, second: Int?)? {
    if let time = CivilTime(Array(text.utf8)) { return (time.date, time.second) }
    return CivilTime(Array("\(text) 00:00".utf8)).map { ($0.date, nil) }
  }

  /// A moment from a date in UTC, or from seconds or milliseconds since 1970.
  private func moment(utc text: String, _ clock: WallClock) throws(ImportProblem) -> Moment {
    guard let seconds = Self.seconds(text) else { throw Self.noDate(text) }
    return clock.moment(utc: seconds)
  }

  private static func seconds(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    if let number = Digits.value(bytes), bytes.count >= 9 {
      let seconds = number < 100_000_000_000 ? number : number / 1_000
      return seconds < 253_402_300_800 ? seconds : nil
    }
    return CivilTime(bytes)?.localSeconds
  }

  /// A length of our own export: a retreat may be planned for days.
  private static func ownLength(_ text: String) throws(ImportProblem) -> Duration {
    try length(text, longestHours: 10_000)
  }

  private static func length(
    _ text: String, allowingMinutes: Bool = false, longestHours: Int = 24
  ) throws(ImportProblem) -> Duration {
    do throws(ClockTime.LengthProblem) {
      return try ClockTime.parse(
        text.trimmedBlanks, allowingMinutes: allowingMinutes, longestHours: longestHours)
    } catch {
      switch error {
      case .notALength: throw ImportProblem("\(QuotedInput(text)) is not a length such as 0:20:00.")
      case .negative: throw ImportProblem("The length is negative.")
      case .tooLong: throw longestHours == 24 ? tooLong : ImportProblem("The length is too long.")
      }
    }
  }

  private static let tooLong = ImportProblem("The length is over 24 hours.")

  private static func noMinutes(_ text: String) -> ImportProblem {
    ImportProblem("\(QuotedInput(text)) is not a number of minutes.")
  }

  private static func noDate(_ text: String) -> ImportProblem {
    ImportProblem(
      text.isEmpty
        ? "There is no date." : "\(QuotedInput(text)) is not a date and time that exists.")
  }
}

extension String {
  /// The text without white space around it.
  var trimmedBlanks: String {
    let start = unicodeScalars.drop(while: Words.isBlank)
    let end = start.lastIndex { !Words.isBlank($0) }.map { start.index(after: $0) }
    return String(start[..<(end ?? start.startIndex)])
  }
}
