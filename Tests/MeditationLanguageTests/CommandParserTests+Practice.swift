import MeditationCore
import MeditationPlan
import MeditationText

@testable import MeditationLanguage

extension CommandParserTests {
  static let practiceLines: [Valid] =
    (pages + additions + sets).map { Valid($0, .practice($1)) }

  private static let pages: [(String, PracticeCommand)] = [
    ("home", .home), ("ho", .home), ("again", .again),
    ("journal", .journal(nil, listening: false)), ("JO", .journal(nil, listening: false)),
    ("journal all", .journal(nil, listening: true)),
    ("jo a 20-40", .journal(NumberRange(20, through: 40), listening: true)),
    ("journal totals", .totals), ("jo t", .totals),
    ("journal delete listening", .deleteListening), ("jo d LIS", .deleteListening),
    ("journal 2", .journal(NumberRange(2, through: 2), listening: false)),
    ("jo 20-40", .journal(NumberRange(20, through: 40), listening: false)),
    ("journal 20-", .journal(NumberRange(20, through: nil), listening: false)),
    ("resume", .resume), ("res", .resume), ("sets", .sets), ("settings", .settings),
    ("journal note 2 calm", .annotate(sit: 2, "calm")),
    ("journal n 12 \"calm\"", .annotate(sit: 12, "calm")),
    ("journal note 1 \"\"", .annotate(sit: 1, "")),
    ("journal delete 2", .deleteSit(2)),
    ("goal", .totals), ("goal 150m a week", .set(name: "goal", value: "150m a week")),
    ("label evening", .label("evening")), ("LAB \"deep  sleep\"", .label("deep  sleep")),
    ("label \"1 evening\"", .label("1 evening")), ("label 2026", .label("2026")),
    ("label \"\"", .label("")), ("journal label 2 evening", .labelSit(2, "evening")),
    ("journal l 2 \"\"", .labelSit(2, "")), ("journal label:evening", .labelled("evening")),
    ("jo LABEL:deep sleep", .labelled("deep sleep")),
    ("journal label:\"to be\"", .labelled("to be")),
    ("journal d 9223372036854775807", .deleteSit(.max)),
    ("note calm, then  sleepy ", .note("calm, then  sleepy")),
    ("note \"calm\"", .note("calm")), ("note \"\"", .note("")), ("note \"  \"", .note("")),
    ("note \"calm\" he said", .note("\"calm\" he said")),
    ("note he said \"calm\"", .note("he said \"calm\"")),
    ("note a \\ b", .note("a \\ b")), ("note \"a \\\\ b\"", .note("a \\ b")),
    ("note \"#1\"", .note("#1")), ("note it's fine", .note("it's fine")),
    ("note a\tb\u{1B}[2J", .note("a b�[2J")),
    ("set volume 60", .set(name: "volume", value: "60")),
    ("set Volume default", .set(name: "volume", value: "default")),
    ("set music ~/My Music", .set(name: "music", value: "~/My Music")),
    ("set music \"~/My Music\"", .set(name: "music", value: "~/My Music")),
    ("set plan for 20m, closing 3", .set(name: "plan", value: "for 20m, closing 3")),
    ("set music \"\"", .set(name: "music", value: "")),
  ]

  private static let additions: [(String, PracticeCommand)] =
    TimeOfDay(second: 21 * 3600).map { nine in
      [
        ("journal add yesterday 21:00 20m", .addSit(.daysAgo(1), nine, .seconds(1200), note: "")),
        (
          "jo ad 2026-11-20 21:00 1:10:00 calm, then  sleepy",
          .addSit(
            .date(year: 2026, month: 11, day: 20), nine, .seconds(4200), note: "calm, then  sleepy")
        ),
        (
          "journal add 20 Nov 21:00 20 minutes",
          .addSit(.date(year: nil, month: 11, day: 20), nine, .seconds(1200), note: "")
        ),
        (
          "JOURNAL ADD 3 september 2025 21:00 20 \"5 min. of it outside\"",
          .addSit(
            .date(year: 2025, month: 9, day: 3), nine, .seconds(1200), note: "5 min. of it outside")
        ),
        (
          "journal add today 21:00:00 1h30 #1",
          .addSit(.daysAgo(0), nine, .seconds(5400), note: "#1")
        ),
        ("journal edit 2 21:00", .editSit(2, SitTimes(begin: nine))),
        ("journal e 2 25m", .editSit(2, SitTimes(length: .seconds(1500)))),
        ("journal edit 2 7d", .editSit(2, SitTimes(day: .daysAgo(7)))),
        (
          "journal edit 12 yesterday 21:00 20:30",
          .editSit(12, SitTimes(day: .daysAgo(1), begin: nine, length: .seconds(1230)))
        ),
        ("journal edit 2 20.5", .editSit(2, SitTimes(length: .seconds(1230)))),
      ]
    } ?? []

