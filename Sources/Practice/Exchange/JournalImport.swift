import Text

/// Sits read from another program's export, or from our own.
public struct JournalImport: Hashable, Sendable {
  /// The programs whose exports are recognized, by their columns.
  public enum Format: Hashable, Sendable {
    case meditate
    case insightTimer
    case meditationAssistant
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
      guard case .cells(let names)? = records.next()?.content,
        let source = ImportSource(columns: names)
      else { continue }
      format = source.format
      // Those at the end of the file are not told.
      var emptyLines: [Int] = []
      while let record = records.next() {
        guard record.content != .cells([""]) else {
          emptyLines.append(record.line)
          continue
        }
        leftOut += emptyLines.map { LeftOut(line: $0, reason: "The line is empty.") }
        emptyLines = []
        take(record, from: source, clock: clock, now: now)
      }
      return
    }
    leftOut = [LeftOut(line: 1, reason: Self.unknownColumns)]
  }

  private static let unknownColumns =
    "The columns are not those of Insight Timer, Meditation Assistant or meditate."

  private mutating func take(
    _ record: CSVReader.Record, from source: ImportSource, clock: WallClock, now: Moment
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
struct ImportProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
