import MeditationPlan
import MeditationPractice
import MeditationText
import Testing

@testable import MeditationScreens

@Suite("The row of a sit") struct SitRowTests {
  private static func sit(
    _ end: SitEnd?, seconds: Int = 1_200, edit: (inout Sit) -> Void = { _ in }
  ) -> Sit {
    var sit = Sit(
      id: Sit.ID(rawValue: 1), began: .at(2026, 11, 17, 21, 4), planned: .seconds(1_200))
    (sit.end, sit.sat, sit.set) = (end, .seconds(seconds), "Evening")
    edit(&sit)
    return sit
  }

  private static func row(_ sit: Sit, wording: Wording = .screen) -> Row {
    Row(sit, number: 3, now: .wednesday, endWidth: 11, wording: wording)
  }

  @Test(
    "the end gives word and style",
    arguments: [
      (.completed, "20:00  completed  ", .finished), (.stopped, "20:00  stopped    ", .cancelled),
      (.left, "20:00  left       ", .cancelled), (.failed, "20:00  failed     ", .cancelled),
      (.interrupted, "20:00  interrupted", .warning), (nil, "20:00  going on   ", .current),
    ] as [(SitEnd?, String, RowStyle)])
  func ends(end: SitEnd?, detail: String, style: RowStyle) {
    let row = Self.row(Self.sit(end))
    #expect(row.number == 3)
    #expect(row.title == "Yesterday 21:04")
    #expect(row.message == "Evening")
    #expect(row.detail == detail)
    #expect(row.style == style)
    #expect(row.state == "")
    let words = Self.row(Self.sit(end), wording: .aloud(.clock))
    #expect(words.state == end?.rawValue ?? "going on")
    #expect(words.detail == "20:00")
    #expect(words.style == style)
  }

  @Test("a sit under a minute does not count, unless it goes on")
  func short() {
    let row = Self.row(Self.sit(.left, seconds: 59))
    #expect(row.detail == "0:59  not counted")
    #expect(row.style == .muted)
    let words = Self.row(Self.sit(.left, seconds: 59), wording: .aloud(.clock))
    #expect(words.state == "left")
    #expect(words.detail == "under a minute, not counted")
    #expect(Self.row(Self.sit(nil, seconds: 59)).style == .current)
    #expect(Self.row(Self.sit(.left, seconds: 60)).style == .cancelled)
  }

  @Test("without a set, the row says what was heard or planned")
  func subjects() {
    let subjects: [(heard: [String], plan: String, text: String)] = [
      (["Rain"], "for 20m", "Rain"), (["Rain", "Sea", "Bowl"], "", "3 songs"),
      ([], "for 20m, closing 1", "silence"), ([], "", "planned 20:00"),
      ([], "for 20m, voice \"/v/Body Scan.mp3\", voice /v/metta.ogg at 10m", "Body Scan, metta"),
    ]
    for subject in subjects {
      let sit = Self.sit(.completed) {
        $0.set = nil
        $0.heard = subject.heard
        $0.plan = StoredPlan(subject.plan)
      }
      #expect(Self.row(sit).message == subject.text)
    }
    let unknown = Self.sit(.completed) { ($0.set, $0.planned) = (nil, nil) }
    #expect(Self.row(unknown).message == "")
  }

  @Test("a note is a remark; what comes from a file is made harmless")
  func texts() {
    let sit = Self.sit(.completed) {
      $0.note = "slept\u{1B}[2J badly\u{202E}"
      $0.set = "Eve\u{7}ning"
    }
    #expect(Self.row(sit).remark == "slept badly")
    #expect(Self.row(sit, wording: .aloud(.clock)).remark == "note: slept badly")
    #expect(Self.row(sit).message == "Evening")
    let song = Self.sit(.completed) { ($0.set, $0.heard) = (nil, ["Ra\u{1B}[2Jin\u{202E}"]) }
    #expect(Self.row(song).message == "Rain")
    #expect(Self.row(Self.sit(.completed)).remark == "")
  }

  @Test("marks and the label come before the note")
  func remarks() {
    let sit = Self.sit(.completed) {
      ($0.marks, $0.label, $0.note) = ([.added], "even\u{1B}[2Jing", "calm")
    }
    #expect(Self.row(sit).remark == "(added) [evening] calm")
    #expect(Self.row(sit, wording: .aloud(.clock)).remark == "added, label: evening, note: calm")
  }

  @Test("ten thousand hours are a time like any other")
  func long() {
    let row = Self.row(Self.sit(.completed, seconds: 36_000_000))
    #expect(row.detail == "10000:00:00  completed  ")
  }
}