  private static let sets: [(String, PracticeCommand)] = [
    ("save", .save(name: nil)), ("save Evening", .save(name: "Evening")),
    ("save  go to  bed ", .save(name: "go to  bed")), ("sav 2", .save(name: "2")),
    ("save \"go to bed\"", .save(name: "go to bed")), ("save \"\"", .save(name: "")),
    ("sets show Evening", .showSet(.name("Evening"))), ("sets sh 2", .showSet(.number(2))),
    ("sets show go to  bed", .showSet(.name("go to  bed"))),
    ("SETS EXPORT Evening e.md", .exportSet(.name("Evening"), to: "e.md")),
    ("sets e 2 ~/e.m3u8", .exportSet(.number(2), to: "~/e.m3u8")),
    ("sets export go to bed \"go to bed.md\"", .exportSet(.name("go to bed"), to: "go to bed.md")),
    ("sets export \"2\" \"a \\\" b.md\"", .exportSet(.name("2"), to: "a \" b.md")),
    ("sets export ./tape.pls to", .exportSet(.name("./tape.pls"), to: "to")),
    ("sets bundle Evening e.zip", .bundleSet(.name("Evening"), to: "e.zip")),
    ("sets b go to bed \"go to bed.zip\"", .bundleSet(.name("go to bed"), to: "go to bed.zip")),
    ("sets import e.zip", .importSet("e.zip")),
    ("SETS I ~/go to  bed.zip", .importSet("~/go to  bed.zip")),
    ("sets import \"go to bed.zip\"", .importSet("go to bed.zip")),
    ("load Evening", .load(.name("Evening"))), ("load 2", .load(.number(2))),
    ("load \"2\"", .load(.name("2"))), ("loa 2 bowls", .load(.name("2 bowls"))),
    ("load 99999999999999999999", .load(.name("99999999999999999999"))),
    ("edit 山", .edit(.name("山"))), ("delete 4", .delete(.number(4))),
    ("restore Evening", .restore("Evening")), ("restore \"20m\"", .restore("20m")),
    ("rename Evening to Night", .rename(.name("Evening"), to: "Night")),
    ("rename go to bed to Night", .rename(.name("go to bed"), to: "Night")),
    ("rename \"go to bed\" to Night", .rename(.name("go to bed"), to: "Night")),
    ("rename Night TO \"go to bed\"", .rename(.name("Night"), to: "go to bed")),
    ("rename 2 to 3", .rename(.number(2), to: "3")),
    ("rename to to to", .rename(.name("to"), to: "to")),
    ("sit", .sit(.current)), ("sit 20m", .sit(.length(.seconds(1200)))),
    ("sit 1:10:00", .sit(.length(.seconds(4200)))), ("sit 90s", .sit(.length(.seconds(90)))),
    ("sit 0:30", .sit(.length(.seconds(30)))), ("sit 2", .sit(.set(.number(2)))),
    ("sit Evening", .sit(.set(.name("Evening")))),
    ("sit \"20m\"", .sit(.set(.name("20m")))), ("sit 7am", .sit(.set(.name("7am")))),
    ("sit 12.5", .sit(.length(.seconds(750)))), ("sit 5 min", .sit(.length(.seconds(300)))),
    ("sit 1h 30m", .sit(.length(.seconds(5400)))), ("si \"2\"", .sit(.set(.name("2")))),
    ("sit #1", .sit(.set(.name("#1")))),
  ]

