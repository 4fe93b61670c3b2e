import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

/// Records the files that it is asked to play.
@MainActor private final class PathRecorder: PlaybackEngine {
  private(set) var played: [FilePath?] = []
  private var tracks: [Track] = []
  func append(_ tracks: [Track]) { self.tracks += tracks }
  func follow(_ score: Score) {
    played.append(score.segment?.songID.map { tracks[$0.rawValue].path })
  }
}

@Suite("Lists and searches") @MainActor struct ListingTests {
  private let engine = PathRecorder()
  private let controller: SessionController
  private let client = Client()

  init() {
    let songs = (1...100).map { number in
      SongViewModel(
        title: number.isMultiple(of: 10) ? "Été \(number)" : "Rain \(number)",
        subtitle: number < 50 ? "The Sea" : "Søren", album: "Rain: Vol.",
        length: .seconds(200 - number),
        folder: "Disc \(number / 30)")
    }
    controller = SessionController(
      session: MeditationViewModel(songs: songs),
      paths: songs.map { FilePath("\($0.title).wav") }, engine: engine)
    client.screenful = { 6 }
  }

  @discardableResult private func type(_ lines: String...) throws -> Reply {
    var reply = Reply.quit
    for line in lines { reply = controller.submit(line, from: client) }
    return reply
  }

  private func numbers(_ lines: String...) throws -> [Int]? {
    var reply = Reply.quit
    for line in lines { reply = try type(line) }
    guard case .page(.list(let listing)) = reply else { return nil }
    return listing.songs.map { $0 + 1 }
  }

  @Test(
    "find narrows by title, artist, album and folder; all words must match, accents and case do not",
    arguments: [
      ("find ete", 10), ("find ÉTÉ", 10), ("/ete soren", 6), ("find sea 'disc", 0),
      ("find sea disc 1", 32), ("find title:rain soren disc", 45), ("find xyzzy", 0),
      ("/ disc", 100),
      ("find rain", 100), ("find title:rain", 90), ("/artist:soren", 51), ("find ARTIST:SØREN", 51),
      ("find artist:rain", 0), ("find album:rain title:ete", 10), ("find album:vol.", 100),
      ("find rain:", 100), ("find folder:disc", 0), ("find artist:", 0), ("find artist:: x", 0),
      ("/title:été artist:sea", 4), ("find 'title:rain", 0), ("find : vol", 100),
    ])
  func find(line: String, count: Int) throws {
    guard count > 0 else {
      guard case .refused(.nothingFound) = try type(line) else {
        Issue.record("not refused")
        return
      }
      #expect(controller.visibleSongs(for: client).count == 100)
      return
    }
    try type(line)
    #expect(controller.visibleSongs(for: client).count == count)
  }

  @Test("numbers stay those of the whole list; what is found is picked and taken out as one")
  func pickFound() throws {
    #expect(try type("pick found") == .refused(.nothingFound(words: nil)))
    #expect(try numbers("find ete", "list found") == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    try type("pick found", "20")
    #expect(controller.session.state.picked.count == 9)
    try type("find soren", "unpick found")
    #expect(controller.session.state.picked.count == 3)
    #expect(try numbers("list picked") == [10, 30, 40])
    #expect(try type("find xyzzy") == .refused(.nothingFound(words: "xyzzy")))
    #expect(controller.visibleSongs(for: client).count == 51)
    try type("find")
    #expect(controller.visibleSongs(for: client).count == 100)
  }

  @Test("what was found is still the same songs after sorting")
  func sortedFound() throws {
    try type("find ete", "sort length")
    #expect(try numbers("list found") == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91])
  }

