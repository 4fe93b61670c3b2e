import MeditationPractice
import MeditationPracticeTestSupport
import Testing

struct JournalCalendarTests {
  private func sit(label: String = "", set: String? = nil, note: String = "") -> Sit {
    var sit = Sit.sample(1)
    (sit.sat, sit.label, sit.set, sit.note, sit.plan) = (.seconds(1_205), label, set, note, "")
    return sit
  }

  @Test("a sit is an event in universal time, as long as what was sat")
  func event() {
    #expect(
      JournalCalendar.text(of: [sit(label: "metta", set: "Evening")]) == """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//Meditation//meditate//EN\r
        BEGIN:VEVENT\r
        UID:1795205045000@meditate\r
        DTSTAMP:20261120T202410Z\r
        DTSTART:20261120T200405Z\r
        DTEND:20261120T202410Z\r
        SUMMARY:metta\r
        TRANSP:TRANSPARENT\r
        END:VEVENT\r
        END:VCALENDAR\r

        """)
  }

  @Test("it is called after its label, its set, or what it is")
  func titles() {
    #expect(
      JournalCalendar.text(of: [sit(set: "Evening; long")]).contains("SUMMARY:Evening\\; long\r\n"))
    #expect(JournalCalendar.text(of: [sit()]).contains("SUMMARY:Meditation\r\n"))
  }

  @Test("a note keeps its line breaks and its commas, and no line is too long")
  func notes() {
    let note = "calm, then not\r\nsleepy\u{1B}[2J\\\n" + String(repeating: "ö👍", count: 60)
    let text = JournalCalendar.text(of: [sit(note: note)])
    #expect(text.contains("DESCRIPTION:calm\\, then not\\nsleepy [2J\\\\\\n"))
    let lines = text.utf8.split(separator: 10).map { $0.dropLast() }
    #expect(lines.allSatisfy { $0.count <= 75 && String(validating: $0, as: UTF8.self) != nil })
    #expect(text.replacing("\r\n ", with: "").contains(String(repeating: "ö👍", count: 60)))
  }
}
