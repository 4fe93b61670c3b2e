import MeditationPractice
import MeditationPracticeTestSupport
import MeditationTestSupport
import Testing

/// The behaviour of both conformers, on disk and in memory.
@Suite("A journal") struct JournalStoreTests {
  private let folder = TemporaryFolder()
  private static let day: Int64 = 86_400_000

  private func journal(_ isOnDisk: Bool) throws -> any JournalStore {
    isOnDisk ? try JournalFile.open(in: folder.path).journal : MemoryJournal()
  }

  private func ids(_ sits: [Sit]) -> [Int64] { sits.map(\.id.rawValue) }

  @Test("keeps every property of a sit, and its songs", arguments: [true, false])
  func keeps(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    var sample = Sit.sample(1)
    (sample.label, sample.marks) = ("deep sleep", [.added])
    try journal.save(sample, songs: SitSong.samples)
    var bare = Sit(id: Sit.ID(rawValue: 2), began: Moment(milliseconds: -1, offset: -3_600))
    try journal.save(bare, songs: nil)
    #expect(try journal.sits(since: nil, limit: nil) == [sample, bare])
    #expect(try journal.songs(of: Sit.ID(rawValue: 1)) == SitSong.samples)
    #expect(try journal.songs(of: Sit.ID(rawValue: 2)) == [])
    bare.sat = .seconds(90)
    bare.end = .completed
    try journal.save(bare, songs: nil)
    try journal.save(sample, songs: nil)
    #expect(try journal.sits(since: nil, limit: nil) == [sample, bare])
    #expect(try journal.songs(of: Sit.ID(rawValue: 1)) == SitSong.samples)
  }

