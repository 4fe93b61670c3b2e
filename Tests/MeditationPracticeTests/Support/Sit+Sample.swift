import MeditationPractice
import MeditationPracticeTestSupport

extension Sit {
  /// 2026-11-20 20:04:05 UTC, in milliseconds.
  static let sampleTime: Int64 = 1_795_205_045_000

  /// A sit of 20 minutes that was left, with a value for each property.
  static func sample(
    _ id: Int64, began: Int64 = sampleTime, sat: Duration = .seconds(1_200), end: SitEnd? = .left
  ) -> Sit {
    var sit = Sit(
      id: ID(rawValue: id), began: Moment(milliseconds: began, offset: 3_600),
      planned: .seconds(1_800))
    sit.sat = sat
    sit.end = end
    sit.set = "Evening"
    sit.plan = "for 30m, closing 3"
    sit.heard = ["Rain", "“Waves”, at night\\"]
    sit.note = "calm\nthen tired"
    sit.resumePoint.place = 1
    sit.resumePoint.position = .milliseconds(70_250)
    sit.resumePoint.elapsed = .seconds(-3)
    sit.resumePoint.volume = 40
    sit.resumePoint.isRepeating = true
    return sit
  }
}

extension SitSong {
  /// Songs whose paths need not be text.
  static let samples = [
    SitSong(path: [0x2F, 0xFF, 0x61], title: "Rain"),
    SitSong(path: Array("/b".utf8), title: "Waves"),
  ]
}
