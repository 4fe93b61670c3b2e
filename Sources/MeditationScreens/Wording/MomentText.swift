import MeditationPractice
import MeditationText

/// A moment as people say it: "Yesterday 21:04". A sit keeps its date when the time zone changes.
package enum MomentText {
  /// The moment as seen at `now`: "Today 07:30", "Yesterday 21:04", in the last six days "Tuesday
  /// 21:04", before "3 Nov 21:04", in another year "3 Nov 2025 21:04". One after `now` has its date: the
  /// clock was set back.
  package static func title(of moment: Moment, asOf now: Moment) -> String {
    "\(day(of: moment, asOf: now)) \(timeOfDay(of: moment))"
  }

  /// The same in the middle of a sentence: "yesterday 21:04".
  package static func phrase(of moment: Moment, asOf now: Moment) -> String {
    let title = title(of: moment, asOf: now)
    return isRecent(moment, asOf: now) ? title.prefix(1).lowercased() + title.dropFirst() : title
  }

  /// The time of day on a 24-hour clock: "21:04".
  private static func timeOfDay(of moment: Moment) -> String {
    let minutes = moment.secondOfDay / 60
    return (minutes / 60).twoDigits + ":" + (minutes % 60).twoDigits
  }

  /// A sit by when it began: "Yesterday's sit", "The sit of Tuesday 21:04".
  static func sit(at moment: Moment, asOf now: Moment) -> String {
    isRecent(moment, asOf: now)
      ? "\(day(of: moment, asOf: now))'s sit" : "The sit of \(title(of: moment, asOf: now))"
  }

  private static func day(of moment: Moment, asOf now: Moment) -> String {
    let date = moment.date
    switch age(of: moment, asOf: now) {
    case 0?: return "Today"
    case 1?: return "Yesterday"
    case (2...6)?: return date.weekdayName
    case _: return date.text(in: now.date.year)
    }
  }

  private static func isRecent(_ moment: Moment, asOf now: Moment) -> Bool {
    age(of: moment, asOf: now).map { $0 < 2 } ?? false
  }

  /// The number of days ago; `nil` if the moment, or its date, is after `now`.
  private static func age(of moment: Moment, asOf now: Moment) -> Int? {
    let days = now.date.dayNumber - moment.date.dayNumber
    return moment > now || days < 0 ? nil : days
  }
}

// MARK: - Dates

extension CivilDate {
  /// The date in short form: `3 Nov`, or `3 Nov 2025` in another year than `year`.
  package func text(in year: Int) -> String {
    self.year == year ? "\(day) \(monthName)" : "\(day) \(monthName) \(self.year)"
  }

  /// The month of a year in short form: `Nov 2026`.
  static func text(year: Int, month: Int) -> String { "\(months[month - 1].prefix(3)) \(year)" }

  var monthName: String { String(Self.months[month - 1].prefix(3)) }
}
