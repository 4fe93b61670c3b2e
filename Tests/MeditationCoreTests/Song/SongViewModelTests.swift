import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("A song") @MainActor struct SongViewModelTests {
  @Test(
    "shows its length as a player does",
    arguments: [
      (nil, "–:––"), (.zero, "0:00"), (.milliseconds(7_900), "0:08"), (.seconds(330), "5:30"),
      (.seconds(3599), "59:59"), (.seconds(3723), "1:02:03"), (.seconds(-5), "0:00"),
    ] as [(Duration?, String)])
  func timeText(length: Duration?, text: String) {
    #expect(SongViewModel(title: "Waves", length: length).timeText == text)
  }

  @Test("reports each change once, and nothing else")
  func changes() {
    let song = SongViewModel(title: "Waves")
    var told: [ModeChange] = []
    let subscription = song.observeMode { told.append($0) }
    for mode in [SongMode.picking(.unselected), .picking(.selected), .picking(.selected)] {
      song.change(to: mode).map { song.emission(of: $0)?() }
    }
    #expect(told.map(\.description) == ["song 1: unpicked → picked"])
    withExtendedLifetime(subscription) {}
  }
}

@Suite("What never changes of a song") struct SongConstantsTests {
  @Test("can be read off the main actor")
  func constants() async {
    let song = await SongViewModel(
      title: "Waves", subtitle: "Sea", length: .seconds(90), folder: "Shore")
    #expect([song.title, song.subtitle, song.folder] == ["Waves", "Sea", "Shore"])
  }
}

@Suite("A song belongs to one session at a time") struct SongOwnershipTests {
  private static let reason = "The song 'Waves' belongs to a session already, or is given twice."

  @Test("a song that is given to a second session stops the program, with the reason")
  func secondSession() async throws {
    let end = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let songs = [SongViewModel(title: "Waves")]
          let first = MeditationViewModel(songs: songs)
          _ = MeditationViewModel(songs: songs)
          withExtendedLifetime(first) {}
        }
      })
    #expect(String(decoding: end.standardErrorContent, as: UTF8.self).contains(Self.reason))
  }

  @Test("so does one that is given twice")
  func twice() async throws {
    let end = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let song = SongViewModel(title: "Waves")
          _ = MeditationViewModel(songs: [song, song])
        }
      })
    #expect(String(decoding: end.standardErrorContent, as: UTF8.self).contains(Self.reason))
  }

  @Test("songs are refused together if one is appended twice, in one change or in two")
  @MainActor func appended() async throws {
    let (waves, rain) = (SongViewModel(title: "Waves"), SongViewModel(title: "Rain"))
    let session = MeditationViewModel(songs: [SongViewModel(title: "Bowl")])
    #expect(session.append([rain, waves, waves]) == .refused(.songInUse(title: "Waves")))
    #expect(session.songs.count == 1 && !rain.belongsToSession)
    session.perform(.pick([0]))
    session.perform(.start)
    #expect(session.append([waves]) == .changed)
    #expect(session.append([rain, waves]) == .refused(.songInUse(title: "Waves")))
    session.perform(.back)
    #expect(session.songs.map(\.title) == ["Bowl", "Waves"])
    #expect(session.append([rain]) == .changed)
  }

  @Test("a song that another session has, or that is about to join, is not picked")
  @MainActor func strangers() {
    let waves = SongViewModel(title: "Waves")
    let session = MeditationViewModel(songs: [SongViewModel(title: "Bowl")])
    let other = MeditationViewModel(songs: [waves])
    #expect(session.pick([waves]) == .refused(.notInList(title: "Waves")))
    #expect(Refusal.notInList(title: "Waves").text == "'Waves' is not in the list.")
    #expect(other.pick([waves]) == .changed)
    #expect(session.pick(session.songs) == .changed)
    let late = SongViewModel(title: "Late")
    let subscription = session.observe(\.phase) { _, _ in
      #expect(session.append([late]) == .queued)
      #expect(session.select(late) == .refused(.notInList(title: "Late")))
    }
    session.perform(.start)
    subscription.end()
    #expect(session.pick([]) == session.perform(.pick([])))
  }

  @Test("a song says whether it has a session")
  @MainActor func asking() {
    let song = SongViewModel(title: "Waves")
    #expect(!song.belongsToSession)
    let session = MeditationViewModel(songs: [song])
    #expect(session.songs[0].belongsToSession)
  }

  @Test(
    "a song whose session is released is unpicked and can join another, also one that came late")
  @MainActor func released() {
    let songs = ["Waves", "Rain", "Bowl", "Wind"].map { SongViewModel(title: $0) }
    var session: MeditationViewModel? = MeditationViewModel(songs: Array(songs.prefix(3)))
    session?.perform(.pick([1, 2]))
    session?.perform(.start)
    session?.append([songs[3]])
    session?.receive(
      EngineEvent(
        generation: session?.score.generation ?? Generation(jump: 0), position: .zero,
        kind: .failed(reason: "damaged")))
    var told: [String] = []
    var subscriptions: [Subscription] = []
    for song in songs {
      song.observeMode { told.append("\($0)") }.store(in: &subscriptions)
      song.observeFailure { told.append("\($0 ?? "-") → \($1 ?? "-")") }.store(in: &subscriptions)
    }
    session = nil
    #expect(
      told == [
        "song 1: hidden → unpicked", "song 2: playable → unpicked", "song 3: playing → unpicked",
        "song 4: hidden → unpicked", "damaged → -",
      ])
    #expect(songs.allSatisfy { !$0.belongsToSession && $0.id == 0 && $0.failure == nil })
    let next = MeditationViewModel(songs: songs.reversed())
    #expect(next.perform(.pick([0, 3])) == .changed)
    #expect(songs.map(\.index) == [3, 2, 1, 0])
    #expect(next.state.picked.count == 2)
  }
}

@Suite("The failure of a song") @MainActor struct SongFailureTests {
  private let session = MeditationViewModel(count: 3)

  init() {
    session.perform(.pick([0, 1, 2]))
    session.perform(.start)
  }

  @Test("can be observed, when it comes and when it is cleared")
  func observing() {
    var told: [String] = []
    var subscriptions: [Subscription] = []
    for song in session.songs {
      song.observeFailure { [session] old, new in
        // The whole batch has changed before a handler is called.
        let current = session.modes.firstIndex(of: .playing) ?? -1
        told.append("\(song.id): \(old ?? "-") → \(new ?? "-"), \(current) plays")
      }.store(in: &subscriptions)
    }
    session.report(.failed(reason: "damaged"))
    session.report(.failed(reason: "gone"))
    session.perform(.previous)
    session.perform(.back)
    #expect(session.songs.map(\.failure) == ["damaged", nil, nil])
    session.perform(.start)
    #expect(
      told == [
        "0: - → damaged, 1 plays", "1: - → gone, 2 plays", "1: gone → -, 1 plays",
        "0: damaged → -, 0 plays",
      ])
    subscriptions.removeAll()
    session.report(.failed(reason: "damaged"))
    #expect(told.count == 4)
  }

  @Test("is cleared for all songs when a session starts, and kept by 'back' and 'finish'")
  func clearing() {
    session.report(.failed(reason: "damaged"))
    session.perform(.finish)
    session.perform(.back)
    #expect(session.songs[0].failure == "damaged")
    session.perform(.unpick([0]))
    session.perform(.start)
    #expect(session.songs[0].failure == nil)
  }
}
