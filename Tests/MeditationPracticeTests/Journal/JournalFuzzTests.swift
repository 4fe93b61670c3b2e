import Foundation
import MeditationPractice
import MeditationTestSupport
import Testing

@Suite("Any bytes as a journal") struct JournalFuzzTests {
  /// A journal, and its backup without the newest sits.
  private struct Source {
    let journal: [UInt8]
    let backup: [UInt8]
    let sits: ArraySlice<Sit>

    init(_ count: Int) throws {
      let sits = (1...Int64(count)).map { number in
        // Like the ids of real sits.
        let id = Int64(bitPattern: UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) & Int64.max
        return Sit.sample(id, began: Sit.sampleTime + number * 100_000)
      }
      self.sits = sits.dropLast(count / 10)
      journal = try DamagedJournal.bytes(of: sits)
      backup = try DamagedJournal.bytes(of: Array(self.sits))
    }
  }

  @Test(
    "trap no call, lose no sit that the backup has, and none is there twice",
    .timeLimit(.minutes(60)))
  func anything() async throws {
    let sources = try [1, 12, 467, 2_000].map { try Source($0) }
    try await Fuzzing.repeatedly(60) { seed in
      var generator = SeededGenerator(seed: seed)
      let source = sources[Int.random(in: sources.indices, using: &generator)]
      var bytes = source.journal
      let kinds = DatabaseDamage.allCases
      let damage = kinds[Int.random(in: kinds.indices, using: &generator)]
      let most = damage == .flippedBit ? 64 : 6
      for _ in 1...Int.random(in: 1...most, using: &generator) {
        damage.apply(to: &bytes, using: &generator)
      }
      if Int.random(in: 0..<8, using: &generator) == 0 {
        bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
      }
      let damaged = try DamagedJournal(bytes, backup: source.backup)
      try check(damaged, source, seed)
      try use(damaged, of: source, seed: seed)
    }
  }

  private func check(_ damaged: DamagedJournal, _ source: Source, _ seed: UInt64) throws {
    guard let journal = try? damaged.open().journal else { return }
    // Whatever the first call finds, and the next after a repair.
    _ = try? journal.count(listening: false)
    guard let sits = try? journal.sits(since: nil, limit: nil) else { return }
    for sit in sits { check(sit, seed) }
    let begins = Dictionary(grouping: sits, by: \.began.milliseconds)
    let lost = source.sits.filter { old in
      begins[old.began.milliseconds]?.contains { $0.id == old.id } != true
    }
    #expect(lost.isEmpty, "seed \(seed)")
    #expect(begins.allSatisfy { $0.value.count == 1 }, "seed \(seed)")
    #expect(Set(sits.map(\.id)).count == sits.count, "seed \(seed)")
  }

  private func use(_ damaged: DamagedJournal, of source: Source, seed: UInt64) throws {
    let journal: JournalFile
    do throws(JournalProblem) {
      journal = try JournalFile.open(in: damaged.folder.path).journal
    } catch {
      #expect(error.reason.hasPrefix("it was written by a newer version"), "seed \(seed)")
      return
    }
    let known = (0..<25).map { source.sits[$0 % source.sits.count].id }
    for _ in 1...2 {
      for sit in (try? journal.sits(since: nil, limit: nil)) ?? [] { check(sit, seed) }
      _ = try? journal.count(listening: false)
      let totals = try? journal.lengths()
      #expect((totals ?? []).allSatisfy { $0.sat >= .zero }, "seed \(seed)")
      _ = try? journal.lastSits()
      for id in known.suffix(5) { _ = try? journal.songs(of: id) }
      try? journal.remark(.note("new"), on: known[9])
      try? journal.remark(.label("evening"), on: known[10])
      _ = try? journal.labelledLengths()
      try? journal.delete([known[3]])
      if let name = try? SetName("Evening"), let new = try? SetName("Night") {
        try? journal.renameSet(name, to: new)
      }
      try? journal.closeInterrupted()
      _ = try? journal.claim(known[20])
      _ = try? journal.add(
        [.sample(70, began: Sit.sampleTime - 5_000_000), .sample(71)],
        importedAt: Sit.sample(1).began)
      _ = try? journal.takeBackImport(isTrial: true)
    }
    let last = Sit.sample(99, began: Sit.sampleTime + 900_000_000)
    try journal.save(last, songs: SitSong.samples)
    let next = try JournalFile.open(in: damaged.folder.path).journal
    #expect(try next.sits(since: nil, limit: nil).contains(last), "seed \(seed)")
    #expect(try next.songs(of: last.id) == SitSong.samples, "seed \(seed)")
  }

  private func check(_ sit: Sit, _ seed: UInt64) {
    #expect(sit.id.rawValue > 0 && sit.sat >= .zero, "seed \(seed)")
    #expect((-9_999...9_999).contains(sit.began.date.year), "seed \(seed)")
    #expect((0...100).contains(sit.resumePoint.volume), "seed \(seed)")
    #expect((sit.resumePoint.place ?? 0) >= 0 && sit.resumePoint.position >= .zero, "seed \(seed)")
  }
}
