import Text

/// A date and a time of day, without a time zone.
struct CivilTime: Equatable {
  let date: CivilDate
  /// Since midnight.
  let second: Int

  /// `nil` if there is no such day or time.
  init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (1...12).contains(month), (1...31).contains(day), (1...9999).contains(year),
      let date = CivilDate(year: year, month: month, day: day), (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    self.date = date
    self.second = hour * 3_600 + minute * 60 + second
  }

  /// Reads `2026-04-20 08:21`, with or without seconds, and with a blank or `T` between.
  init?(_ bytes: some Collection<UInt8>) {
    guard let (date, time) = Self.halves(bytes) else { return nil }
    let days = Self.numbers(date, by: "-")
    guard days.count == 3, let time = Self.time(time) else { return nil }
    self.init(
      year: days[0], month: days[1], day: days[2], hour: time.hour, minute: time.minute,
      second: time.second)
  }

  /// Reads `04/20/2026 08:21:14`, the month first.
  init?(monthFirst bytes: some Collection<UInt8>) {
    guard let (date, time) = Self.halves(bytes) else { return nil }
    let days = Self.numbers(date, by: "/")
    guard days.count == 3, let time = Self.time(time) else { return nil }
    self.init(
      year: days[2], month: days[0], day: days[1], hour: time.hour, minute: time.minute,
      second: time.second)
  }

  /// Seconds from 1970-01-01 00:00 of the same local time.
  var localSeconds: Int { date.dayNumber * 86_400 + second }

  /// The moment at which a clock `offset` seconds east of UTC shows this time.
  func moment(offset: Int) -> Moment {
    Moment(milliseconds: Int64(localSeconds - offset) * 1_000, offset: offset)
  }

  private static func halves(
    _ bytes: some Collection<UInt8>
  ) -> (date: [UInt8], time: [UInt8])? {
    let halves = bytes.split { $0 == 0x20 || $0 == UInt8(ascii: "T") }
    return halves.count == 2 ? (Array(halves[0]), Array(halves[1])) : nil
  }

  private static func time(_ bytes: [UInt8]) -> (hour: Int, minute: Int, second: Int)? {
    let parts = numbers(bytes, by: ":")
    guard (2...3).contains(parts.count) else { return nil }
    return (parts[0], parts[1], parts.count == 3 ? parts[2] : 0)
  }

  /// The numbers between separators; none if anything else is there.
  private static func numbers(_ bytes: [UInt8], by separator: Unicode.Scalar) -> [Int] {
    let parts = bytes.split(
      separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Digits.value($0) }
    return numbers.count == parts.count ? numbers : []
  }
}
