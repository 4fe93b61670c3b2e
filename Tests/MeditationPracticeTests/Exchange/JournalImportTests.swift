import CustomDump
import MeditationPlan
import MeditationTestSupport
import Testing

@testable import MeditationPractice

@Suite("An import") struct JournalImportTests {
  private func read(_ text: String) -> JournalImport {
    JournalImport(Array(text.utf8), clock: .berlin)
  }

  private func began(_ sit: Sit?) -> String? { sit.map { ISOMoment.text($0.began) } }

  @Test("reads Insight Timer's export, in local time, the month first")
  func insight() {
    let result = read(
      """
      Started At,Duration,Preset,Activity
      04/20/2026 08:21:14,0:45:0,,Meditation
      01/05/2026 9:05:07,1:2:3,"Dawn, long",Yoga
      """)
    #expect(result.leftOut == [])
    #expect(result.taken.map(\.line) == [2, 3])
    let sits = result.taken.map(\.sit)
    #expect(sits.map(began) == ["2026-04-20T08:21:14+02:00", "2026-01-05T09:05:07+01:00"])
    #expect(sits.map(\.sat) == [.seconds(2_700), .seconds(3_723)])
    #expect(sits.map(\.set) == [nil, "Dawn, long"])
    #expect(sits.map(\.note) == ["", "Yoga"])
    #expect(sits.allSatisfy { $0.end == .completed })
  }

  @Test(
    "takes columns in any order",
    arguments: [
      "Started At,Duration,Preset,Type,Activity\n04/20/2026 08:21:14,0:45:0,,Timer,Meditation",
      "\u{FEFF}started at;duration;activity\r\n04/20/2026 08:21:14;0:45:0;Meditation\r\n\r\n",
      "Duration,Activity,StartedAt (UTC)\n0:45:0,Meditation,04/20/2026 06:21:14",
    ])
  func columns(text: String) {
    let result = read(text)
    #expect(result.leftOut == [])
    #expect(result.taken.map { began($0.sit) } == ["2026-04-20T08:21:14+02:00"])
    #expect(result.taken.first?.sit.note == "")
  }

