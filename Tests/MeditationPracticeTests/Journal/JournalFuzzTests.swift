import Foundation
import MeditationPractice
import MeditationTestSupport
import Testing

@Suite("Any bytes as a journal") struct JournalFuzzTests {
  @Test("trap no call, and what is saved then is found", .timeLimit(.minutes(20)))
  func anything() async throws {
    let whole = try DamagedJournal.bytes()
    try await Fuzzing.repeatedly(60) { seed in
      var generator = SeededGenerator(seed: seed)
      var bytes = whole
      for _ in 1...Int.random(in: 1...6, using: &generator) {
        let damage = DatabaseDamage.allCases.randomElement(using: &generator)
        damage?.apply(to: &bytes, using: &generator)
      }
      try use(DamagedJournal(bytes), seed: seed)
    }
  }

  @Test("with one wrong bit lose no sit, and change one at most", .timeLimit(.minutes(20)))
  func flips() async throws {
    let whole = try DamagedJournal.bytes()
    let known = Set(DamagedJournal.sits)
    try await Fuzzing.repeatedly(60) { seed in
      var generator = SeededGenerator(seed: seed)
      var bytes = whole
      DatabaseDamage.flippedBit.apply(
        to: &bytes, pages: 1..<bytes.count / 4_096, using: &generator)
      let damaged = try DamagedJournal(bytes)
      let sits = try damaged.found()
      #expect(sits.count == known.count, "seed \(seed)")
      #expect(Set(sits).subtracting(known).count <= 1, "seed \(seed)")
      // After a repair, a count and a list are of the same sits.
      let journal = try damaged.open().journal
      #expect(try journal.count(listening: false) == sits.count, "seed \(seed)")
    }
  }

  private func use(_ damaged: DamagedJournal, seed: UInt64) throws {
    let journal: JournalFile
    do throws(JournalProblem) {
      journal = try JournalFile.open(in: damaged.folder.path).journal
    } catch {
      // The bytes that say whose file it is.
      #expect(error.reason.hasPrefix("it was written by"), "seed \(seed)")
      return
    }
    let known = DamagedJournal.sits.map(\.id)
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