  static let invalidPracticeLines: [Invalid] = [
    Invalid("sets 2", "'sets' takes show, export, bundle or import, not '2'."),
    Invalid("sets exprot 2", "'sets' does not take 'exprot'. Did you mean 'sets export'?"),
    Invalid("sets write 2", "'sets' does not take 'write'. Did you mean 'sets export'?"),
    Invalid("sets show", "'sets show' needs a set, such as 'sets show Evening'."),
    Invalid(
      "sets export",
      "'sets export' needs a set and a file, such as 'sets export Evening evening.md'."),
    Invalid(
      "sets export \"go to bed\"",
      "'sets export \"go to bed\"' needs a file, such as 'sets export Evening evening.md'."),
    Invalid("sets export a \"b.md", "The closing quotation mark is missing."),
    Invalid(
      "sets export \"a\" b c.md",
      "Unexpected 'b': 'sets export' takes one text in quotation marks."),
    Invalid(
      "sets bundle Evening",
      "'sets bundle Evening' needs a file, such as 'sets bundle Evening evening.zip'."),
    Invalid(
      "sets import", "'sets import' needs a file, such as 'sets import evening.zip'."),
    Invalid("bundle Evening", "No command 'bundle'. Did you mean 'sets bundle'?"),
    Invalid("sets zip 2", "'sets' does not take 'zip'. Did you mean 'sets bundle'?"),
    Invalid("export", "No command 'export'. Did you mean 'sets export'?"),
    Invalid(
      "journal rain", "'journal' takes all, note, delete, totals, add, edit or label, not 'rain'."),
    Invalid(
      "journal add",
      "'journal add' needs a day, a time and a length, such as 'journal add yesterday 21:00 20m'."),
    Invalid(
      "journal add 21:00 20m",
      "'21:00' is not a day. Write 2026-11-03, 3 Nov, today, yesterday or, for a week ago, 7d."),
    Invalid(
      "journal add 32 Nov 21:00 20m",
      "'32' is not a day. Write 2026-11-03, 3 Nov, today, yesterday or, for a week ago, 7d."),
    Invalid(
      "journal add today",
      "'journal add' needs a time after the day, such as 'journal add yesterday 21:00 20m'."),
    Invalid("journal add today 24:00 20m", "'24:00' is not a time of day. Write 21:00."),
    Invalid("journal add today 9 20m", "'9' is not a time of day. Write 21:00."),
    Invalid(
      "journal add today 21:00",
      "'journal add' needs a length after the time, such as 'journal add yesterday 21:00 20m'."),
    Invalid(
      "journal add today 21:00 calm", "'calm' is not a time. Write 20m or 1:10:00."),
    Invalid(
      "journal add today 21:00 25h",
      "A time is longer than 0 and at most 24 hours. Example: 'journal add yesterday 21:00 20m'."),
    Invalid(
      "journal edit", "'journal edit' needs a row of the journal, such as 'journal edit 2 21:30'."),
    Invalid("journal edit 0 21:00", "Rows start at 1."),
    Invalid(
      "journal edit 2",
      "'journal edit 2' needs a day, a time or a length, such as 'journal edit 2 21:30'."),
    Invalid(
      "journal edit 2 calm",
      "Unexpected 'calm': 'journal edit' takes a row, then a day, a time or a length."),
    Invalid(
      "journal edit 2 20m calm",
      "Unexpected 'calm': 'journal edit' takes a row, then a day, a time or a length."),
    Invalid("journal change 2", "'journal' does not take 'change'. Did you mean 'journal edit'?"),
    Invalid(
      "journal totals 3", "Unexpected '3': 'journal' takes nothing after 'totals'."),
    Invalid("journal months", "'journal' does not take 'months'. Did you mean 'journal totals'?"),
    Invalid("journal 0", "Rows start at 1."),
    Invalid("journal 5-2", "'5-2' runs backwards. Did you mean '2-5'?"),
    Invalid("journal 2x", "'2x' is not a whole number. Write 'journal 20-40'."),
    Invalid("journal 2 3", "Unexpected '3': 'journal' takes one row or range, such as 20-40."),
    Invalid("journal remove 2", "'journal' does not take 'remove'. Did you mean 'journal delete'?"),
    Invalid("journal note", "'journal note' needs a row of the journal, such as 'journal note 2'."),
    Invalid("journal note 2", "'journal note 2' needs a text, or '\"\"' for none."),
    Invalid("journal note calm", "'calm' is not a whole number. Write 'journal note 2'."),
    Invalid("journal delete 0", "Rows start at 1."),
    Invalid("journal delete 1 2", "Unexpected '2': 'journal' takes one row after 'delete'."),
    Invalid("note", "'note' needs a text, or '\"\"' for none."),
    Invalid("label", "'label' needs a label, or '\"\"' for none."),
    Invalid("tag evening", "No command 'tag'. Did you mean 'label evening'?"),
    Invalid(
      "label 12345678901234567890123456789012345678901",
      "'123456789012345678901234567890123456789…' is too long. A label has 40 characters at most."),
    Invalid(
      "note " + String(repeating: "a", count: 1_001),
      "That note is too long. A note has 1,000 characters at most."),
    Invalid(
      "journal note 2 \"\(String(repeating: "é", count: 1_001))\"",
      "That note is too long. A note has 1,000 characters at most."),
    Invalid(
      "journal add yesterday 21:00 20m " + String(repeating: "a", count: 1_001),
      "That note is too long. A note has 1,000 characters at most."),
    Invalid(
      "journal label",
      "'journal label' needs a row of the journal, such as 'journal label 2'."),
    Invalid("journal label 2", "'journal label 2' needs a label, or '\"\"' for none."),
    Invalid(
      "journal label evening", "'evening' is not a whole number. Write 'journal label 2'."),
    Invalid(
      "journal label:", "'journal label:' needs a label, such as 'journal label:evening'."),
    Invalid("load", "'load' needs a set, such as 'load Evening'."),
    Invalid("load \"Evening", "The closing quotation mark is missing."),
    Invalid(
      "save \"a\" b", "Unexpected 'b': 'save' takes one text in quotation marks."),
    Invalid("rename", "'rename' needs a set and its new name, such as 'rename Evening to Night'."),
    Invalid(
      "rename Evening to",
      "'rename Evening to' needs 'to' and a new name, such as 'rename Evening to Night'."),
    Invalid(
      "rename \"go to bed\"",
      "'rename \"go to bed\"' needs 'to' and a new name, such as 'rename Evening to Night'."),
    Invalid(
      "sit 1:75", "'1:75' is not a time: seconds go up to 59. Did you mean '2:15'?"),
    Invalid("sit 25h", "A time is longer than 0 and at most 24 hours. Example: 'sit 20m'."),
    Invalid("sit 0s", "A time is longer than 0 and at most 24 hours. Example: 'sit 20m'."),
    Invalid("set", "'set' needs a setting and a value, such as 'set volume 60'."),
    Invalid("set volume", "'set volume' needs a value, such as 'set volume 60', or 'default'."),
    Invalid("set \"a\" b", "'set' needs a setting and a value, such as 'set volume 60'."),
    Invalid("history", "No command 'history'. Did you mean 'journal'?"),
    Invalid("preferences", "No command 'preferences'. Did you mean 'settings'?"),
    Invalid("favorites", "No command 'favorites'. Did you mean 'sets'?"),
    Invalid("meditate 20m", "No command 'meditate'. Did you mean 'sit 20m'?"),
    Invalid("meditate sit 20m", "No command 'meditate'. Did you mean 'sit 20m'?"),
    Invalid(
      "label 1 evening",
      "'label' labels this or the last sit. Write 'journal label 1 evening' for another row, or "
        + "'label \"1 evening\"'."),
    Invalid("laod Evening", "No command 'laod'. Did you mean 'load Evening'?"),
  ]
}
