import Foundation
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

@Suite("Commands about sets") @MainActor struct SetCommandTests {
  @Test("what is saved is loaded again, in its order and with its plan, in one undo")
  func roundTrip() throws {
    let stage = PracticeStage()
    stage.type("1 3", "move 3 to 1", "for 20m, closing 3", "save Evening", "none", "plan off")
    stage.type("load EVENING")
    #expect(stage.picked == ["Song 3", "Song 1"])
    #expect(stage.session.state.plan.end == .seconds(1_200))
    #expect(stage.session.state.plan.closing == 3)
    stage.type("undo")
    #expect(stage.picked == [])
    #expect(stage.session.state.plan.isEmpty)
  }

  @Test("a set whose songs repeat goes on repeating wherever it is loaded; another one does not")
  func repeating() throws {
    let stage = PracticeStage(sets: [try SongSet("Dawn", 1)])
    stage.type("2", "repeat on", "save Rain", "sit dawn")
    #expect(stage.session.score.next == nil)
    stage.play(2)
    stage.type("back", "sit rain")
    #expect(stage.session.score.next == .song(id: 1))
    #expect(try stage.saved("Rain").plan == "repeat on")
    #expect(try stage.sits().map(\.plan) == ["repeat on", ""])
    // As without a set: only the songs are timed.
    stage.play(3)
    stage.type("repeat off")
    #expect(stage.session.score.next == nil)
    stage.type("undo")
    #expect(stage.session.score.next == .song(id: 1))
  }

