import MeditationPractice

extension WallClock {
  /// Stands at 2026-11-21 12:00 UTC, in central Europe: two hours east of UTC from the end of
  /// March to the end of October 2026, one hour otherwise.
  static let berlin = WallClock(
    now: { Moment(milliseconds: 1_795_262_400_000, offset: 3_600) },
    offset: { local in
      let isSummer = (1_774_749_600..<1_792_893_600).contains(local)
      return isSummer ? 7_200 : 3_600
    })
}
