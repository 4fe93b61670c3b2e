import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("An event emitter") @MainActor struct EventEmitterTests {
  private let emitter = EventEmitter<Int>()

  @Test("tells every handler each value, in the order of subscription")
  func order() {
    var heard: [String] = []
    let first = emitter.subscribe { heard.append("a\($0)") }
    let second = emitter.subscribe { heard.append("b\($0)") }
    emitter.emit(1)
    emitter.emit(2)
    #expect(heard == ["a1", "b1", "a2", "b2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("forgets a subscription that ended, and ends one that is released")
  func ending() {
    var heard: [String] = []
    let ended = emitter.subscribe { heard.append("ended \($0)") }
    var released: Subscription? = emitter.subscribe { heard.append("released \($0)") }
    #expect(emitter.subscriptionCount == 2)
    ended.end()
    ended.end()
    _ = released
    released = nil
    emitter.emit(1)
    #expect(heard == [])
    #expect(emitter.subscriptionCount == 0)
  }

  @Test("does not call a handler that was ended during the emission")
  func endingDuringEmission() {
    var heard: [String] = []
    var later: Subscription?
    let first = emitter.subscribe { _ in
      heard.append("first")
      later?.end()
    }
    later = emitter.subscribe { _ in heard.append("later") }
    emitter.emit(1)
    #expect(heard == ["first"])
    withExtendedLifetime(first) {}
  }

  @Test("a handler may end itself")
  func endingItself() {
    var count = 0
    var own: Subscription?
    own = emitter.subscribe { _ in
      count += 1
      own?.end()
    }
    emitter.emit(1)
    emitter.emit(2)
    #expect(count == 1)
  }

  @Test("tells who subscribes during an emission from the next value on")
  func subscribingDuringEmission() {
    var heard: [Int] = []
    var late: Subscription?
    let first = emitter.subscribe { [emitter] value in
      if late == nil { late = emitter.subscribe { heard.append($0) } }
    }
    emitter.emit(1)
    emitter.emit(2)
    #expect(heard == [2])
    withExtendedLifetime(first) {}
  }

  @Test("tells a value emitted by a handler after the running one, to all")
  func nestedEmission() {
    var heard: [String] = []
    let first = emitter.subscribe { [emitter] value in
      heard.append("a\(value)")
      if value == 1 { emitter.emit(2) }
    }
    let second = emitter.subscribe { heard.append("b\($0)") }
    emitter.emit(1)
    #expect(heard == ["a1", "b1", "a2", "b2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("a value emitted during one that waited waits for its turn")
  func nestedInWaiting() {
    var heard: [String] = []
    let first = emitter.subscribe { [emitter] value in
      heard.append("a\(value)")
      if value < 3 { emitter.emit(value + 1) }
    }
    let second = emitter.subscribe { heard.append("b\($0)") }
    emitter.emit(1)
    #expect(heard == ["a1", "b1", "a2", "b2", "a3", "b3"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("neither emitter nor subscription keeps the other alive")
  func noCycle() {
    weak var weakEmitter: EventEmitter<Int>?
    weak var weakSubscription: Subscription?
    var subscription: Subscription?
    do {
      let local = EventEmitter<Int>()
      weakEmitter = local
      subscription = local.subscribe { _ in }
      weakSubscription = subscription
    }
    #expect(weakEmitter == nil)
    #expect(subscription != nil)
    subscription = nil
    #expect(weakSubscription == nil)
  }

  @Test("ending many subscriptions leaves the others in order")
  func manyEndings() {
    var heard: [Int] = []
    var subscriptions = (0..<1000).map { number in
      emitter.subscribe { _ in heard.append(number) }
    }
    for index in subscriptions.indices where index % 100 != 0 { subscriptions[index].end() }
    #expect(emitter.subscriptionCount == 10)
    emitter.emit(0)
    #expect(heard == stride(from: 0, to: 1000, by: 100).map { $0 })
    subscriptions.removeAll()
    #expect(emitter.subscriptionCount == 0)
  }
}

@Suite("A subscription") @MainActor struct SubscriptionTests {
  @Test("observes as long as it is stored")
  func storing() {
    let song = SongViewModel(title: "Waves")
    let session = MeditationViewModel(songs: [song])
    var subscriptions: [Subscription] = []
    var changes: [ModeChange] = []
    song.observeMode { changes.append($0) }.store(in: &subscriptions)
    session.observe(\.volume) { _, _ in }.store(in: &subscriptions)
    session.perform(.pick([0]))
    #expect(changes.count == 1)
    #expect(subscriptions.count == 2)
    subscriptions.removeAll()
    session.perform(.unpick([0]))
    #expect(changes.count == 1)
  }
}

@Suite("Observing from the present value on") @MainActor struct InitialValueTests {
  private let session = MeditationViewModel(count: 2)

  @Test("a mode, a failure, a property")
  func initial() {
    session.perform(.pick([0, 1]))
    var told: [String] = []
    var subscriptions: [Subscription] = []
    session.songs[1].observeMode(initial: true) { told.append("\($0)") }
      .store(in: &subscriptions)
    session.songs[0].observeFailure(initial: true) { told.append("\($0 ?? "-") \($1 ?? "-")") }
      .store(in: &subscriptions)
    session.observe(\.phase, initial: true) { told.append("\($0) \($1)") }
      .store(in: &subscriptions)
    #expect(told == ["song 2: picked → picked", "- -", "picking picking"])
    session.perform(.start)
    session.report(.failed(reason: "gone"))
    #expect(
      told.dropFirst(3) == [
        "song 2: picked → playable", "picking listening", "song 2: playable → playing", "- gone",
      ])
  }

  @Test("an action that the first call performs is reported")
  func actionInFirstCall() {
    let song = session.songs[0]
    var modes: [ModeChange] = []
    var counts: [Int] = []
    var failures: [String?] = []
    var subscriptions: [Subscription] = []
    song.observeMode(initial: true) { [session] in
      modes.append($0)
      session.perform(.pick([0]))
    }.store(in: &subscriptions)
    session.observe(\.picked.count, initial: true) { [session] in
      counts.append($1)
      session.perform(.pick([0, 1]))
    }.store(in: &subscriptions)
    session.perform(.start)
    song.observeFailure(initial: true) { [session] in
      failures.append($1)
      session.report(.failed(reason: "gone"))
    }.store(in: &subscriptions)
    #expect(modes.prefix(2).map(\.to) == [.picking(.unselected), .picking(.selected)])
    #expect(counts.prefix(2) == [1, 2])
    #expect(failures.prefix(2) == [nil, "gone"])
  }

  @Test("songs are found by their ids, whatever the order of the list")
  func ids() {
    session.perform(.sort(.title))
    session.append([SongViewModel(title: "A late one")])
    session.perform(.sort(.title))
    #expect(session.songs.map(\.id) == [2, 0, 1])
    #expect([0, 1, 2].map { session.song(id: $0)?.title } == ["Song 1", "Song 2", "A late one"])
    #expect(session.song(id: 3) == nil && session.song(id: -1) == nil)
    #expect(firstID(of: session.songs) == 2)
  }

  private func firstID<Row: Identifiable>(of rows: [Row]) -> Row.ID? { rows.first?.id }
}
