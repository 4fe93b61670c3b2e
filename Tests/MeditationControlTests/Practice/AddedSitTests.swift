import MeditationControl
import MeditationCore
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationScreens
import Testing

/// A stage shows Wednesday, 18 November 2026, 22:00.
@Suite("A sit that is added") @MainActor struct AddedSitTests {
  @Test("is marked, counts, and can be taken back")
  func added() throws {
    let stage = PracticeStage()
    stage.type("journal add yesterday 21:00 20m at the lake")
    #expect(stage.news == ["Added the sit of yesterday 21:00: 20:00."])
    let sit = try #require(try stage.sits().first)
    #expect(sit.marks == [.added] && sit.end == .completed && sit.note == "at the lake")
    #expect(
      sit.began == Moment(milliseconds: Moment.wednesday.milliseconds - 90_000_000, offset: 3_600))
    #expect(sit.counts && sit.planned == nil)
    stage.type("undo")
    #expect(try stage.sits().isEmpty)
    #expect(
      stage.news.last
        == "The sit of yesterday 21:00 is no longer in the journal; 'redo' adds it again.")
    stage.type("redo")
    #expect(try stage.sits() == [sit])
    stage.type("undo", "undo")
    #expect(stage.reply == .refused(.session(.nothingToUndo)))
  }

  @Test(
    "is refused",
    arguments: [
      ("today 21:50 20m", "It would end in the future. A sit can be added when it is over."),
      ("2030-01-01 7:00 20m", "It would end in the future. A sit can be added when it is over."),
      (
        "today 21:00 59s",
        "A sit under a minute does not count. Write its length, such as 20m."
      ),
      ("2026-02-30 21:00 20m", "There is no such day."),
      ("31 Dec 1969 21:00 20m", "The day is before 1970."),
      ("today 7:10 20m", "It overlaps the sit of today 07:00."),
      ("18 Nov 6:50 11m", "It overlaps the sit of today 07:00."),
    ])
  func refused(words: String, reason: String) throws {
    let stage = PracticeStage()
    stage.type("journal add today 7:00 20m", "journal add \(words)")
    #expect(stage.refusal == reason)
    #expect(try stage.sits().count == 1)
    stage.type("undo")
    #expect(try stage.sits().isEmpty)
  }

  @Test("at a time of day that the clocks skipped is refused, and so is a change to it")
  func skippedHour() throws {
    // As the C library reads a time between 2:00 and 3:00 of that night.
    let night = Moment.wednesday.date.dayNumber * 86_400 + 3 * 3_600
    let stage = PracticeStage(offset: { $0 < night ? 0 : 3_600 })
    let reason = "The clocks skip 2:30 that night: they show 3:30 instead."
    stage.type("journal add today 2:30 20m")
    #expect(stage.refusal == reason)
    #expect(try stage.sits().isEmpty)
    stage.type("journal add yesterday 2:30 20m")
    #expect(stage.refusal == nil)
    for line in ["today", "today 2:30"] {
      stage.type("journal edit 1 \(line)")
      #expect(stage.refusal == reason)
    }
    stage.type("journal edit 1 today 3:30")
    #expect(stage.refusal == nil)
    #expect(stage.news.last == "Changed to the sit of today 03:30: 20:00.")
  }

  @Test("next to others, and at the last moment, is taken")
  func neighbours() throws {
    let stage = PracticeStage()
    stage.type("journal add today 7:00 20m", "journal add today 7:20 20m")
    stage.type("journal add today 6:59 1m", "journal add today 21:40 20m")
    #expect(stage.refusal == nil)
    #expect(try stage.sits().count == 4)
  }

  @Test("cannot be at the time of a sit that goes on")
  func running() throws {
    let stage = PracticeStage()
    stage.type("1", "for 20m", "start")
    stage.play(300)
    stage.type("journal add today 22:01 2m")
    #expect(stage.refusal == "It overlaps the sit of today 22:00.")
  }

  @Test("changes as it is edited, and as that is undone")
  func edited() throws {
    let stage = PracticeStage()
    stage.type("journal add yesterday 21:00 20m", "journal note 1 calm")
    let sit = try #require(try stage.sits().first)
    for (line, news) in [
      ("21:30", "yesterday 21:30: 20:00"), ("25m", "yesterday 21:30: 25:00"),
      ("today 7:00 1h", "today 07:00: 1:00:00"), ("16 Nov", "Monday 07:00: 1:00:00"),
    ] {
      stage.type("journal edit 1 \(line)")
      #expect(stage.news.last == "Changed to the sit of \(news).")
    }
    #expect(try stage.sits().map(\.note) == ["calm"])
    stage.type("undo", "undo", "undo", "undo")
    #expect(try stage.sits() == [sit])
    stage.type("redo")
    #expect(stage.news.last == "Changed to the sit of yesterday 21:30: 20:00.")
  }

  @Test("is not changed so that it overlaps another one, or is to come")
  func badEdits() throws {
    let stage = PracticeStage()
    stage.type("journal add today 7:00 20m", "journal add today 8:00 20m")
    let sits = try stage.sits()
    for (line, reason) in [
      ("7:19", "It overlaps the sit of today 07:00."),
      ("23:00", "It would end in the future. A sit can be added when it is over."),
      ("10s", "A sit under a minute does not count. Write its length, such as 20m."),
    ] {
      stage.type("journal edit 1 \(line)")
      #expect(stage.refusal == reason)
    }
    stage.type("journal edit 3 7:00")
    #expect(stage.reply == .refused(.noSuchRow(3, count: 2)))
    #expect(try stage.sits() == sits)
  }

  @Test("alone can be edited; a sit that was sat here keeps its times")
  func satHere() throws {
    let stage = PracticeStage()
    stage.type("1", "for 20m", "start")
    stage.play(90)
    stage.type("finish", "journal edit 1 25m")
    #expect(stage.reply == .refused(.notAdded))
    #expect(try stage.sits().map(\.sat) == [.seconds(90)])
  }

  @Test("undoing one that was deleted elsewhere goes on to the change before")
  func deletedElsewhere() throws {
    let stage = PracticeStage()
    stage.type("journal add today 7:00 20m", "journal edit 1 8:00")
    try stage.journal.delete(stage.sits().map(\.id))
    stage.type("undo")
    #expect(stage.refusal == nil)
    #expect(try stage.sits().isEmpty)
  }
}
