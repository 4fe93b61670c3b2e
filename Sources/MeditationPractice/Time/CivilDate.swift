/// A date of the Gregorian calendar, without a time zone.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// `nil` if there is no such day.
  package init?(year: Int, month: Int, day: Int) {
    let date = CivilDate(unchecked: year, month, day)
    guard (1...9999).contains(year), CivilDate(dayNumber: date.dayNumber) == date else {
      return nil
    }
    self = date
  }

  /// Creates the date that is `dayNumber` days after 1970-01-01.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  package init(dayNumber: Int) {
    let days = dayNumber + 719_468
    let era = days.floored(by: 146_097)
    let ofEra = days - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Counted from March, so that the leap day ends the year.
    let part = (5 * ofYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    self.init(
      unchecked: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      ofYear - (153 * part + 2) / 5 + 1)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Since 1970-01-01.
  ///
  /// Source: as above, `days_from_civil`.
  package var dayNumber: Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.floored(by: 400)
    let yearOfEra = year - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }

  /// The day of the week: 1 is Monday, 7 is Sunday.
  package var weekday: Int { dayNumber + 3 - (dayNumber + 3).floored(by: 7) * 7 + 1 }

  package var monday: CivilDate { adding(1 - weekday) }

  package func adding(_ days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }

  /// The days of the week from Monday on.
  package static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  package var weekdayName: String { Self.weekdays[weekday - 1] }
}

extension CivilDate: Comparable {
  package static func < (one: CivilDate, other: CivilDate) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }
}

extension Int {
  /// The quotient, rounded down.
  func floored(by divisor: Int) -> Int {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
