package import Practice

extension CivilDate {
  /// The date in short form: `3 Nov`, or `3 Nov 2025` in another year than `year`.
  package func text(in year: Int) -> String {
    self.year == year ? "\(day) \(monthName)" : "\(day) \(monthName) \(self.year)"
  }

  /// The month in three letters.
  var monthName: String { Self.months[month - 1] }

  /// The day of the week: `Tuesday`.
  var weekdayName: String { Self.weekdays[weekday - 1] }

  /// The days of the week from Monday on.
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
