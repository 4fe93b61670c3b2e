import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("Songs that come while others are picked") @MainActor struct ArrivingTests {
  private func songs(_ titles: String...) -> [SongViewModel] {
    titles.map { SongViewModel(title: $0, length: .seconds(10)) }
  }

  private func titles(_ session: MeditationViewModel) -> String {
    session.songs.map(\.title).joined(separator: " ")
  }

  /// The parts of a session that undo restores.
  private struct Picking: Equatable {
    let ids: [SongID]
    let picked: [Bool]
    let played: [Int]
    let plan: Plan

    @MainActor init(_ session: MeditationViewModel) {
      ids = session.songs.map(\.id)
      picked = session.modes.map(\.isInSession)
      played = session.playOrder
      plan = session.state.plan
    }
  }

  private func played(_ session: MeditationViewModel) -> String {
    session.playOrder.map { session.songs[$0].title }.joined(separator: " ")
  }

  @Test("stand at the end, not picked, and ids and numbers go on")
  func atTheEnd() {
    let session = MeditationViewModel(songs: songs("c", "a"))
    session.perform(.pick([1]))
    #expect(session.append(songs("d", "b")) == .changed)
    #expect(titles(session) == "c a d b")
    #expect(session.modes == [.unpicked, .picked, .unpicked, .unpicked])
    #expect(session.songs.map(\.id) == [0, 1, 2, 3])
    #expect(session.songs.map(\.index) == [0, 1, 2, 3])
    #expect(session.state.songCount == 4)
    #expect(session.state.picked.count == 1)
    #expect(session.perform(.pick([3])) == .changed)
    #expect(session.append([]) == .unchanged)
  }

  @Test("are reported as one change, which changes no mode")
  func change() {
    let session = MeditationViewModel(songs: songs("a"))
    var told: [String] = []
    let settled = session.observeSettled {
      told.append("\($0.cause) \($0.outcome) \($0.changes.count)")
    }
    let counted = session.observe(\.songCount) { told.append("\($0) to \($1)") }
    session.append(songs("b", "c"))
    #expect(told == ["1 to 3", "arrival changed 0"])
    settled.end()
    counted.end()
  }

  @Test("wait until the next sort for their places in a sorted list")
  func sorted() {
    let session = MeditationViewModel(songs: songs("c", "a"))
    session.perform(.sort(.title))
    session.append(songs("d", "b"))
    #expect(titles(session) == "a c d b")
    #expect(session.perform(.sort(.title)) == .changed)
    #expect(titles(session) == "a b c d")
    #expect(session.perform(.sort(.title)) == .unchanged)
    session.perform(.undo)
    #expect(titles(session) == "a c d b")
    session.perform(.redo)
    #expect(titles(session) == "a b c d")
    session.perform(.undo)
    session.perform(.undo)
    #expect(titles(session) == "c a d b")
  }

  @Test("sorting them in is a change of its own, after a pick as after another sort")
  func sortedIn() {
    let session = MeditationViewModel(songs: songs("b", "a"))
    session.perform(.sort(.title))
    session.append(songs("0"))
    session.perform(.pick([0]))
    #expect(session.perform(.sort(.title)) == .changed)
    #expect(titles(session) == "0 a b")
    session.perform(.undo)
    #expect(titles(session) == "a b 0")
    #expect(session.modes == [.picked, .unpicked, .unpicked])

    let other = MeditationViewModel(songs: songs("a", "b"))
    other.perform(.sort(SongSort(.title, isDescending: true)))
    other.append(songs("c"))
    #expect(titles(other) == "b a c")
    other.perform(.sort(.artist))
    other.perform(.undo)
    #expect(titles(other) == "b a c")
  }

  @Test("that are where the sort has them already are no change")
  func sortedAlready() {
    let session = MeditationViewModel(songs: songs("b", "a"))
    session.perform(.sort(.title))
    session.append(songs("c"))
    #expect(session.perform(.sort(.title)) == .unchanged)
    session.perform(.undo)
    #expect(titles(session) == "b a c")
  }

  @Test("shuffled, play as if they had been there at the shuffle", arguments: 1...20)
  func shuffled(seed: Int) {
    let early = MeditationViewModel(songs: songs("a", "b", "c", "d", "e"))
    let late = MeditationViewModel(songs: songs("a", "b"))
    early.perform(.shuffle(seed: seed))
    late.perform(.shuffle(seed: seed))
    late.append(songs("c", "d"))
    late.append(songs("e"))
    for session in [early, late] { session.perform(.pick([0, 1, 2, 3, 4])) }
    #expect(played(early) == played(late))
  }

  @Test("play last in an order of the user's own, which can still be taken back")
  func moved() {
    let session = MeditationViewModel(songs: songs("a", "b", "c"))
    session.perform(.pick([0, 1, 2]))
    session.perform(.move([2], to: .position(0)))
    session.append(songs("d"))
    session.perform(.pick([3]))
    #expect(played(session) == "c a b d")
    session.perform(.move([3], to: .position(0)))
    session.perform(.shuffle(seed: 1))
    session.append(songs("e"))
    session.perform(.undo)
    session.perform(.pick([4]))
    #expect(played(session) == "d c a b e")
    for _ in 1...2 { session.perform(.undo) }
    #expect(played(session) == "c a b d")
    for _ in 1...2 { session.perform(.undo) }
    #expect(played(session) == "a b c")
  }

  @Test("what is taken back is of the same songs, wherever they stand by then")
  func undo() {
    let session = MeditationViewModel(songs: songs("c", "a", "e"))
    session.perform(.sort(.title))
    session.perform(.pick([1]))
    session.append(songs("b"))
    session.perform(.sort(.artist))
    session.perform(.undo)
    #expect(titles(session) == "a c e b")
    #expect(session.modes == [.unpicked, .picked, .unpicked, .unpicked])
    session.perform(.undo)
    #expect(session.modes == [.unpicked, .unpicked, .unpicked, .unpicked])
    session.perform(.undo)
    #expect(titles(session) == "c a e b")
    #expect(!session.canUndo)
  }

  @Test("join the list while a session is heard, hidden, and can join the session")
  func whileListening() {
    let session = MeditationViewModel(songs: songs("a"))
    session.perform(.pick([0]))
    session.perform(.start)
    let late = songs("b", "c")
    var told: [SongMode] = []
    let subscription = late[0].observeMode { told.append($0.to) }
    #expect(session.append(late) == .changed)
    #expect(told == [.listening(.hidden)])
    #expect(session.modes == [.playing, .hidden, .hidden])
    #expect(session.perform(.pickNext([2])) == .changed)
    #expect(session.modes == [.playing, .hidden, .playable])
    #expect(played(session) == "a c")
    #expect(session.state.next == .song(id: 2))
    session.perform(.finish)
    #expect(session.append(songs("d")) == .changed)
    #expect(session.modes == [.playable, .hidden, .playable, .hidden])
    session.perform(.back)
    #expect(session.modes == [.picked, .unpicked, .picked, .unpicked])
    subscription.end()
  }

  @Test(
    "play last in a session that is shuffled, whose order can still be taken back", arguments: 1...9
  )
  func whileShuffled(seed: Int) {
    let session = MeditationViewModel(songs: songs("a", "b", "c", "d", "e"))
    session.perform(.shuffle(seed: seed))
    session.perform(.pick([0, 1, 2, 3, 4]))
    let order = played(session)
    session.perform(.start)
    session.perform(.next)
    session.append(songs("f", "g"))
    #expect(played(session) == order)
    session.perform(.pick([5, 6]))
    #expect(played(session) == order + " f g")
    session.perform(.shuffle(seed: 5))
    session.perform(.undo)
    #expect(session.perform(.undo) == .changed)
    #expect(played(session) == order)
    session.perform(.redo)
    #expect(played(session) == order + " f g")
    session.perform(.undo)
    session.perform(.back)
    let early = MeditationViewModel(songs: songs("a", "b", "c", "d", "e", "f", "g"))
    early.perform(.shuffle(seed: seed))
    for each in [early, session] { each.perform(.pick([0, 1, 2, 3, 4, 5, 6])) }
    #expect(played(early) == played(session))
  }

  @Test("from within a handler, come when the running batch has settled")
  func fromHandler() {
    let session = MeditationViewModel(songs: songs("a"))
    let late = songs("b")
    var counts: [Int] = []
    let subscription = session.observeSettled { change in
      if change.cause != .arrival { #expect(session.append(late) == .queued) }
      counts.append(session.songs.count)
    }
    session.perform(.pick([0]))
    #expect(counts == [1, 2])
    #expect(session.modes == [.picked, .unpicked])
    subscription.end()
  }

  @Test(
    "whatever is done in between, nothing is lost, and all can be taken back", arguments: 1...60)
  func walk(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let session = MeditationViewModel(songs: songs("d", "b", "e"))
    for step in 1...80 {
      let (one, other) = (Int.random(in: 0..<12, using: &random), step % 5)
      let (before, changeCount) = (Picking(session), session.history.latest)
      switch Int.random(in: 0..<15, using: &random) {
      case 0, 1: session.append(songs("\(other)", "\(one)"))
      case 2: session.perform(.sort(SongSort(SongSort.Key.allCases[other])))
      case 3: session.perform(.shuffle(seed: one))
      case 4, 5: session.perform(.move([one], to: .position(other)))
      case 6: session.perform(.undo)
      case 7: session.perform(.start)
      case 8: session.perform(.back)
      case 9: session.perform(.unpick([other]))
      case 10: session.perform(.pickNext([one]))
      case 11: session.perform(.next)
      case 12: session.perform(.pick([one]))
      default: session.perform(.invert([other]))
      }
      expectSound(session)
      guard session.phase != .finished, session.history.latest > changeCount else { continue }
      let after = Picking(session)
      // A change that has begun to play is not undone.
      guard session.perform(.undo) == .changed || session.phase == .picking else { continue }
      #expect(Picking(session) == before, "step \(step)")
      session.perform(.redo)
      #expect(Picking(session) == after, "step \(step)")
    }
    session.perform(.back)
    while session.perform(.undo) == .changed { expectSound(session) }
    #expect(!session.canUndo)
    #expect(Set(session.modes) == [.unpicked])
    #expect(session.songs.map(\.id.rawValue) == Array(session.songs.indices))
    #expect(session.state.arrangement.playing == .asListed)
  }

  private func expectSound(_ session: MeditationViewModel) {
    let indices = Array(session.songs.indices)
    #expect(session.songs.map(\.index) == indices)
    #expect(session.songs.map(\.id.rawValue).sorted() == indices)
    #expect(session.state.songCount == indices.count)
    let chosen = indices.filter { session.songs[$0].mode.isInSession }
    #expect(session.playOrder.sorted() == chosen)
    #expect(session.state.picked.count == chosen.count)
  }
}
