import Dispatch
import MeditationPractice
import MeditationSystem

/// A journal in memory, whose disk can fail and stall.
package final class MemoryJournal: JournalStore {
  private struct Contents {
    var sits: [Sit.ID: Sit] = [:]
    var songs: [Sit.ID: [SitSong]] = [:]
    /// The running sits of programs that were killed.
    var abandoned: Set<Sit.ID> = []
    var problem: JournalProblem?
    /// How many more calls fail; `nil` for all.
    var failures: Int?

    var newestFirst: [Sit] {
      sits.values.sorted { ($0.began, $0.id.rawValue) > ($1.began, $1.id.rawValue) }
    }
  }

  private let contents: Locked<Contents>
  private let disk = DispatchSemaphore(value: 1)

  /// Creates a journal.
  ///
  /// - Parameters:
  ///   - sits: The sits that it holds already; the programs of those that go on were killed.
  ///   - songs: The songs of some of them.
  package init(_ sits: [Sit] = [], songs: [Sit.ID: [SitSong]] = [:]) {
    var contents = Contents(songs: songs)
    for sit in sits {
      contents.sits[sit.id] = sit
      if sit.end == nil { contents.abandoned.insert(sit.id) }
    }
    self.contents = Locked(contents)
  }

  /// Makes every call fail, as on a full disk, until it is `nil` again.
  ///
  /// - Parameter count: How many calls fail; `nil` for all.
  package func setProblem(_ problem: JournalProblem?, times count: Int? = nil) {
    contents.withLock { ($0.problem, $0.failures) = (problem, count) }
  }

  /// Makes every call wait, as on a disk that does not answer, until ``goOn()``.
  package func stall() { disk.wait() }

  package func goOn() { disk.signal() }

  package func save(_ sit: Sit, songs: [SitSong]?) throws(JournalProblem) {
    try access { contents in
      contents.sits[sit.id] = sit
      contents.abandoned.remove(sit.id)
      guard let songs else { return }
      if !songs.isEmpty {
        contents.songs = contents.songs.filter { id, _ in
          contents.sits[id].map { $0.end == nil || $0.began > sit.began } ?? false
        }
      }
      contents.songs[sit.id] = songs
    }
  }

  package func sits(
    since first: CivilDate?, limit: Int?, listening: Bool
  ) throws(JournalProblem) -> [Sit] {
    try access { contents in
      let found = contents.newestFirst.filter { sit in
        first.map { sit.began.date >= $0 } ?? true && (listening || !sit.isListening)
      }
      return Array(found.prefix(limit ?? .max))
    }
  }

  package func count(listening: Bool) throws(JournalProblem) -> Int {
    try access { $0.sits.values.count { $0.isListening == listening } }
  }

  package func lengths() throws(JournalProblem) -> [SatTime] {
    try access { contents in
      contents.sits.values.filter(\.counts).map {
        SatTime(began: $0.began, sat: $0.sat, stretches: $0.stretches)
      }
    }
  }

  package func labelledLengths() throws(JournalProblem) -> [SatTime] {
    try access { contents in contents.sits.values.filter(\.counts).map(\.time) }
  }

  package func lastSits() throws(JournalProblem) -> [SetName: Moment] {
    try access { contents in
      contents.newestFirst.reversed().reduce(into: [:]) { sits, sit in
        if let name = sit.set.flatMap({ try? SetName($0) }) { sits[name] = sit.began }
      }
    }
  }

  package func renameSet(_ old: SetName, to new: SetName) throws(JournalProblem) {
    try access { contents in
      for (id, sit) in contents.sits where sit.set.flatMap({ try? SetName($0) }) == old {
        contents.sits[id]?.set = new.text
      }
    }
  }

  package func songs(of sit: Sit.ID) throws(JournalProblem) -> [SitSong] {
    try access { $0.songs[sit] ?? [] }
  }

  package func remark(_ remark: SitRemark, on sit: Sit.ID) throws(JournalProblem) {
    let isKnown = try access { contents in
      if var changed = contents.sits[sit] {
        remark.replace(in: &changed)
        contents.sits[sit] = changed
      }
      return contents.sits[sit] != nil
    }
    guard isKnown else { throw JournalProblem.noSuchSit }
  }

  package func enter(_ sit: Sit, isNew: Bool, now: Moment) throws(JournalProblem) -> Sit? {
    let (isKnown, other) = try access { contents in
      let isKnown = isNew || contents.sits[sit.id] != nil
      let other = contents.newestFirst.first { other in
        let over = other.end == nil ? max(other.over, now) : other.over
        return other.id != sit.id && !other.isListening && (other.end == nil || other.isLong)
          && other.began < sit.over && over > sit.began
      }
      if other == nil, isNew { contents.sits[sit.id] = sit }
      if other == nil {
        contents.sits[sit.id]?.began = sit.began
        contents.sits[sit.id]?.sat = sit.sat
      }
      return (isKnown, other)
    }
    guard isKnown else { throw JournalProblem.noSuchSit }
    return other
  }

  package func delete(_ sits: [Sit.ID]) throws(JournalProblem) {
    try access { contents in
      for sit in sits {
        contents.sits[sit] = nil
        contents.songs[sit] = nil
        contents.abandoned.remove(sit)
      }
    }
  }

  package func restore(_ sits: [(sit: Sit, songs: [SitSong])]) throws(JournalProblem) {
    try access { contents in
      for (sit, songs) in sits { (contents.sits[sit.id], contents.songs[sit.id]) = (sit, songs) }
    }
  }

  package func closeInterrupted() throws(JournalProblem) {
    try access { contents in
      for id in contents.abandoned { contents.sits[id]?.end = .interrupted }
      contents.abandoned = []
    }
  }

  package func claim(_ sit: Sit.ID) throws(JournalProblem) -> Bool {
    try access { contents in
      guard contents.sits[sit]?.end?.isResumable == true else { return false }
      contents.sits[sit]?.end = nil
      return true
    }
  }

  package func backUp() {}

  package func takeNotice() -> String? { nil }

  private func access<Result>(
    _ body: (inout Contents) -> Result
  ) throws(JournalProblem) -> Result {
    disk.wait()
    defer { disk.signal() }
    let result = contents.withLock { contents in
      if contents.failures == 0 { contents.problem = nil }
      contents.failures = contents.failures.map { $0 - 1 }
      return contents.problem.map { Swift.Result<Result, JournalProblem>.failure($0) }
        ?? .success(body(&contents))
    }
    return try result.get()
  }
}