  @Test("reads Meditation Assistant's export, in UTC, lengths in hours and minutes")
  func assistant() {
    let result = read(
      """
      "ID","Length","Started","Completed","Message"
      "1","00:45","2026-04-20 06:21","2026-04-20 07:06","calm"
      "2","0:20:30","1776666074","",""
      "3","20","1776666075000","",""
      "4","24:01","2026-04-20 06:21","",""
      """)
    let sits = result.taken.map(\.sit)
    #expect(
      sits.map(began) == [
        "2026-04-20T08:21:00+02:00", "2026-04-20T08:21:14+02:00", "2026-04-20T08:21:15+02:00",
      ])
    #expect(sits.map(\.sat) == [.seconds(2_700), .seconds(1_230), .seconds(1_200)])
    #expect(sits.map(\.note) == ["calm", "", ""])
    #expect(result.leftOut == [.init(line: 5, reason: "The length is over 24 hours.")])
  }

  @Test("reads the export of Meditate for GNOME, in UTC, or in local time where that stands, too")
  func gnome() {
    let old = read(
      """
      start_time_unix,duration_secs,mode,label,note
      1776666074,2700,timer,Morning,"first, ""nice"" one"
      1776666074,0,timer,,
      1776666074,86401,timer,,
      1776666074,ten,box_breath,,
      tomorrow,600,timer,,
      1776666075,600,box_breath,'=a,'-b
      """)
    #expect(
      old.leftOut == [
        .init(line: 3, reason: "The sit has no length."),
        .init(line: 4, reason: "The length is over 24 hours."),
        .init(line: 5, reason: "'ten' is not a length in seconds, nor such as 0:20:00."),
        .init(
          line: 6, reason: "'tomorrow' is not a date that can be read, such as 2026-05-01 07:30."),
      ])
    let sits = old.taken.map(\.sit)
    #expect(sits.map(began) == ["2026-04-20T08:21:14+02:00", "2026-04-20T08:21:15+02:00"])
    #expect(sits.map(\.sat) == [.seconds(2_700), .seconds(600)])
    #expect(sits.map(\.label) == ["Morning", "=a"])
    #expect(sits.map(\.note) == ["first, \"nice\" one", "-b"])
    #expect(sits.allSatisfy { $0.end == .completed })

    let new = read(
      """
      start_time_unix,duration_secs,mode,label,note,uuid,start_local,label_uuid,guided_file_uuid
      1776666074,600,timer,,,6f,2026-04-20T21:00:00,,
      1776666074,600,timer,,,70,2026-04-31T21:00:00,,
      1776666074,600,timer,,,71,,,
      """)
    #expect(new.leftOut.map(\.line) == [3])
    #expect(
      new.taken.map { began($0.sit) }
        == ["2026-04-20T21:00:00+02:00", "2026-04-20T08:21:14+02:00"])
  }

  @Test(
    "reads dates and minutes, in local time, with and without names of columns",
    arguments: ["", "Date,Minutes\n", "DATE , minutes\r\n"])
  func plain(names: String) {
    let result = read(
      names + """
        2026-04-20,45
        2026-04-20,20.5
        2026-04-20 08:21,1h
        2026-01-05 9:05:07, 1:02:03
        2026-11-21,90
        2026-11-21,20
        """)
    let first = names.isEmpty ? 1 : 2
    #expect(result.taken.map(\.line) == Array(first...first + 4))
    #expect(
      result.leftOut == [
        .init(
          line: first + 5, reason: "A sit of today needs its time, too, such as 2026-11-20 07:30.")
      ])
    let sits = result.taken.map(\.sit)
    #expect(
      sits.map(began) == [
        "2026-04-20T12:00:00+02:00", "2026-04-20T12:45:00+02:00", "2026-04-20T08:21:00+02:00",
        "2026-01-05T09:05:07+01:00", "2026-11-21T12:00:00+01:00",
      ])
    #expect(
      sits.map(\.sat)
        == [
          .seconds(2_700), .seconds(1_230), .seconds(3_600), .seconds(3_723), .seconds(5_400),
        ])
    #expect(sits.allSatisfy { $0.end == .completed && $0.planned == nil })
  }

  @Test(
    "tells why a date with minutes is left out",
    arguments: [
      ("2026-02-30,20", "'2026-02-30' is not a date and time that exists."),
      (",20", "There is no date."),
      ("2026-04-20,", "'' is not a length in minutes, nor such as 0:20:00."),
      ("2026-04-20,0", "The sit has no length."),
      ("2026-04-20,-5", "'-5' is not a length in minutes, nor such as 0:20:00."),
      ("2026-04-20,1441", "The length is over 24 hours."),
      ("2026-04-20,99999", "The length is over 24 hours."),
      ("2026-04-20,99999999999999999999", "The length is over 24 hours."),
      ("2026-04-20", "The line has only 1 of at least 2 cells."),
      ("2026-11-22,20", "The date is in the future."),
      ("1969-04-20,20", "The date is before 1970."),
    ])
  func plainLeftOut(line: String, reason: String) {
    let result = read("date,minutes,note\n\(line)\n2026-04-20,20,calm\n")
    #expect(result.leftOut == [.init(line: 2, reason: reason)])
    #expect(result.taken.map(\.sit.note) == ["calm"])
  }

  @Test("has no more sits without a time on a day than fit into it")
  func fullDay() {
    let result = read("date,minutes\n2026-04-20,700\n2026-04-20,30\n2026-04-20,1\n")
    #expect(result.taken.map { began($0.sit) }.last == "2026-04-20T23:40:00+02:00")
    #expect(result.leftOut == [.init(line: 4, reason: "The day has no time left for this sit.")])
  }

  @Test(
    "takes the separator that a first line for Excel names",
    arguments: [
      ("sep=;\r\ndate;minutes\r\n2026-04-20;20,5", 3),
      ("\u{FEFF}SEP=,\ndate,minutes\n2026-04-20,20.5", 3),
      ("sep=\t\n2026-04-20\t20.5", 2),
      ("sep=;\nStarted;Sat;End\n2026-04-20T12:00:00Z;0:20:30;left", 3),
    ])
  func separatorLine(text: String, line: Int) {
    let result = read(text)
    #expect(result.leftOut == [])
    #expect(result.taken.map(\.line) == [line])
    #expect(result.taken.map(\.sit.sat) == [.seconds(1_230)])
  }

  @Test("keeps a label that is too long in the note, and a long note whole")
  func longTexts() {
    let (label, note) = (String(repeating: "l", count: 41), String(repeating: "n", count: 1_001))
    let result = read(
      """
      date,minutes,label,note
      2026-04-20,20,\(label.dropLast()),\(note)
      2026-04-20,20,\(label),\(note)
      2026-04-20,20,\(label),
      """)
    #expect(result.leftOut == [])
    #expect(result.taken.map(\.sit.label) == [String(label.dropLast()), "", ""])
    #expect(result.taken.map(\.sit.note) == [note, "\(label) - \(note)", label])
  }

  @Test("takes an own export whole, also what is planned for days")
  func days() {
    var sit = Sit(began: Moment(milliseconds: 1_776_666_074_000, offset: 7_200))
    (sit.planned, sit.sat, sit.end) = (.seconds(72 * 3_600), .seconds(25 * 3_600), .stopped)
    let result = read(JournalCSV.text(of: [sit]))
    #expect(result.leftOut == [])
    #expect(result.taken.map(\.sit.planned) == [sit.planned])
    #expect(result.taken.map(\.sit.sat) == [sit.sat])
  }

  @Test(
    "tells why a line is left out",
    arguments: [
      ("02/30/2026 08:00:00,0:45:0", "'02/30/2026 08:00:00' is not a date and time that exists."),
      ("20/04/2026 08:00:00,0:45:0", "'20/04/2026 08:00:00' is not a date and time that exists."),
      ("04/20/2026 24:00:00,0:45:0", "'04/20/2026 24:00:00' is not a date and time that exists."),
      (
        "04/99999999999999999999/2026 08:00:00,0:45:0",
        "'04/99999999999999999999/2026 08:00:00' is not a date and time that exists."
      ),
      (",0:45:0", "There is no date."),
      ("04/20/2026 08:00:00,25:00:00", "The length is over 24 hours."),
      ("04/20/2026 08:00:00,99999999999999999999:00:00", "The length is over 24 hours."),
      ("04/20/2026 08:00:00,-0:45:00", "The length is negative."),
      (
        "04/20/2026 08:00:00,long", "'long' is not a length in minutes, nor such as 0:20:00."
      ),
      (
        "04/20/2026 08:00:00,0:60:00",
        "'0:60:00' is not a length in minutes, nor such as 0:20:00."
      ),
      ("04/20/2026 08:00:00", "The line has only 1 of at least 2 cells."),
      ("11/21/2026 13:00:01,0:45:0", "The date is in the future."),
      ("12/31/1969 23:59:59,0:45:0", "The date is before 1970."),
      ("", "The line is empty."),
      ("\"04/20/2026\"x,0:45:0", "Text follows a closing quote."),
      (
        "04/20/2026\u{1B}[2J,0:45:0",
        "'04/20/2026�[2J' is not a date that can be read, such as 2026-05-01 07:30."
      ),
    ])
  func leftOut(line: String, reason: String) {
    let result = read("Started At,Duration\n\(line)\n11/21/2026 13:00:00,0:45:0\n")
    #expect(result.leftOut == [.init(line: 2, reason: reason)])
    #expect(result.taken.map(\.line) == [3])
  }

  @Test("tells that a file is empty", arguments: ["", " ", "\r\n\n", "\u{FEFF}", "\t\n"])
  func empty(text: String) {
    let result = read(text)
    #expect(result.explanation.isEmpty && result.taken.isEmpty)
    #expect(result.leftOut == [.init(line: 1, reason: "The file is empty.")])
  }

  @Test("reads nothing with other columns", arguments: ["a,b\n1,2", "Started At\n1"])
  func unknown(text: String) {
    let result = read(text)
    #expect(result.explanation.isEmpty && result.taken.isEmpty)
    #expect(result.leftOut.map(\.line) == [1])
  }

  @Test(
    "reads UTF-16, and Windows-1252", arguments: [[0xFF, 0xFE], [0xFE, 0xFF], []] as [[UInt8]])
  func encodings(mark: [UInt8]) {
    let latin = Array("date;minutes;note\n2026-04-20;20,5;sch".utf8) + [0xF6, 0x6E, 0x20, 0x80]
    let bytes =
      mark.isEmpty
      ? latin
      : mark
        + "date;minutes;note\n2026-04-20;20,5;schön €".utf16.flatMap {
          mark[0] == 0xFF
            ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)]
        }
    let result = JournalImport(bytes, clock: .berlin)
    #expect(result.leftOut == [])
    #expect(result.taken.map(\.sit.note) == ["schön €"])
    #expect(result.taken.map(\.sit.sat) == [.seconds(1_230)])
  }

  @Test(
    "reads the forms of dates and times that people and programs write",
    arguments: [
      ("date,time,minutes\n2026-05-01,07:00,20", "2026-05-01T07:00:00+02:00"),
      ("2026-05-01,07:00,20", "2026-05-01T07:00:00+02:00"),
      ("Date,Minutes\n2026-05-01 7:00 AM,20", "2026-05-01T07:00:00+02:00"),
      ("Date,Minutes\n2026-05-01 12:05pm,20", "2026-05-01T12:05:00+02:00"),
      ("Date,Minutes\n2026-05-01T07:00:00Z,20", "2026-05-01T09:00:00+02:00"),
      ("Date,Minutes\n2026-05-01T07:00:00.123-0330,20", "2026-05-01T07:00:00-03:30"),
      ("Date,Minutes\n1.5.2026 7:00,20", "2026-05-01T07:00:00+02:00"),
      ("Date,Hours\n2026/5/1 7:00,0.3333333333", "2026-05-01T07:00:00+02:00"),
      ("start,end\n2026-05-01 07:00,2026-05-01 07:20", "2026-05-01T07:00:00+02:00"),
      ("start,end\n2026-05-01 23:50,0:10", "2026-05-01T23:50:00+02:00"),
      (
        "startDate,endDate,value\n2026-05-01 07:00:00 +0200,2026-05-01 07:20:00 +0200,x",
        "2026-05-01T07:00:00+02:00"
      ),
      ("day;duration\n1.5.26 7:00;20m", "2026-05-01T07:00:00+02:00"),
      ("Date,Minutes\n5/13/2026 7:00,20", "2026-05-13T07:00:00+02:00"),
      ("Date,Minutes\n13/5/2026 7:00,20", "2026-05-13T07:00:00+02:00"),
      ("Date,Minutes\n\"May 1, 2026 7:00 AM\",20", "2026-05-01T07:00:00+02:00"),
      ("Date,Minutes\n\"Friday, May 1st, 2026, 07:00\",20", "2026-05-01T07:00:00+02:00"),
      ("Date,Minutes\n1-May-2026 07:00,20", "2026-05-01T07:00:00+02:00"),
      ("Date,Minutes\n1-may-26 7 am,20", "2026-05-01T07:00:00+02:00"),
      ("Date,Minutes\nFri 1. September 2023 07:00,20", "2023-09-01T07:00:00+01:00"),
      ("Date,Minutes\n20260501T0700,PT20M", "2026-05-01T07:00:00+02:00"),
      ("date,time,minutes\n20260501,0700,PT0H20M", "2026-05-01T07:00:00+02:00"),
      ("date,time,length\n2026-05-01,700,PT1200S", "2026-05-01T07:00:00+02:00"),
      ("Date,Hours,Minutes,Seconds\n2026-05-01 07:00,0,20,", "2026-05-01T07:00:00+02:00"),
    ])
  func forms(text: String, wanted: String) {
    let result = read(text)
    #expect(result.leftOut == [])
    #expect(result.taken.map { began($0.sit) } == [wanted])
    #expect(result.taken.map(\.sit.sat) == [.seconds(1_200)])
  }

  @Test("a sit that ends when it begins has no length, rather than a day")
  func endIsBeginning() {
    let result = read("start,end\n2026-05-01 07:00,07:00\n2026-05-01 08:00,2026-05-01 08:00\n")
    #expect(result.taken == [])
    #expect(result.leftOut.map(\.reason) == Array(repeating: "The sit has no length.", count: 2))
  }

  @Test("the order of dates is that in which more of them exist and are past, or it is asked for")
  func order() {
    let text = "date,minutes\n5/1/2024,20\n6/2/2024,20\n"
    #expect(
      read(text).leftOut == [
        .init(
          line: 1,
          reason:
            "Its dates can be read in two ways, as 5/1/2024 can. Write '--dates day-first' or "
            + "'--dates month-first'.")
      ])
    for (order, days) in [
      (DateOrder.dayFirst, ["2024-01-05", "2024-02-06"]),
      (.monthFirst, ["2024-05-01", "2024-06-02"]),
    ] {
      let table = JournalImport(Array(text.utf8), clock: .berlin, dates: order)
      #expect(table.taken.compactMap { began($0.sit)?.prefix(10) } == days.map { $0[...] })
    }
    let insight = "Started At,Duration\n05/02/2023 08:00:00,0:20:00\n"
    #expect(read(insight).taken.map { began($0.sit) } == ["2023-05-02T08:00:00+01:00"])
    for day in ["29/02/2023", "29-02-2023", "13/01/2023"] {
      let dayFirst = read(insight + "\(day) 08:00:00,0:20:00\n")
      #expect(began(dayFirst.taken.first?.sit) == "2023-02-05T08:00:00+01:00")
      #expect(dayFirst.explanation.last == "Dates are day/month/year.")
    }
    let told = read(text + "6/13/2024,20")
    #expect(told.taken.count == 3)
    #expect(told.explanation.last == "Dates are month/day/year.")
  }

  @Test(
    "hours, minutes and seconds add up; what does not fit together is left out, with the reason")
  func parts() {
    let result = read(
      """
      Date,Hours,Minutes,Seconds
      2026-05-01 07:00,1,20,30
      2026-05-02 07:00,,20,30.5
      2026-05-03 07:00,1,80,0
      2026-05-04 07:00,0.5,30,0
      2026-05-05 07:00,0.5,,
      2026-05-06 07:00,1,x,0
      2026-05-07 07:00,0,0,0
      2026-05-08 07:00,1,20
      """)
    #expect(
      result.taken.map(\.sit.sat) == [.seconds(4_830), .seconds(1_231), .seconds(1_800)])
    #expect(
      result.leftOut.map(\.reason) == [
        "'80' minutes beside hours are more than 59.",
        "'0.5' hours beside smaller units are no whole number.", "'x' is not a number of minutes.",
        "The sit has no length.", "The line has only 3 of at least 4 cells.",
      ])
    #expect(
      result.explanation == [
        "Columns: 'Date' is the beginning; 'Hours' is the hours of the length; 'Minutes' is the "
          + "minutes of the length; 'Seconds' is the seconds of the length."
      ])
    #expect(result.firstSit == "Line 2 is the sit 2026-05-01 07:00, 1:20:30.")
    let twice = read("date,minutes,duration_secs\n2026-05-01,20,1200")
    #expect(twice.taken.map(\.sit.sat) == [.seconds(1_200)])
    #expect(twice.explanation.first?.hasSuffix("; 'duration_secs' is not used.") == true)
  }

  @Test("asks for the unit of a length that no column says and that is hardly in minutes")
  func units() {
    let table = "date,duration\n2026-05-01 07:00,900\n2026-05-02 07:00,1200\n"
    let question =
      "Its lengths have no unit, and 900 can be minutes or seconds. "
      + "Write '--lengths minutes' or '--lengths seconds'."
    #expect(read(table).leftOut == [.init(line: 1, reason: question)])
    #expect(read("2026-05-01,900").leftOut == [.init(line: 1, reason: question)])
    #expect(
      read("date,length\n2026-05-01,0.5\n").leftOut.map(\.reason) == [
        "Its lengths have no unit, and 0.5 can be minutes or hours. "
          + "Write '--lengths minutes' or '--lengths hours'."
      ])
    for (unit, lengths) in [(LengthUnit.seconds, [900, 1_200]), (.minutes, [54_000, 72_000])] {
      let told = JournalImport(Array(table.utf8), clock: .berlin, lengths: unit)
      #expect(told.taken.map(\.sit.sat) == lengths.map { .seconds($0) })
      #expect(told.explanation.first?.hasSuffix("'duration' is the length in \(unit).") == true)
    }
    // A column that says its unit is believed, and so are lengths that say it.
    #expect(read("date,minutes\n2026-05-01,900").taken.count == 1)
    #expect(
      read("date,duration\n2026-05-01,180\n2026-05-02,5h\n2026-05-03,0:30:00").taken.count == 3)
    let seconds = JournalImport(
      Array("date,minutes\n2026-05-01,20".utf8), clock: .berlin, lengths: .seconds)
    #expect(seconds.taken.map(\.sit.sat) == [.seconds(1_200)])
  }

  @Test(
    "a date whose form is unknown is not said not to exist",
    arguments: [
      ("1. Mai 2026", false), ("5-2026", false), ("week 3", false), ("31/12", false),
      ("Feb 30, 2026", true), ("32-May-2026", true), ("2026-02-30", true), ("20260230", true),
    ])
  func unknownDates(text: String, isKnown: Bool) {
    #expect(
      read("date,minutes\n\"\(text)\",20").leftOut.map(\.reason) == [
        "'\(text)' is not a date "
          + (isKnown ? "and time that exists." : "that can be read, such as 2026-05-01 07:30.")
      ])
  }

  @Test("the first sit is shown as it is written, and is safe on a terminal")
  func firstSit() {
    #expect(
      read("date,minutes,note,label\n2026-05-01,20,\u{1B}[2J,Evening").firstSit
        == "Line 2 is the sit 2026-05-01 12:00, 0:20:00, label 'Evening', note '�[2J'.")
    #expect(read("Started,Sat,End\n2026-05-01T12:00:00Z,0:20:30,left").firstSit == nil)
  }

  @Test("tells what each column is taken for")
  func explanation() {
    #expect(
      read("Date,Time,Minutes,Mood\n2024-05-01,07:00,20,good").explanation == [
        "Columns: 'Date' is the beginning; 'Time' is the time of day; 'Minutes' is the length in "
          + "minutes; 'Mood' is not used."
      ])
    #expect(
      read("when,how long\n2024-05-01,20").leftOut.map(\.reason) == [
        "The columns do not say when a sit began and how long it was, as 'date' and 'minutes' do: "
          + "they are 'when', 'how long'."
      ])
    #expect(
      read("sep=;\nwhen,how long\n").leftOut.map(\.reason) == [
        "The columns do not say when a sit began and how long it was, as 'date' and 'minutes' do: "
          + "they are 'when,how long'."
      ])
  }

  @Test("reads no file over 16 MB, and one of 16 MB")
  func large() {
    let head = "Started At,Duration,Preset\n04/20/2026 08:00:00,0:45:0,"
    var bytes = Array(head.utf8)
    bytes += [UInt8](repeating: UInt8(ascii: "x"), count: JournalImport.limit - bytes.count)
    #expect(JournalImport(bytes, clock: .berlin).taken.count == 1)
    bytes.append(UInt8(ascii: "x"))
    let result = JournalImport(bytes, clock: .berlin)
    #expect(result.leftOut == [.init(line: 1, reason: "The file is larger than 16 MB.")])
  }

  @Test(
    "gives our own export's sits again",
    arguments: [
      "", "=1+1", "'@a", "a,\"b\"\r\nc", "\tx", "\rx", "-5", "ä; b\\", "+", "''=", " ",
      "＝1", "'－", "\n=1", ";",
    ])
  func roundTrip(text: String) throws {
    var sit = Sit(began: Moment(milliseconds: 1_795_205_045_000, offset: -12_600))
    sit.planned = .seconds(36_000)
    sit.sat = .seconds(1_203)
    sit.end = .left
    sit.set = text.isEmpty ? nil : text
    sit.plan = StoredPlan("for 20m, " + text)
    sit.heard = text.isEmpty ? [] : [text, "b; c\\", text]
    sit.note = text
    sit.label = text
    var other = Sit(began: Moment(milliseconds: 0, offset: 3_208))
    other.end = .failed
    let csv = JournalCSV.text(of: [sit, other])
    let result = read(csv)
    #expect(result.leftOut == [])
    let same = zip(result.taken, [sit, other]).map { $0.sit.withID($1.id) }
    expectNoDifference(same, [sit, other])
    #expect(JournalCSV.text(of: same) == csv)
  }

  @Test("twice adds nothing")
  func twice() throws {
    let text = """
      Started At,Duration
      04/20/2026 08:21:14,0:45:0
      04/21/2026 08:21:14,0:45:0
      04/21/2026 08:21:14,0:45:0
      """
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let journal = JournalFile(in: folder.path)
    let now = Moment(milliseconds: 1_795_205_045_999, offset: 3_600)
    #expect(try journal.add(read(text).taken.map(\.sit), importedAt: now) == [true, true, false])
    #expect(try journal.add(read(text).taken.map(\.sit), importedAt: now) == [false, false, false])
    let export = JournalCSV.text(of: try journal.sits(since: nil, limit: nil))
    #expect(try journal.add(read(export).taken.map(\.sit), importedAt: now) == [false, false])
  }

  @Test("looks as documented")
  func looks() {
    var sit = Sit(began: Moment(milliseconds: 1_795_205_045_999, offset: 3_600))
    sit.planned = .seconds(1_200)
    sit.sat = .milliseconds(1_199_990)
    sit.end = .completed
    sit.heard = ["Rain", "Waves"]
    sit.note = "=calm"
    sit.marks = [.unattended, .silent, .jumped, .added]
    sit.label = "evening"
    #expect(
      JournalCSV.text(of: [sit]) == """
        Started,Planned,Sat,End,Set,Plan,Songs,Note,Marks,Label\r
        2026-11-20T21:04:05+01:00,0:20:00,0:20:00,completed,,,"Rain; Waves",'=calm,no-sound unattended jumped added,evening\r

        """)
    #expect(
      read(JournalCSV.text(of: [sit])).taken.map(\.sit.marks)
        == [[.silent, .unattended, .jumped, .added]])
  }
}