  @Test("a set has the volume and the level at which it was saved, and only it has them")
  func sound() throws {
    let stage = PracticeStage(sets: [try SongSet("Dawn", 1)])
    stage.type("2", "save Plain", "volume 50", "level on", "for 20m", "save Evening")
    #expect(try stage.saved("Plain").plan == "")
    #expect(
      try stage.saved("Evening").plan == "for 20m, volume 50, level on")
    stage.type("volume 90", "level off", "load evening")
    #expect((stage.session.volume, stage.session.level) == (50, .on))
    // A change made now is of this set's session, and kept with it by 'save' alone.
    stage.type("start", "volume -10", "back")
    #expect((stage.session.volume, stage.session.level) == (40, .on))
    stage.type("load dawn")
    #expect((stage.session.volume, stage.session.level) == (90, .off))
    stage.type("sit evening")
    #expect(stage.session.score.volume == 50)
    #expect(stage.session.score.level == .on)
    stage.type("back", "plan off")
    #expect((stage.session.volume, stage.session.level) == (90, .off))
  }

  @Test("songs that are not in the list join it; missing ones are told and stay in the file")
  func joining() throws {
    let stage = PracticeStage(sets: [try SongSet("Mix", 3, 8, 9, 1)])
    stage.files["/8"] = SongViewModel(title: "Song 8")
    stage.type("load mix")
    #expect(stage.picked == ["Song 3", "Song 8", "Song 1"])
    #expect(stage.news.contains("1 song of 'Mix' is missing: /9."))
    #expect(try stage.saved("mix").songs.count == 4)
  }

  @Test("songs that are there and cannot be played are told with the reason")
  func unplayable() throws {
    let stage = PracticeStage(sets: [try SongSet("Mix", 8, 1), try SongSet("None", 8)])
    stage.problems = ["/8": "the file is empty", "/7": "it is not audio"]
    stage.type("load mix")
    #expect(stage.picked == ["Song 1"])
    #expect(stage.news.contains("1 song of 'Mix' cannot be played: /8 (the file is empty)."))
    stage.type("load none")
    #expect(stage.reply == .refused(.songsMissing("/8 (the file is empty)")))
  }

  @Test("what is loaded is saved with the songs that are missing, at their places")
  func missingStay() throws {
    let stage = PracticeStage(
      sets: [try SongSet("Mix", 8, 3, 9, 1), try SongSet("Twice", 1, 2, 1)])
    stage.type("load mix", "2", "save Copy")
    #expect(try stage.paths("Copy") == ["/8", "/3", "/9", "/2", "/1"])
    stage.type("edit mix", "unpick 1", "save Part")
    #expect(try stage.paths("Part") == ["/8", "/3", "/9"])
    stage.type("back", "load mix", "undo", "none", "2", "save Other")
    #expect(try stage.paths("Other") == ["/2"])
    stage.type("load mix", "none", "2", "save Third")
    #expect(try stage.paths("Third") == ["/2"])
    stage.type("edit twice", "unpick 2", "save Once")
    #expect(try stage.paths("Once") == ["/1"])
  }

  @Test("a set is sat by name and by number, also after a session, with songs of its own")
  func sit() throws {
    let stage = PracticeStage(
      sets: [try SongSet("Dawn", 8), try SongSet("Evening", 2, plan: "for 20m")])
    stage.files["/8"] = SongViewModel(title: "Song 8")
    stage.type("sit evening")
    #expect(stage.session.currentSong?.title == "Song 2")
    stage.play(61)
    stage.type("finish", "sit 1")
    #expect(stage.session.phase == .listening)
    #expect(stage.session.currentSong?.title == "Song 8")
    #expect(stage.session.state.plan.isEmpty)
    #expect(try stage.sits().map(\.set) == ["Dawn", "Evening"])
    let page = try #require(try stage.desk?.sets.page())
    #expect(page.sets.map { $0.lastSat != nil } == [true, true])
  }

  @Test("a number that is no row of the sets is minutes after 'sit', but not alone at home")
  func minutes() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 2, plan: "for 20m")])
    stage.type("sit 1")
    #expect(stage.session.state.plan.end == .seconds(1_200))
    #expect(stage.session.currentSong?.title == "Song 2")
    stage.type("finish", "back", "none", "plan off", "sit 25")
    #expect(stage.session.phase == .listening)
    #expect(stage.session.state.plan.end == .seconds(1_500))
    #expect(stage.session.state.plan.closing == 3)
    stage.type("finish", "home", "25")
    #expect(stage.reply == .refused(.noSuchRow(25, count: 1)))
    stage.type("sit 2000")
    #expect(stage.refusal?.hasPrefix("A time is longer than 0 and at most 24 hours.") == true)
    #expect(stage.session.phase == .picking)
  }

  @Test("a length alone sits at home", arguments: ["20m", "20 min", "0:20:00"])
  func lengthAtHome(line: String) throws {
    let stage = PracticeStage()
    stage.type(line)
    #expect(stage.session.phase == .picking)
    stage.type("home", line)
    #expect(stage.session.phase == .listening)
    #expect(stage.session.state.plan.end == .seconds(1_200))
  }

  @Test("a sit of something else than the set does not have its name")
  func otherSongs() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1, 2)])
    stage.type("load evening", "unpick 2", "start")
    #expect(try stage.sits().map(\.set) == [nil])
  }

  @Test("delete, rename and replace are undone, each before older changes of the picks")
  func undo() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1)])
    stage.type("2", "delete evening")
    #expect(try stage.names() == [])
    stage.type("undo")
    #expect(try stage.names() == ["Evening"])
    stage.type("rename evening to Night")
    #expect(try stage.names() == ["Night"])
    stage.type("undo")
    #expect(try stage.names() == ["Evening"])
    stage.type("undo")
    #expect(stage.picked == [])
    stage.type("delete evening", "3", "undo", "undo")
    // The pick is the latest change, and then nothing of the session is left.
    #expect(try stage.names() == ["Evening"])
  }

  @Test(
    "the name of a set alone is answered with how it is sat, but not while another session plays")
  func nameAlone() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1), try SongSet("Night Rain", 1)])
    #expect(
      stage.type("evening").refusal == "No command 'evening'. Did you mean 'sit Evening'?")
    #expect(
      stage.type("night rain").refusal == "No command 'night'. Did you mean 'sit Night Rain'?")
    stage.type("1", "start")
    #expect(stage.type("evening").refusal == "No command 'evening'. 'help' lists the commands.")
  }

  @Test("a terminal is asked before each deletion, also the second one of a name")
  func asksAgain() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1)])
    let terminal = Client(isInteractive: true)
    for _ in 1...2 {
      let asked = stage.controller.submit("delete evening", from: terminal)
      #expect(asked == .refused(.unconfirmed("Evening")))
      #expect(try stage.names() == ["Evening"])
      _ = stage.controller.submit("delete evening", from: terminal)
      #expect(try stage.names() == [])
      stage.type("restore evening")
    }
  }

  @Test("where numbers are songs, a set is deleted by its name alone")
  func deleteByName() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1)])
    #expect(stage.type("delete 1").reply == .refused(.numbersAreSongs("Evening")))
    #expect(try stage.names() == ["Evening"])
    stage.client.screen = .home
    stage.type("delete 1")
    #expect(try stage.names() == [])
  }

  @Test("a deleted set is kept, and comes back as it was, unless its name is taken")
  func restore() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1)])
    let before = try stage.sets.read(SetName("Evening"))
    stage.type("delete evening")
    stage.type("restore EVENING")
    #expect(stage.news.last == "Restored 'Evening'.")
    #expect(try stage.sets.read(SetName("Evening")) == before)
    #expect(stage.type("restore evening").reply == .refused(.notDeleted("evening", kept: [])))
    stage.type("undo")
    #expect(try stage.names() == [])
    #expect(stage.sets.deletedNames.map(\.text) == ["Evening"])
    stage.type("2", "save Evening")
    #expect(stage.type("restore Evening").reply == .refused(.set(.taken("Evening"))))
    #expect(stage.type("restore night").reply == .refused(.notDeleted("night", kept: ["Evening"])))
    // An undone save does not take the place of the set that was deleted.
    stage.type("undo", "restore Evening")
    #expect(try stage.sets.read(SetName("Evening")) == before)
  }

  @Test("a new set cannot have a length for a name; one that has it can be loaded and renamed")
  func lengthsAsNames() throws {
    let stage = PracticeStage(sets: [try SongSet("20m", 1)])
    let refused = Reply.refused(.badName(.length))
    for name in ["10", "20m", "5 min", "songs", "Open", "1:30"] {
      #expect(stage.type("pick 1", "save \(name)").reply == refused, "\(name)")
    }
    #expect(stage.type("rename \"20m\" to 10").reply == refused)
    #expect(stage.type("load 20m").refusal == nil)
    stage.type("rename \"20m\" to Short")
    #expect(try stage.names() == ["Short"])
  }

  @Test("what 'undo' says of 'redo' is true, and the history is one of picks, plan and sets")
  func redo() throws {
    let stage = PracticeStage()
    stage.type("1", "save Evening", "2", "delete evening", "undo", "undo", "undo")
    #expect(stage.news.last == "'Evening' is no longer saved; 'redo' saves it again.")
    #expect(try stage.names() == [])
    #expect(stage.picked == ["Song 1"])
    stage.type("undo")
    #expect(stage.picked == [])
    stage.type("redo", "redo")
    #expect(stage.news.last?.hasPrefix("Saved 'Evening'") == true)
    #expect(try stage.names() == ["Evening"])
    stage.type("redo")
    #expect(stage.picked == ["Song 1", "Song 2"])
    stage.type("redo")
    #expect(stage.news.last == "Deleted 'Evening'; 'undo' or 'restore Evening' brings it back.")
    #expect(try stage.names() == [])
    #expect(stage.type("redo").reply == .refused(.session(.nothingToRedo)))
    stage.type("undo")
    #expect(try stage.names() == ["Evening"])
  }

  @Test(
    "after another change there is nothing to redo", arguments: ["3", "rename evening to Dawn"])
  func redoIsGone(change: String) throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1)])
    stage.type("1", "delete evening", "undo", change)
    #expect(stage.type("redo").reply == .refused(.session(.nothingToRedo)))
    stage.type("undo", "2", "save Night", "undo", "undo", change)
    #expect(stage.type("redo").reply == .refused(.session(.nothingToRedo)))
    #expect(try stage.names().count == 1)
  }

  @Test(
    "a refused line leaves the set that is edited open",
    arguments: ["edit nonsense", "load nonsense", "sit nonsense", "load 7", "again", "resume"])
  func refusedWhileEditing(line: String) throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1)])
    stage.type("edit evening", line)
    #expect(stage.refusal != nil)
    #expect(stage.news == [])
    stage.type("2", "back")
    #expect(try stage.saved("Evening").songs.count == 2)
  }

  @Test("a set that was replaced, renamed or noted in the journal is made so again")
  func redoOfChanges() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1)])
    stage.type("edit evening", "2", "back", "rename evening to Night", "undo", "undo")
    #expect(try stage.saved("Evening").songs.count == 1)
    stage.type("redo", "redo")
    #expect(try stage.saved("Night").songs.count == 2)
    stage.type("sit night")
    stage.play(61)
    stage.type("finish", "note calm", "undo", "redo")
    #expect(try stage.sits().map(\.note) == ["calm"])
    stage.type("journal delete 1", "undo", "redo")
    #expect(try stage.sits().isEmpty)
  }

  @Test(
    "'undo' after 'load' and 'sit' takes back no saved set",
    arguments: [["load evening"], ["edit evening"], ["load other", "start"], ["sit evening"]])
  func undoOfLoading(lines: [String]) throws {
    let stage = PracticeStage(sets: [try SongSet("Other", 3)])
    stage.type("1", "save Evening")
    for line in lines { stage.type(line) }
    stage.type("undo")
    #expect(try stage.names() == ["Evening", "Other"])
    if stage.session.phase == .listening {
      #expect(stage.reply == .refused(.session(.nothingToUndo)))
      stage.type("back", "undo")
      #expect(try stage.names() == ["Evening", "Other"])
    }
    #expect(stage.picked == ["Song 1"])
    stage.type("undo")
    #expect(try stage.names() == ["Other"])
  }

  @Test("'undo' after loading what is picked already takes back no set that the load saved")
  func undoOfLoadingAfterEdit() throws {
    let stage = PracticeStage(sets: [try SongSet("One", 1), try SongSet("Both", 1, 2)])
    stage.type("edit one", "2", "load both")
    #expect(stage.picked == ["Song 1", "Song 2"])
    stage.type("undo")
    #expect(stage.news.last == "'Both' is no longer loaded; the picks are unchanged.")
  }

  @Test(
    "what is refused",
    arguments: [
      ("load nihgt", .set(.unknown("nihgt", nearest: "Night"))),
      ("load 7", .noSuchRow(7, count: 2)),
      ("rename night to Evening", .set(.taken("Evening"))),
      ("rename night to a/b", .badName(.slash)),
      ("save", .nothingToSave),
    ] as [(String, CommandRefusal)])
  func refusals(line: String, refusal: CommandRefusal) throws {
    let stage = PracticeStage(sets: [try SongSet("Night", 1), try SongSet("Evening", 2)])
    #expect(stage.type(line).reply == .refused(refusal))
    #expect(try stage.names() == ["Evening", "Night"])
  }

  @Test("saving what is saved already says so, and asks nothing")
  func savedAlready() throws {
    let stage = PracticeStage()
    stage.type("1 2", "for 20m, closing 3", "save Evening", "save evening")
    #expect(stage.refusal == nil)
    #expect(stage.news.last == "'Evening' is unchanged.")
    stage.type("closing 1", "save evening")
    #expect(stage.reply == .refused(.set(.taken("evening"))))
  }

  @Test("home shows what is picked and planned, which 'sit' sits, until it is cleared")
  func homeShowsPicks() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1, 2, plan: "for 20m, closing 3")])
    func ready() throws -> String? {
      Listing(try #require(stage.desk?.homePage()), wording: .screen).notes.map(\.title)
        .first { $0.contains("'sit' begins") }
    }
    #expect(try ready() == nil)
    stage.client.screen = .home
    stage.type("1")
    stage.play(61)
    stage.type("finish", "home")
    #expect(
      try ready()
        == "2 songs picked, 3:20. Plan: for 20m, closing 3. 'sit' begins this, 'sit 20m' for 20 "
        + "minutes; 'none' and 'plan off' clear it.")
    stage.type("none", "plan off")
    #expect(stage.refusal == nil)
    #expect(stage.client.screen == .home)
    #expect(try ready() == nil)
    stage.type("sit 10m")
    #expect(stage.session.playOrder == [])
  }

  @Test("a set that is renamed while it is loaded is sat under its new name")
  func renamedWhileLoaded() throws {
    let stage = PracticeStage(sets: [try SongSet("Evening", 1, 2)])
    stage.type("load evening", "rename evening to Night")
    #expect(stage.controller.current.set?.text == "Night")
    stage.type("undo")
    #expect(stage.controller.current.set?.text == "Evening")
    stage.type("redo", "start")
    #expect(try stage.sits().map(\.set) == ["Night"])
  }

  @Test("a save that cannot be undone stays")
  func failedUndo() async throws {
    // The limit is that of a whole process.
    await #expect(processExitsWith: .success) {
      let isKept = try await MainActor.run {
        let songs = (1...300).map { SetSong(path: Array("/\($0)".utf8), title: "Song \($0)") }
        let set = SongSet(name: try SetName("Evening"), songs: songs)
        let stage = PracticeStage(songs: 300, sets: [set])
        stage.type("edit evening", "none", "1", "back")
        guard try stage.saved("Evening").songs.count == 1 else { return false }
        // Files cannot grow beyond 4 kB: the set as it was is larger.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        stage.type("undo")
        return try stage.refusal?.contains("cannot be written") == true
          && stage.saved("Evening").songs.count == 1
      }
      exit(isKept ? 0 : 1)
    }
  }

  @Test("a silent sit is that of a silent set only if it has its plan")
  func silentSet() throws {
    let stage = PracticeStage(sets: [try SongSet("Dawn", plan: "for 20m, closing 3")])
    stage.type("sit dawn")
    stage.play(61)
    #expect(stage.controller.current.set?.text == "Dawn")
    stage.type("finish", "back", "sit 5m")
    #expect(stage.controller.current.set == nil)
    stage.play(61)
    stage.type("finish")
    #expect(try stage.sits().map(\.set) == [nil, "Dawn"])
  }

  @Test("a client that cannot be asked does not replace a set")
  func taken() throws {
    let stage = PracticeStage(sets: [try SongSet("Night", 1)])
    stage.type("2", "save night")
    #expect(stage.reply == .refused(.set(.taken("night"))))
    stage.type("save")
    #expect(stage.reply == .refused(.badName(.empty)))
  }

  @Test("a bell that cannot be read is told, and the set is sat with the bowl")
  func missingBell() throws {
    let stage = PracticeStage(
      sets: [try SongSet("Night", 1, plan: "for 20m, closing 3, bell /missing.wav")])
    stage.type("sit night")
    #expect(stage.session.phase == .listening)
    #expect(stage.session.state.plan.bell.sound == .bowl)
    #expect(
      stage.news.first?.hasSuffix("The bowl is struck instead, as the bell of 'Night'.") == true)
  }

  @Test("a file is the bell or music, never both")
  func bellOrMusic() throws {
    let stage = PracticeStage()
    stage.type("bell /2", "2")
    #expect(stage.reply == .refused(.songIsBell(2)))
    stage.type("all")
    #expect(stage.picked == ["Song 1", "Song 3"])
    stage.type("bell /1")
    #expect(stage.reply == .refused(.bellIsPicked(1)))
    stage.type("bell bowl", "pick 2")
    #expect(stage.picked == ["Song 1", "Song 2", "Song 3"])
  }

  @Test("'sit 20m' plans what is usual, unless there is a plan")
  func sitLength() {
    let stage = PracticeStage()
    stage.type("sit 20m")
    #expect(stage.session.state.plan.end == .seconds(1_200))
    #expect(stage.session.state.plan.closing == 3)
    stage.type("finish", "back", "plan off", "bells every 5m", "sit 10m")
    #expect(stage.session.state.plan.end == .seconds(600))
    #expect(stage.session.state.plan.closing == 0)
  }

  @Test(
    "at the end, what was picked is saved as it was left, unless it was played or is a set",
    arguments: [
      (["2"], ["/2"]), (["2", "for 20m", "back"], ["/2"]), (["load dawn", "3"], ["/1", "/3"]),
      (["load dawn"], nil), (["2", "save Rain"], nil), (["2", "none"], nil),
      (["2", "start", "back", "3"], nil), (["edit dawn", "3"], nil), ([], nil),
    ] as [([String], [String]?)])
  func asYouLeftIt(lines: [String], paths: [String]?) throws {
    let stage = PracticeStage(sets: [
      try SongSet("Dawn", 1), try SongSet("As you left it", 2, 1, plan: "for 5m"),
    ])
    for line in lines { stage.type(line) }
    stage.desk?.close(keepsList: true)
    #expect(try stage.paths("As you left it") == paths ?? ["/2", "/1"])
    #expect(try (stage.saved("As you left it").plan == "for 5m") == (paths == nil))
  }

  @Test("a jump while listening is not a change that is undone")
  func undoAfterJump() throws {
    let stage = PracticeStage()
    stage.type("1-3", "save X", "start", "2", "back", "undo")
    #expect(try stage.names() == [])
    #expect(stage.picked.count == 3)
  }

  @Test("a bell is found from the working directory, and in a set from the set's folder")
  func relativeBell() throws {
    let stage = PracticeStage(sets: [try SongSet("Dawn", 1, plan: "closing 3, bell ./gong.wav")])
    stage.controller.files.base = BaseFolders(home: "/home", current: "/here")
    stage.type("load dawn")
    let inSet = stage.folder.appending("gong.wav").string
    #expect(stage.session.state.plan.bell.sound == .file(inSet))
    stage.type("bell ./gong.wav")
    #expect(stage.session.state.plan.bell.sound == .file("/here/gong.wav"))
  }
}