  @Test("a plan that an older program wrote sounds as it did")
  func olderPlan() throws {
    let journal = try journal(true)
    var sit = Sit.sample(1)
    sit.plan = "for 20m, under rain 40"
    try journal.save(sit, songs: nil)
    #expect(
      try journal.sits(since: nil, limit: nil).map(\.plan)
        == ["for 20m, under rain 74%"])
  }

  @Test("finds sits by their local dates, newest first", arguments: [true, false])
  func dates(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    // 23:30 UTC on the 20th is the 21st one hour east, and the 20th in the west.
    let late = Sit.sampleTime + 12_355_000
    try journal.save(.sample(1, began: late), songs: nil)
    var west = Sit.sample(2, began: late + 1)
    west.began.offset = -3_600
    try journal.save(west, songs: nil)
    try journal.save(.sample(3, began: late - 2 * Self.day), songs: nil)
    let date = try #require(CivilDate(year: 2026, month: 11, day: 20))
    #expect(try ids(journal.sits(since: nil, limit: nil)) == [2, 1, 3])
    #expect(try ids(journal.sits(since: date, limit: nil)) == [2, 1])
    #expect(try ids(journal.sits(since: date.adding(1), limit: nil)) == [1])
    #expect(try ids(journal.sits(since: nil, limit: 2)) == [2, 1])
  }

  @Test("counts no sit under a minute", arguments: [true, false])
  func lengths(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    try journal.save(.sample(1, sat: .milliseconds(59_999)), songs: nil)
    try journal.save(.sample(2, sat: .seconds(60)), songs: nil)
    let times = try journal.lengths()
    #expect(times == [SatTime(began: Sit.sample(2).began, sat: .seconds(60))])
  }

  @Test("keeps music that was played for itself apart", arguments: [true, false])
  func listening(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    try journal.save(.sample(1), songs: nil)
    var music = Sit.sample(2, began: Sit.sampleTime + 3_600_000)
    music.marks = [.listening, .unattended]
    try journal.save(music, songs: nil)
    #expect(try ids(journal.sits(since: nil, limit: 9)) == [2, 1])
    #expect(try ids(journal.sits(since: nil, limit: 1, listening: false)) == [1])
    #expect(try journal.count(listening: false) == 1)
    #expect(try journal.count(listening: true) == 1)
    #expect(try journal.lengths().map(\.began) == [Sit.sample(1).began])
    music.marks = []
    try journal.save(music, songs: nil)
    #expect(try journal.count(listening: false) == 2)
    #expect(try journal.lengths().count == 2)
  }

  @Test("keeps the songs of the latest sit, and of those that go on", arguments: [true, false])
  func forgets(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    let began = Sit.sampleTime
    for (id, days) in [(1, -3), (2, -1), (3, 0)] {
      let sit = Sit.sample(Int64(id), began: began + Int64(days) * Self.day)
      try journal.save(sit, songs: SitSong.samples)
    }
    let isKept = { (id: Int64) in try !journal.songs(of: Sit.ID(rawValue: id)).isEmpty }
    #expect(try [1, 2, 3].map(isKept) == [false, false, true])
    // A clock that was set back ten days.
    try journal.save(.sample(4, began: began - 10 * Self.day), songs: SitSong.samples)
    #expect(try [3, 4].map(isKept) == [true, true])
    var running = Sit.sample(5, began: began + Self.day)
    running.end = nil
    try journal.save(running, songs: SitSong.samples)
    #expect(try [3, 4, 5].map(isKept) == [false, false, true])
    // A start of less than a minute has no songs.
    try journal.save(.sample(6, began: began + 30 * Self.day), songs: nil)
    #expect(try [5, 6].map(isKept) == [true, false])
    try journal.save(.sample(7, began: began + 30 * Self.day), songs: SitSong.samples)
    #expect(try [5, 6, 7].map(isKept) == [true, false, true])
    #expect(try journal.sits(since: nil, limit: nil).count == 7)
    #expect(try journal.sits(since: nil, limit: 1).first?.heard.count == 2)
  }

  @Test("changes notes, deletes and restores", arguments: [true, false])
  func edits(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    try journal.save(.sample(1), songs: SitSong.samples)
    try journal.remark(.note("new"), on: Sit.ID(rawValue: 1))
    #expect(try journal.sits(since: nil, limit: nil).map(\.note) == ["new"])
    try journal.delete([Sit.ID(rawValue: 1)])
    #expect(try journal.sits(since: nil, limit: nil) == [])
    #expect(try journal.songs(of: Sit.ID(rawValue: 1)) == [])
    #expect(throws: JournalProblem.self) { try journal.remark(.note("x"), on: Sit.ID(rawValue: 1)) }
    try journal.save(.sample(1), songs: SitSong.samples)
    #expect(try journal.songs(of: Sit.ID(rawValue: 1)) == SitSong.samples)
  }

  @Test("labels sits; one without a label goes by its set", arguments: [true, false])
  func labels(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    for id in 1...4 as ClosedRange<Int64> {
      var sit = Sit.sample(id, began: Sit.sampleTime + id * Self.day)
      (sit.label, sit.set) = ("", id == 4 ? nil : "Evening")
      try journal.save(sit, songs: nil)
    }
    try journal.remark(.label("Metta"), on: Sit.ID(rawValue: 1))
    try journal.remark(.label("evening"), on: Sit.ID(rawValue: 3))
    #expect(
      try journal.sits(since: nil, limit: nil).map(\.label)
        == ["", "evening", "", "Metta"])
    let totals = LabelTotal.totals(of: try journal.labelledLengths())
    #expect(totals.map(\.label) == ["evening", "Metta"])
    #expect(totals.map(\.tally.count) == [2, 1])
    #expect(totals.map(\.tally.sat) == [.seconds(2_400), .seconds(1_200)])
    try journal.remark(.label(""), on: Sit.ID(rawValue: 1))
    try journal.remark(.label(""), on: Sit.ID(rawValue: 3))
    let sets = LabelTotal.totals(of: try journal.labelledLengths())
    #expect(sets.map(\.label) == ["Evening"] && sets.map(\.isOwn) == [false])
    #expect(sets.first?.tally.count == 3)
    #expect(throws: JournalProblem.noSuchSit) {
      try journal.remark(.label("x"), on: Sit.ID(rawValue: 9))
    }
    // A deleted sit takes no remark; a restored one has its label again.
    try journal.remark(.label("late"), on: Sit.ID(rawValue: 4))
    let sit = try #require(try journal.sits(since: nil, limit: 1).first)
    try journal.delete([sit.id])
    #expect(throws: JournalProblem.noSuchSit) { try journal.remark(.note("x"), on: sit.id) }
    try journal.restore([(sit, [])])
    #expect(try journal.sits(since: nil, limit: 1).map(\.label) == ["late"])
  }

  @Test("takes a sit that was sat elsewhere, unless it overlaps one", arguments: [true, false])
  func enters(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    let began = Sit.sampleTime
    // 20 minutes; then half a minute; then music; then one that goes on.
    try journal.save(.sample(1), songs: nil)
    try journal.save(.sample(2, began: began + 2_000_000, sat: .seconds(30)), songs: nil)
    var music = Sit.sample(3, began: began + 3_000_000)
    music.marks = [.listening]
    try journal.save(music, songs: nil)
    var running = Sit.sample(4, began: began + 9_000_000, sat: .seconds(60))
    running.end = nil
    try journal.save(running, songs: nil)
    let now = Moment(milliseconds: began + 9_500_000, offset: 3_600)
    func enter(_ id: Int64, at milliseconds: Int64, minutes: Int, isNew: Bool = true) throws
      -> Int64?
    {
      let sit = Sit.sample(id, began: began + milliseconds, sat: .seconds(minutes * 60))
      return try journal.enter(sit, isNew: isNew, now: now)?.id.rawValue
    }
    #expect(try enter(5, at: 1_199_999, minutes: 1) == 1)
    #expect(try enter(5, at: -59_999, minutes: 1) == 1)
    #expect(try enter(5, at: -60_000, minutes: 60) == 1)
    #expect(try enter(5, at: 9_400_000, minutes: 1) == 4)
    #expect(try journal.sits(since: nil, limit: nil).count == 4)
    #expect(try enter(5, at: -60_000, minutes: 1) == nil)
    #expect(try enter(6, at: 1_200_000, minutes: 60) == nil)
    try journal.remark(.note("mine"), on: Sit.ID(rawValue: 6))
    // Its own time is no hindrance, and its note stays.
    #expect(try enter(6, at: 1_300_000, minutes: 20, isNew: false) == nil)
    #expect(try enter(6, at: -60_000, minutes: 20, isNew: false) == 1)
    let entered = try journal.sits(since: nil, limit: nil)
      .first { $0.id.rawValue == 6 }
    #expect(entered?.began.milliseconds == began + 1_300_000)
    #expect(entered?.sat == .seconds(1_200) && entered?.note == "mine")
    #expect(throws: JournalProblem.noSuchSit) {
      try enter(7, at: 1_000_000_000, minutes: 1, isNew: false)
    }
  }

  @Test("keeps all of a sit but its id where another one has that")
  func otherID() {
    let sit = Sit.sample(1)
    let other = sit.withID(Sit.ID(rawValue: 2))
    #expect(other.id.rawValue == 2)
    #expect(other.withID(sit.id) == sit)
  }

  @Test("on disk adds only sits that it does not have")
  func adds() throws {
    let journal = JournalFile(in: folder.path)
    let began = Sit.sampleTime
    let sits = [
      Sit.sample(1), .sample(2, began: began + 999), .sample(3, sat: .seconds(1_201)),
      .sample(4, sat: .seconds(1_202)), .sample(5, began: began + 1_000),
      .sample(1, began: began + 5_000),
    ]
    // As a trial of an import reports.
    let areSame = sits.map { $0.isSame(as: sits[0]) }
    #expect(areSame == [true, true, true, false, false, false])
    #expect(
      try journal.add(sits, importedAt: .sampleImport) == [true, false, false, true, true, true])
    #expect(try journal.add(sits, importedAt: .sampleImport).contains(true) == false)
    #expect(try journal.sits(since: nil, limit: nil).count == 4)
  }

  @Test("without a folder says why it cannot be used, whatever it is asked")
  func noFolder() {
    let journal = JournalFile(in: nil)
    let problem = JournalProblem("neither HOME nor XDG_DATA_HOME is an absolute path")
    #expect(throws: problem) { try journal.save(.sample(1), songs: nil) }
    #expect(throws: problem) { try journal.count(listening: true) }
    #expect(throws: problem) { try journal.closeInterrupted() }
    journal.close()
  }

  @Test("on disk takes back imports, the latest first, and no other sits")
  func takesBackImports() throws {
    let journal = JournalFile(in: folder.path)
    #expect(try journal.takeBackImport(isTrial: false) == nil)
    try journal.save(.sample(1), songs: SitSong.samples)
    let sits = (2...7).map { Sit.sample($0, began: Sit.sampleTime + $0 * 10_000, end: .left) }
    // At the same moment, and with the clock set back.
    let moments = [0, 0, -5_000].map { Moment.sampleImport.adding($0) }
    for (place, moment) in moments.enumerated() {
      let part = Array(sits[(2 * place)...(2 * place + 1)]) + [.sample(9)]
      #expect(try journal.add(part, importedAt: moment) == [true, true, false])
    }
    #expect(try journal.add(sits, importedAt: .sampleImport).contains(true) == false)
    #expect(try journal.takeBackImport(isTrial: true).map { ids($0.sits) } == [7, 6])
    #expect(try journal.count(listening: false) == 7)
    #expect(try journal.takeBackImport(isTrial: false).map { ids($0.sits) } == [7, 6])
    #expect(try journal.count(listening: false) == 5)
    try journal.remark(.note("mine"), on: Sit.ID(rawValue: 5))
    #expect(try journal.claim(Sit.ID(rawValue: 4)))
    let second = try journal.takeBackImport(isTrial: false)
    #expect(second.map { ids($0.sits) } == [5])
    #expect(second?.importedAt == Moment.sampleImport.milliseconds + 1)
    try journal.delete([Sit.ID(rawValue: 2)])
    try journal.save(sits[0], songs: nil)
    let third = try journal.takeBackImport(isTrial: false)
    #expect(third.map { ids($0.sits) } == [3])
    #expect(third?.importedAt == Moment.sampleImport.milliseconds)
    #expect(try journal.takeBackImport(isTrial: false) == nil)
    #expect(try ids(journal.sits(since: nil, limit: nil)) == [4, 2, 1])
  }

  @Test("is claimed once, and only if it can be resumed", arguments: [true, false])
  func claims(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    for (id, end) in zip(1..., SitEnd.allCases) {
      try journal.save(.sample(Int64(id), end: end), songs: nil)
      #expect(try journal.claim(Sit.ID(rawValue: Int64(id))) == end.isResumable)
      #expect(try journal.claim(Sit.ID(rawValue: Int64(id))) == false)
    }
    #expect(try journal.claim(Sit.ID(rawValue: 99)) == false)
    let sits = try journal.sits(since: nil, limit: nil)
    try journal.closeInterrupted()
    #expect(try journal.sits(since: nil, limit: nil) == sits)
  }
}

extension Moment {
  fileprivate static let sampleImport = Sit.sample(1).began.adding(86_400_000)

  fileprivate func adding(_ milliseconds: Int64) -> Moment {
    Moment(milliseconds: self.milliseconds + milliseconds, offset: offset)
  }
}
