/// The journal as terminals show it.
extension ListingTextTests {
  static let wideJournal =
    [
      "Journal",
      "     1  Today 21:55       Evening                             5:00  going on",
      "     2  Today 07:30       Soft Rain                           0:40  not counted",
      "     3  Yesterday 21:04   Evening                            20:00  completed",
      "        Slept badly.",
      "     4  Monday 06:00      3 songs                          1:10:00  interrupted",
      "     5  3 Nov 21:04       海の波と風の音の夕べ               20:00  completed",
      "     6  3 Nov 2025 21:04  A very long name for a set th…  10:00:00  stopped",
      "3 older sits not shown; 'journal 7-9' shows more.",
      "This week 3 sits, 1 h 35 min; this month 4 sits, 1 h 55 min; in all 5 sits, 11",
      "h 55 min.",
      "3 days in a row.",
    ] + picture

  static let narrowJournal =
    [
      "Journal",
      "1 Today 21:55         5:00  going on",
      "2 Today 07:30         0:40  not counted",
      "3 Yesterday 21:04    20:00  completed",
      "  Slept badly.",
      "4 Monday 06:00     1:10:00  interrupted",
      "5 3 Nov 21:04        20:00  completed",
      "6 3 Nov 2025 21:… 10:00:00  stopped",
      "3 older sits not shown; 'journal 7-9'",
      "shows more.",
      "This week 3 sits, 1 h 35 min; this",
      "month 4 sits, 1 h 55 min; in all 5",
      "sits, 11 h 55 min.",
      "3 days in a row.",
    ] + picture

  private static let picture = [
    "     Sep     Oct     Nov",
    "Mon  · · · · · · · · · · · █",
    "Tue  · · · · · · · · · ▆ · ▆",
    "Wed  · · · · · · · · · · · ▂",
    "Thu  · · · · · · · · · · ·",
    "Fri  · · · · · · · · · · ·",
    "Sat  · · · · · · · · · · ·",
    "Sun  · · · · · · · · · · ·",
    "     · 0  ▂ 1+  ▄ 10+  ▆ 20+  █ 40+ min",
  ]
}
