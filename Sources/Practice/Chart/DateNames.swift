/// Names of weekdays and months.
enum DateNames {
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The date as `20 November 2026`.
  static func text(_ date: CivilDate) -> String {
    "\(date.day) \(months[date.month - 1]) \(date.year)"
  }

  /// The date as `Friday 20 November 2026`.
  static func longText(_ date: CivilDate) -> String {
    weekdays[date.weekday - 1] + " " + text(date)
  }
}
