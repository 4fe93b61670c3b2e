import Foundation
import MeditationSystem
import MeditationTestSupport
import Testing

@testable import MeditationPractice

@Suite("Journals that are merged") struct JournalMergeTests {
  private typealias Record = JournalReplica.Record

  /// Changes a journal as people do. Sits, times and texts are few, so that they meet.
  private func change(
    _ replica: inout JournalReplica, using generator: inout SeededGenerator
  ) {
    let id = Sit.ID(rawValue: .random(in: 1...6, using: &generator))
    let time = Int64.random(in: 1...4, using: &generator)
    let word = ["", "calm", "late"].randomElement(using: &generator) ?? ""
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1:
      guard !replica.deleted.contains(id) else { return }
      var sit = Sit.sample(id.rawValue, sat: .seconds(60 * time))
      sit.end = SitEnd.allCases.randomElement(using: &generator)
      sit.heard = [word]
      replica.records[id] = Record(sit: sit)
    case 2:
      replica.records[id]?.sit.note = word
      replica.records[id]?.changed.note = time
    case 3:
      replica.records[id]?.sit.label = word
      replica.records[id]?.changed.label = time
    case 4:
      replica.records[id]?.sit.sat = .seconds(60 * time)
      replica.records[id]?.changed.times = time
    default:
      replica.records[id] = nil
      replica.deleted.insert(id)
    }
  }

  @Test("give the same in any order, and nothing new the second time")
  func laws() {
    for seed in 0..<3_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var replicas = Array(repeating: JournalReplica(), count: 3)
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        let index = Int.random(in: 0..<3, using: &generator)
        if Int.random(in: 0..<8, using: &generator) == 0 {
          replicas[index] = replicas[index].merged(with: replicas[(index + 1) % 3])
        } else {
          change(&replicas[index], using: &generator)
        }
      }
      let (one, two, three) = (replicas[0], replicas[1], replicas[2])
      let all = one.merged(with: two).merged(with: three)
      #expect(one.merged(with: two) == two.merged(with: one), "seed \(seed)")
      #expect(one.merged(with: two.merged(with: three)) == all, "seed \(seed)")
      #expect(three.merged(with: one).merged(with: two) == all, "seed \(seed)")
      #expect(all.merged(with: two) == all && all.merged(with: all) == all, "seed \(seed)")
      #expect(all.deleted == one.deleted.union(two.deleted).union(three.deleted))
      #expect(all.deleted.isDisjoint(with: all.records.keys))
    }
  }

  private func journal(_ folder: TemporaryFolder) throws -> JournalFile {
    try JournalFile.open(in: folder.path).journal
  }

  private func replica(_ folder: TemporaryFolder) throws -> JournalReplica {
    try JournalReplica([UInt8](Data(contentsOf: URL(fileURLWithPath: folder.journal()))))
  }

  @Test("as files, have each sit once, the later note and label, and nothing that was deleted")
  func files() throws {
    let (home, desk) = (TemporaryFolder(), TemporaryFolder())
    let (one, two) = (try journal(home), try journal(desk))
    func sit(_ id: Int64) -> Sit { .sample(id, began: Sit.sampleTime + id * 10_000_000) }
    var running = sit(5)
    running.end = nil
    for id in 1...3 as ClosedRange<Int64> { try one.save(sit(id), songs: nil) }
    #expect(try two.merge(replica(home), isTrial: true) == JournalMerge(added: 3))
    #expect(try two.count(listening: false) == 0)
    #expect(try two.merge(replica(home), isTrial: false) == JournalMerge(added: 3))
    try two.save(sit(4), songs: nil)
    try two.save(running, songs: nil)
    try one.remark(.note("early"), on: sit(1).id)
    try two.remark(.note("late"), on: sit(1).id)
    try two.remark(.label("evening"), on: sit(2).id)
    try one.delete([sit(3).id])
    #expect(try one.merge(replica(desk), isTrial: false) == JournalMerge(added: 1, changed: 2))
    #expect(try two.merge(replica(home), isTrial: false) == JournalMerge(deleted: 1))
    for journal in [one, two] {
      let sits = try journal.sits(since: nil, limit: nil).filter { $0.end != nil }
      #expect(sits.map(\.id.rawValue) == [4, 2, 1])
      #expect(sits.map(\.note).last == "late")
      #expect(sits[1].label == "evening" && sits[1].note == sit(2).note)
    }
    // A sit that goes on is left alone, here and there.
    #expect(try one.count(listening: false) == 3 && two.count(listening: false) == 4)
    #expect(try two.merge(replica(home), isTrial: false) == JournalMerge())
    #expect(try one.merge(replica(desk), isTrial: false) == JournalMerge())
    #expect(try replica(home) == replica(desk))
    // What was deleted here and brought back is here again.
    let deleted = (sit: sit(2), songs: [SitSong]())
    try one.delete([deleted.sit.id])
    try one.restore([deleted])
    #expect(try replica(home).deleted == [sit(3).id])
  }

  @Test("keep what was done again: an added sit, its other time, and what an import added")
  func again() throws {
    let (home, desk) = (TemporaryFolder(), TemporaryFolder())
    let (one, two) = (try journal(home), try journal(desk))
    let now = Moment(milliseconds: Sit.sampleTime, offset: 0)
    var added = Sit.sample(1)
    added.marks = [.added]
    #expect(try one.enter(added, isNew: true, now: now) == nil)
    try one.delete([added.id])
    #expect(try one.enter(added, isNew: true, now: now) == nil)
    #expect(try one.merge(replica(desk), isTrial: false) == JournalMerge())
    #expect(try two.merge(replica(home), isTrial: false) == JournalMerge(added: 1))
    // Its length is edited, and then it is deleted and brought back.
    added.sat = .seconds(61)
    #expect(try one.enter(added, isNew: false, now: now) == nil)
    try one.delete([added.id])
    try one.restore([(added, [])])
    #expect(try one.merge(replica(desk), isTrial: false) == JournalMerge())
    #expect(try one.sits(since: nil, limit: nil).map(\.sat) == [.seconds(61)])
    // An import stays one, although the other journal has changed its sit.
    let imported = Sit.sample(2, began: Sit.sampleTime + 10_000_000)
    #expect(try one.add([imported], importedAt: now) == [true])
    _ = try two.merge(replica(home), isTrial: false)
    try two.remark(.note("calm"), on: imported.id)
    #expect(try one.merge(replica(desk), isTrial: false) == JournalMerge(changed: 1))
    #expect(try one.takeBackImport(isTrial: true)?.sits.map(\.id) == [imported.id])
  }

  @Test("take no time or length that no sit can have")
  func impossible() throws {
    let (home, desk) = (TemporaryFolder(), TemporaryFolder())
    let (one, two) = (try journal(home), try journal(desk))
    try one.save(.sample(1), songs: nil)
    try one.save(.sample(2, sat: .seconds(10_000 * 3_600 + 1)), songs: nil)
    let connection = try DatabaseConnection(path: home.journal())
    try connection.write { db in
      try db.execute("INSERT INTO change VALUES (1, \(Int64.max), 0, 0)")
    }
    connection.close()
    #expect(try two.merge(replica(home), isTrial: false) == JournalMerge(added: 1))
    #expect(try one.lengths().count == 1)
    try two.remark(.note("calm"), on: Sit.sample(1).id)
    #expect(try two.sits(since: nil, limit: nil).map(\.note) == ["calm"])
  }

  @Test("are journals of this program, and whole")
  func refused() throws {
    func reason(_ bytes: [UInt8]) -> String? {
      do throws(JournalProblem) {
        _ = try JournalReplica(bytes)
        return nil
      } catch {
        return error.reason
      }
    }
    var bytes = try DamagedJournal.bytes()
    #expect(reason(Array("date,minutes\n".utf8)) == "it is no journal")
    #expect(reason([]) == "it is no journal")
    bytes.replaceSubrange(4_096..<5_096, with: repeatElement(0x55, count: 1_000))
    #expect(reason(bytes) == "it is damaged")
  }

  @Test("an import has the same ids on each machine")
  func imports() {
    let table = Array("date,minutes\n2026-05-01 07:00,20\n2026-05-01 08:00,20\n".utf8)
    let ids = (1...2).map { _ in
      JournalImport(table, clock: .berlin).taken.map(\.sit.id)
    }
    #expect(ids[0] == ids[1] && Set(ids[0]).count == 2)
    #expect(ids[0].allSatisfy { $0.rawValue > 0 })
  }
}
