import Practice
import Testing

/// What both conformers must do.
@Suite("A journal") struct JournalStoreTests {
  private let folder: TemporaryFolder
  private static let day: Int64 = 86_400_000

  init() throws { folder = try TemporaryFolder() }

  private func journal(_ isOnDisk: Bool) throws -> any JournalStore {
    isOnDisk ? try JournalFile.open(in: folder.path).journal : MemoryJournal()
  }

  private func ids(_ sits: [Sit]) -> [Int64] { sits.map(\.id.rawValue) }

  @Test("keeps every property of a sit, and its songs", arguments: [true, false])
  func keeps(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    try journal.save(.sample(1), songs: SitSong.samples)
    var bare = Sit(id: Sit.ID(rawValue: 2), began: Moment(milliseconds: -1, offset: -3_600))
    try journal.save(bare, songs: nil)
    #expect(try journal.sits(since: nil, until: nil, limit: nil) == [.sample(1), bare])
    #expect(try journal.songs(of: Sit.ID(rawValue: 1)) == SitSong.samples)
    #expect(try journal.songs(of: Sit.ID(rawValue: 2)) == [])
    bare.sat = .seconds(90)
    bare.end = .completed
    try journal.save(bare, songs: nil)
    try journal.save(.sample(1), songs: nil)
    #expect(try journal.sits(since: nil, until: nil, limit: nil) == [.sample(1), bare])
    #expect(try journal.songs(of: Sit.ID(rawValue: 1)) == SitSong.samples)
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
    #expect(try ids(journal.sits(since: nil, until: nil, limit: nil)) == [2, 1, 3])
    #expect(try ids(journal.sits(since: date, until: date, limit: nil)) == [2])
    #expect(try ids(journal.sits(since: date.adding(1), until: nil, limit: nil)) == [1])
    #expect(try ids(journal.sits(since: nil, until: date, limit: nil)) == [2, 3])
    #expect(try ids(journal.sits(since: nil, until: nil, limit: 2)) == [2, 1])
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
    #expect(try ids(journal.sits(since: nil, until: nil, limit: 9)) == [2, 1])
    #expect(try ids(journal.sits(since: nil, until: nil, limit: 1, listening: false)) == [1])
    #expect(try journal.count() == 1)
    #expect(try journal.listeningCount() == 1)
    #expect(try journal.lengths().map(\.began) == [Sit.sample(1).began])
    music.marks = []
    try journal.save(music, songs: nil)
    #expect(try journal.count() == 2)
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
    #expect(try journal.sits(since: nil, until: nil, limit: nil).count == 7)
    #expect(try journal.sits(since: nil, until: nil, limit: 1).first?.heard.count == 2)
  }

  @Test("changes notes, deletes and restores", arguments: [true, false])
  func edits(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    try journal.save(.sample(1), songs: SitSong.samples)
    try journal.setNote("new", of: Sit.ID(rawValue: 1))
    #expect(try journal.sits(since: nil, until: nil, limit: nil).map(\.note) == ["new"])
    try journal.delete([Sit.ID(rawValue: 1)])
    #expect(try journal.sits(since: nil, until: nil, limit: nil) == [])
    #expect(try journal.songs(of: Sit.ID(rawValue: 1)) == [])
    #expect(throws: JournalProblem.self) { try journal.setNote("x", of: Sit.ID(rawValue: 1)) }
    try journal.save(.sample(1), songs: SitSong.samples)
    #expect(try journal.songs(of: Sit.ID(rawValue: 1)) == SitSong.samples)
  }

  @Test("adds only sits that it does not have", arguments: [true, false])
  func adds(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
    let began = Sit.sampleTime
    let sits = [
      Sit.sample(1), .sample(2, began: began + 999), .sample(3, sat: .seconds(1_201)),
      .sample(4, sat: .seconds(1_202)), .sample(5, began: began + 1_000),
      .sample(1, began: began + 5_000),
    ]
    #expect(
      try journal.add(sits, importedAt: .sampleImport) == [true, false, false, true, true, true])
    #expect(try journal.add(sits, importedAt: .sampleImport).contains(true) == false)
    #expect(try journal.sits(since: nil, until: nil, limit: nil).count == 4)
  }

  @Test("takes back imports, the latest first, and no other sits", arguments: [true, false])
  func takesBackImports(isOnDisk: Bool) throws {
    let journal = try journal(isOnDisk)
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
    #expect(try journal.count() == 7)
    #expect(try journal.takeBackImport(isTrial: false).map { ids($0.sits) } == [7, 6])
    #expect(try journal.count() == 5)
    try journal.setNote("mine", of: Sit.ID(rawValue: 5))
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
    #expect(try ids(journal.sits(since: nil, until: nil, limit: nil)) == [4, 2, 1])
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
    #expect(try journal.closeInterrupted() == [])
  }
}

extension Moment {
  fileprivate static let sampleImport = Sit.sample(1).began.adding(86_400_000)

  fileprivate func adding(_ milliseconds: Int64) -> Moment {
    Moment(milliseconds: self.milliseconds + milliseconds, offset: offset)
  }
}
