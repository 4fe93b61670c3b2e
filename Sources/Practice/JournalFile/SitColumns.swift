import Foundation
import GRDB
import Storage

/// The columns of a sit that `SitRows` selects, in their order, and the ranges of their values.
enum SitColumns {
  /// Up to the year 9999, so that no arithmetic on dates overflows; in milliseconds.
  static let moments: ClosedRange<Int64> = -253_402_300_799_999...253_402_300_799_999
  /// More than any local time is from UTC; in seconds.
  static let zones: ClosedRange<Int64> = -172_800...172_800
  /// A condition that holds for the rows whose moment can be read.
  static let hasMoment = """
    began BETWEEN \(moments.lowerBound) AND \(moments.upperBound)
      AND zone BETWEEN \(zones.lowerBound) AND \(zones.upperBound)
    """

  /// When a sit began; `nil` if the values are out of range, as in a file that is damaged or was
  /// edited by hand.
  static func moment(_ began: Int64?, zone: Int64?) -> Moment? {
    guard let began, let zone, moments.contains(began), zones.contains(zone) else { return nil }
    return Moment(milliseconds: began, offset: Int(zone))
  }

  /// `nil` if what makes it a sit cannot be read; what else cannot be read is as in a new sit.
  ///
  /// - Parameter marks: Their words among blanks.
  static func sit(_ row: Row, marks: String? = nil) -> Sit? {
    guard let id = row.integer(0), id > 0,
      let began = moment(row.integer(1), zone: row.integer(2)),
      let sat = duration(row.integer(4))
    else { return nil }
    var sit = Sit(id: Sit.ID(rawValue: id), began: began, planned: duration(row.integer(3)))
    sit.sat = sat
    sit.end = row.text(5).map { SitEnd(rawValue: $0) ?? .interrupted }
    sit.set = row.text(6)
    sit.plan = row.text(7) ?? ""
    sit.heard = row.text(8).map(titles) ?? []
    sit.note = row.text(9) ?? ""
    sit.standing.place = number(row.integer(10), in: 0...Int(Int32.max))
    sit.standing.position = duration(row.integer(11)) ?? .zero
    sit.standing.elapsed = .nanoseconds(row.integer(12) ?? 0)
    sit.standing.volume = number(row.integer(13), in: 0...100) ?? 100
    sit.standing.isRepeating = row.integer(14) == 1
    sit.marks = marks.map(SitMark.parse) ?? []
    return sit
  }

  private static func duration(_ nanoseconds: Int64?) -> Duration? {
    nanoseconds.flatMap { $0 >= 0 ? .nanoseconds($0) : nil }
  }

  private static func number(_ value: Int64?, in range: ClosedRange<Int>) -> Int? {
    value.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
  }

  private static func titles(_ json: String) -> [String] {
    json == "[]" ? [] : (try? JSONDecoder().decode([String].self, from: Data(json.utf8))) ?? []
  }
}