  @Test("a list is a screenful, and says what is before and after")
  func screenful() throws {
    #expect(
      try type("list")
        == .page(.list(SongListing(scope: .screenful, songs: Array(0..<6), after: 94))))
    try type("all", "start", "50")
    #expect(
      try type("list")
        == .page(
          .list(SongListing(scope: .screenful, songs: Array(47..<53), before: 47, after: 47))))
    try type("100")
    #expect(try numbers("list") == Array(95...100))
  }

  @Test(
    "parts of the list",
    arguments: [
      ("list 3 98-", [3, 98, 99, 100]), ("list 98-240", [98, 99, 100]), ("list 7", [7]),
      ("list picked", []),
    ])
  func parts(line: String, songs: [Int]) throws {
    #expect(try numbers(line) == songs)
  }

  @Test("beyond the list there is nothing to show")
  func beyond() throws {
    #expect(
      try type("list 101-") == .refused(.session(.noSuchSong(number: 101, count: 100))))
  }

  @Test("while listening, a list has the session's songs as they play; other songs are found, too")
  func listening() throws {
    try type("10 11 20", "move 20 to 1", "start")
    #expect(try numbers("list") == [20, 10, 11])
    #expect(try numbers("list picked") == [20, 10, 11])
    #expect(try numbers("list all") == Array(1...100))
    #expect(try numbers("list 5-12") == Array(5...12))
    #expect(try numbers("find ete", "list found") == Array(stride(from: 10, through: 100, by: 10)))
    #expect(try type("find xyzzy") == .refused(.nothingFound(words: "xyzzy")))
    #expect(try numbers("find 13") == [13])
  }

  @Test("while listening, what was found joins the session, at its end or to play next")
  func pickFoundWhileListening() throws {
    try type("1 2", "start", "find 13", "pick found")
    #expect(controller.session.playOrder == [0, 1, 12])
    try type("find ete 90", "pick found next")
    #expect(controller.session.playOrder == [0, 89, 1, 12])
    try type("find", "pick 5 7 next", "move 2 13 to next")
    #expect(controller.session.playOrder == [0, 1, 12, 4, 6, 89])
    try type("move 5-5 90 to 2")
    #expect(controller.session.playOrder == [0, 4, 89, 1, 12, 6])
    #expect(try type("move 5-6 to next") == .refused(.session(.notInSession(number: 6))))
    #expect(try type("pick 1 next") == .refused(.session(.notToCome)))
  }

  @Test("'unpick rest' takes out what is to come, and 'shuffle' shuffles it")
  func rest() throws {
    #expect(try type("unpick rest") == .refused(.session(.nothingPlaying)))
    try type("1-5", "start", "next", "shuffle 6")
    #expect(controller.session.playOrder == [0, 1, 4, 3, 2])
    try type("unpick rest")
    #expect(controller.session.playOrder == [0, 1])
    guard case .outcome(.unchanged, _, _) = try type("unpick rest") else {
      Issue.record("nothing is to come")
      return
    }
  }

  @Test("what was found to be picked does not narrow the session")
  func narrowedStart() throws {
    try type("1-3", "find ete", "start")
    #expect(try numbers("list") == [1, 2, 3])
    #expect(try numbers("back", "list all")?.count == 100)
  }

  @Test("the engine plays the file of the song, however the list is sorted")
  func paths() throws {
    try type("sort length", "1", "start")
    #expect(engine.played == ["Été 100.wav"])
  }

  @Test("a shuffle without a seed has one all the same, to be repeated")
  func seeds() throws {
    controller.seeds.draw = { 7 }
    try type("shuffle")
    #expect(controller.session.state.arrangement.playing == .shuffled(seed: 7))
  }

  @Test("songs that come later are found and played, whatever was searched before")
  func arrivals() throws {
    try type("find ete")
    #expect(controller.visibleSongs(for: client).count == 10)
    let late = ["Été 101", "Snow"].map { SongViewModel(title: $0) }
    controller.files.append(songs: late, paths: ["Summer.wav", "Snow.wav"])
    #expect(controller.visibleSongs(for: client).count == 11)
    #expect(try numbers("find snow") == [102])
    #expect(
      try numbers("find ete", "list found") == Array(stride(from: 10, through: 100, by: 10)) + [101]
    )
    try type("none", "102", "start")
    #expect(engine.played.last == "Snow.wav")
  }

  @Test(
    "while the list is read, what is picked is of the songs so far, and a line picks the others",
    arguments: [
      ("all", "all", 102), ("find ete", nil, 0), ("pick found", "pick found", 11),
      ("pick title:ete", "pick title:ete", 11), ("pick 99-", "pick 99-", 4),
      ("invert", "pick 101-", 102), ("pick 1-3", nil, 3), ("none", nil, 0),
    ] as [(String, String?, Int)])
  func whileReading(line: String, others: String?, count: Int) throws {
    var told: [String] = []
    let subscription = controller.observe {
      if case .practice(.soFar(let count, let line)) = $0 { told.append("\(count) \(line)") }
    }
    defer { withExtendedLifetime(subscription) {} }
    controller.files.isReading = true
    if line == "pick found" { try type("find ete") }
    try type(line)
    #expect(told == others.map { ["100 \($0)"] } ?? [])
    #expect(client.lineForOthers == others)
    controller.files.append(
      songs: ["Été 101", "Snow"].map { SongViewModel(title: $0) },
      paths: ["Summer.wav", "Snow.wav"])
    controller.finishReading()
    if let others { try type(others) }
    #expect(controller.session.state.picked.count == count)
    #expect(told.count == (others == nil ? 0 : 1))
  }

  @Test("a search says that songs are still read where it finds nothing yet, and grows with them")
  func searchWhileReading() throws {
    controller.files.isReading = true
    #expect(
      try type("find snow") == .refused(.nothingFound(words: "snow", isReading: true)))
    try type("find ete")
    #expect(try type("find snow") == .refused(.nothingFound(words: "snow", isReading: true)))
    #expect(controller.foundWords(by: client) == "ete")
    controller.files.append(songs: [SongViewModel(title: "Snow")], paths: ["Snow.wav"])
    #expect(try numbers("find snow") == [101])
    controller.files.append(songs: [SongViewModel(title: "Snow 2")], paths: ["Snow 2.wav"])
    #expect(try numbers("list found") == [101, 102])
  }

  @Test("songs that come while another plays are found, and can play next")
  func lateArrivals() throws {
    try type("1", "start")
    controller.files.append(songs: [SongViewModel(title: "Snow")], paths: ["Snow.wav"])
    #expect(try numbers("find snow") == [101])
    try type("pick found next", "next")
    #expect(engine.played.last == "Snow.wav")
  }
}
