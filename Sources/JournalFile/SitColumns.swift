import Foundation
import GRDB
import Practice

/// The columns of a sit that `SitRows` selects, in their order.
enum SitColumns {
  /// Up to the year 9999, so that no arithmetic on dates overflows; in milliseconds.
  static let moments: ClosedRange<Int64> = -253_402_300_799_999...253_402_300_799_999
  /// More than any local time is from UTC; in seconds.
  static let zones = -172_800...172_800

  /// `nil` if the row's values are out of range, as in a file edited by hand.
  static func sit(_ row: Row) -> Sit? {
    // Columns are read as optionals, which never trap on a damaged row.
    guard let id = row[0] as Int64?, id > 0, let began = row[1] as Int64? else { return nil }
    guard moments.contains(began), let zone = row[2] as Int?, zones.contains(zone) else {
      return nil
    }
    var sit = Sit(
      id: Sit.ID(rawValue: id), began: Moment(milliseconds: began, offset: zone),
      planned: (row[3] as Int64?).map { .nanoseconds($0) })
    sit.sat = .nanoseconds(row[4] as Int64? ?? 0)
    sit.end = (row[5] as String?).map { SitEnd(rawValue: $0) ?? .interrupted }
    sit.set = row[6] as String?
    sit.plan = row[7] as String? ?? ""
    sit.heard = (row[8] as String?).map(titles) ?? []
    sit.note = row[9] as String? ?? ""
    sit.standing.place = (row[10] as Int?).flatMap { $0 >= 0 ? $0 : nil }
    sit.standing.position = .nanoseconds(row[11] as Int64? ?? 0)
    sit.standing.elapsed = .nanoseconds(row[12] as Int64? ?? 0)
    sit.standing.volume = row[13] as Int? ?? 100
    sit.standing.isRepeating = row[14] as Bool? ?? false
    return sit
  }

  private static func titles(_ json: String) -> [String] {
    json == "[]" ? [] : (try? JSONDecoder().decode([String].self, from: Data(json.utf8))) ?? []
  }
}
