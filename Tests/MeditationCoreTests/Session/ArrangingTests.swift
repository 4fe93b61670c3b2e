import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("Orders") @MainActor struct ArrangingTests {
  private let session = MeditationViewModel(songs: [
    SongViewModel(title: "Track 10", subtitle: "Élan", length: .seconds(30), folder: "b"),
    SongViewModel(title: "élan", subtitle: "", length: nil, folder: "a"),
    SongViewModel(title: "Track 9", subtitle: "Dune", length: .seconds(10), folder: "b"),
    SongViewModel(title: "ECHO", subtitle: "elan", length: .seconds(20), folder: ""),
  ])

  private var titles: [String] { session.songs.map(\.title) }
  private var ids: [Int] { session.songs.map(\.id.rawValue) }

  @Test(
    "the list is sorted as a person would, and what is alike stands as it was given",
    arguments: [
      (.title, [3, 1, 2, 0]), (.artist, [2, 0, 3, 1]), (.length, [2, 3, 0, 1]),
      (.folder, [1, 0, 2, 3]), (.original, [0, 1, 2, 3]),
    ] as [(SongSort, [Int])])
  func sort(sort: SongSort, ids: [Int]) {
    #expect(session.perform(.sort(.length)) == .changed)
    #expect(session.perform(.sort(sort)) == (sort == .length ? .unchanged : .changed))
    #expect(self.ids == ids)
    #expect(session.songs.map(\.index) == [0, 1, 2, 3])
  }

  /// Two albums on three discs, and two songs that say little.
  private static let records: [SongViewModel] = [
    SongViewModel(title: "Close", album: "Tides", disc: 1, track: 10, date: "2019-05-01"),
    SongViewModel(title: "Loose", length: .seconds(5)),
    SongViewModel(title: "Deep", album: "Tides", disc: 2, track: 1, date: "2019"),
    SongViewModel(title: "Able", album: "Tides", disc: 1, track: 9, date: "2019-05-01"),
    SongViewModel(title: "Zeal", album: "Dunes", date: "1971-12", length: .seconds(9)),
    SongViewModel(title: "Yarn", album: "Dunes", track: 2, date: "1971"),
    SongViewModel(title: "Xeno", album: "dunes", date: "1971-12-31"),
    SongViewModel(title: "Moss", album: "Tides", disc: 1),
  ]

  @Test(
    "an album has its discs and tracks in order, then its titles; what is not known comes last",
    arguments: [
      (.album, "Yarn Xeno Zeal Able Close Moss Deep Loose"),
      (SongSort(.album, isDescending: true), "Able Close Moss Deep Yarn Xeno Zeal Loose"),
      (.track, "Yarn Able Close Deep Loose Zeal Xeno Moss"),
      (SongSort(.track, isDescending: true), "Deep Close Able Yarn Loose Zeal Xeno Moss"),
      (.date, "Yarn Zeal Xeno Deep Close Able Loose Moss"),
      (SongSort(.date, isDescending: true), "Close Able Deep Xeno Zeal Yarn Loose Moss"),
      (SongSort(.title, isDescending: true), "Zeal Yarn Xeno Moss Loose Deep Close Able"),
      (SongSort(.length, isDescending: true), "Zeal Loose Close Deep Able Yarn Xeno Moss"),
      (SongSort(.artist, isDescending: true), "Close Loose Deep Able Zeal Yarn Xeno Moss"),
      (SongSort(.original, isDescending: true), "Moss Xeno Yarn Zeal Able Deep Loose Close"),
    ] as [(SongSort, String)])
  func sortRecords(sort: SongSort, titles: String) {
    let session = MeditationViewModel(
      songs: Self.records.map {
        SongViewModel(
          title: $0.title, album: $0.album, disc: $0.disc, track: $0.track, date: $0.date,
          length: $0.length)
      })
    session.perform(.sort(.folder))
    #expect(session.perform(.sort(sort)) == .changed)
    #expect(session.songs.map(\.title).joined(separator: " ") == titles)
    #expect(session.perform(.sort(sort)) == .unchanged)
    #expect(session.perform(.undo) == .changed)
    #expect(session.state.arrangement.sort == .folder)
  }

  @Test("picked songs stay picked in any order, and play in that order")
  func sortKeepsSelection() {
    session.perform(.pick([0, 2]))
    session.perform(.sort(.title))
    #expect(session.modes == [.unpicked, .unpicked, .picked, .picked])
    #expect(session.playOrder == [2, 3])
    session.perform(.undo)
    #expect(ids == [0, 1, 2, 3])
    #expect(session.modes == [.picked, .unpicked, .picked, .unpicked])
    session.perform(.undo)
    #expect(session.modes == [.unpicked, .unpicked, .unpicked, .unpicked])
    #expect(session.perform(.undo) == .refused(.nothingToUndo))
  }

  @Test("a seed shuffles the same songs always the same, however the list is sorted")
  func shuffle() {
    session.perform(.pick([0, 1, 2, 3]))
    session.perform(.shuffle(seed: 42))
    let order = session.playOrder.map { session.songs[$0].id }
    session.perform(.sort(.title))
    #expect(session.state.arrangement.playing == .asListed)
    #expect(session.playOrder == [0, 1, 2, 3])
    session.perform(.shuffle(seed: 42))
    #expect(session.playOrder.map { session.songs[$0].id } == order)
    #expect(session.perform(.shuffle(seed: 42)) == .unchanged)
    #expect(session.state.arrangement.playing == .shuffled(seed: 42))
  }

  @Test("chance is SplitMix64, and what it shuffles stays so from version to version")
  func chance() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
    #expect(Shuffling.order(of: 10, seed: 42) == [8, 3, 6, 5, 4, 0, 9, 2, 1, 7])
    #expect(Shuffling.order(of: 0, seed: 1) == [])
    #expect(Shuffling.order(of: 1, seed: -1) == [0])
    #expect(Shuffling.order(of: 1000, seed: .min).sorted() == Array(0..<1000))
  }

  @Test(
    "a song moves among those of the session",
    arguments: [
      (3, 0, [3, 0, 1]), (0, 2, [1, 3, 0]), (1, 0, [1, 0, 3]), (0, 1, [1, 0, 3]),
      (0, 0, [0, 1, 3]),
    ])
  func move(song: Int, place: Int, order: [Int]) {
    session.perform(.pick([0, 1, 3]))
    #expect(
      session.perform(.move([song], to: .position(place)))
        == (place == song ? .unchanged : .changed))
    #expect(session.playOrder == order)
    session.perform(.start)
    #expect(session.state.current == order[0])
    #expect(session.playOrder == order)
    session.perform(.back)
    session.perform(.undo)
    #expect(session.playOrder == (place == song ? [] : [0, 1, 3]))
  }

  @Test("while listening, what is still to come can be moved, and nothing breaks off")
  func moveWhileListening() {
    session.perform(.pick([0, 1, 2, 3]))
    session.perform(.start)
    session.perform(.next)
    let generation = session.score.generation
    #expect(session.perform(.move([3], to: .position(2))) == .changed)
    #expect(session.sound == Sound(1, from: .zero, then: 3))
    #expect(session.score.generation == generation)
    #expect(session.perform(.move([0], to: .position(3))) == .refused(.notToCome))
    #expect(session.perform(.move([3], to: .position(1))) == .refused(.notToCome))
    #expect(session.perform(.move([1], to: .position(3))) == .refused(.notToCome))
    #expect(
      session.perform(.move([3], to: .position(4))) == .refused(.noSuchPlace(number: 5, count: 4)))
    session.perform(.back)
    #expect(session.playOrder == [0, 1, 3, 2])
  }

  @Test("several songs move together, one after the other as given")
  func moveSeveral() {
    session.perform(.pick([0, 1, 2, 3]))
    #expect(session.perform(.move([3, 1], to: .position(0))) == .changed)
    #expect(session.playOrder == [3, 1, 0, 2])
    #expect(session.perform(.move([3, 1], to: .position(2))) == .changed)
    #expect(session.playOrder == [0, 2, 3, 1])
    #expect(session.perform(.move([3, 1], to: .position(2))) == .unchanged)
    session.perform(.undo)
    #expect(session.playOrder == [3, 1, 0, 2])
    session.perform(.start)
    #expect(session.perform(.move([0, 2], to: .next)) == .changed)
    #expect(session.playOrder == [3, 0, 2, 1])
    #expect(session.score.next == .song(id: 0))
  }

  @Test("while listening, what is to come is shuffled, by a seed always the same")
  func shuffleToCome() {
    let session = MeditationViewModel(count: 10)
    session.perform(.pick(Array(0..<10)))
    session.perform(.start)
    session.perform(.next)
    let generation = session.score.generation
    #expect(session.perform(.shuffle(seed: 42)) == .changed)
    #expect(session.playOrder == [0, 1, 8, 3, 6, 5, 4, 9, 2, 7])
    #expect(session.score.generation == generation)
    #expect(session.score.next == .song(id: 8))
    #expect(session.perform(.shuffle(seed: 42)) == .unchanged)
    #expect(session.perform(.undo) == .changed)
    #expect(session.playOrder == Array(0..<10))
  }

  @Test("what was undone before a session is not redone in it, what is undone in it is")
  func redoAcrossStart() {
    let session = MeditationViewModel(count: 2)
    session.perform(.pick([0]))
    session.perform(.pick([1]))
    session.perform(.undo)
    session.perform(.start)
    #expect(session.perform(.redo) == .refused(.nothingToRedo))
    session.perform(.plan([.closing(1)]))
    #expect(session.perform(.undo) == .changed)
    #expect(session.perform(.redo) == .changed)
    #expect(session.state.plan.closing == 1)
    #expect(session.perform(.redo) == .refused(.nothingToRedo))
    #expect(session.perform(.undo) == .changed)
    #expect(session.perform(.undo) == .refused(.nothingToUndo))
  }

  @Test("of a session whose changes overflow, all that are kept can be undone")
  func overflowWhileListening() {
    var history = PickingHistory()
    for _ in 0..<10 { history.note(PickingChange()) }
    history.mark()
    #expect(history.latest(to: .undo, passing: Plan()) == nil)
    let move = PickingChange(order: .moved(from: 0, to: 0))
    for _ in 0...PickingHistory.limit / move.cost { history.note(move) }
    while history.latest(to: .undo, passing: Plan()) != nil { history.take(.undo, reversal: move) }
    #expect(history.count == 0)
  }

  @Test("undo forgets only the oldest changes")
  func boundedHistory() {
    let session = MeditationViewModel(count: 1)
    let move = PickingChange(order: .moved(from: 0, to: 0))
    let limit = PickingHistory.limit / move.cost
    for _ in 0..<limit { session.history.note(move) }
    #expect(session.history.count == limit)
    session.history.note(move)
    #expect(session.history.count > limit / 2)
    #expect(session.history.count < limit)
  }
}
