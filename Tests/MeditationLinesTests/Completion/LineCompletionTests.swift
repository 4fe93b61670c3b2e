import Foundation
import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import SystemPackage
import Testing

@testable import MeditationLines

@Suite("Completion in a session") @MainActor struct LineCompletionTests {
  private static let session = MeditationViewModel(
    songs: [
      "Opening Bowl", "Soft Rain", "Rainfall in April", "Élan", "Opening Bowl", "What's  Next",
    ].map { SongViewModel(title: $0) })

  @Test(
    "titles for find, by their beginning or from a word on, whatever the case and the accents",
    arguments: [
      ("find ", ["Opening Bowl", "Soft Rain", "Rainfall in April", "Élan", "What's  Next"]),
      ("find op", ["Opening Bowl"]), ("FIND OPENING b", ["Bowl"]), ("find opening ", ["Bowl"]),
      ("find rai", ["Rain", "Rainfall in April"]), ("find soft rain", ["Rain"]),
      ("find in", ["in April"]), ("find ela", ["Élan"]), ("find what's", ["What's  Next"]),
      ("/so", ["/Soft Rain"]), ("/soft r", ["Rain"]), ("/ bow", ["Bowl"]), ("find x", []),
    ])
  func titles(line: String, words: [String]) {
    #expect(LineCompletion(session: Self.session).completions(of: line) == words)
  }

  @Test(
    "artists and albums for find, where the word says so",
    arguments: [
      ("find artist:b", ["artist:Bach", "artist:Bay"]),
      ("find ARTIST:seb", ["artist:Sebastian Bach"]),
      ("find artist:sebastian b", ["Bach"]), ("/album:t", ["/album:Tides"]),
      ("find title:r", ["title:Rain"]), ("find folder:t", []),
    ])
  func fields(line: String, words: [String]) {
    let session = MeditationViewModel(songs: [
      SongViewModel(title: "Rain", subtitle: "Sebastian Bach", album: "Tides"),
      SongViewModel(title: "Sea", subtitle: "Bay"),
    ])
    #expect(LineCompletion(session: session).completions(of: line) == words)
  }

  @Test(
    "commands, and what they take",
    arguments: [
      ("fin", ["find", "finish"]), ("sort a", ["artist", "album"]),
      ("list ", ["picked", "all", "found"]),
      ("help se", ["settle", "seek", "sets", "settings", "set", "session"]),
      ("help k", ["keys"]), ("? KE", ["keys"]), ("pick op", []),
      ("help keys ", []),
    ])
  func commands(line: String, words: [String]) {
    #expect(LineCompletion(session: Self.session).completions(of: line) == words)
  }

  @Test(
    "the names of sets, from the word that is typed",
    arguments: [
      ("load ", ["Evening", "Evening walk", "Night"]), ("LOAD even", ["Evening", "Evening walk"]),
      ("sit evening w", ["walk"]), ("rename n", ["Night"]), ("edit x", []), ("save n", []),
    ])
  func sets(line: String, words: [String]) throws {
    let stage = VirtualStage(session: MeditationViewModel(songs: []))
    var services = PracticeServices()
    let folder = FilePath(NSTemporaryDirectory()).appending("meditate-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    let sets = SetFolder(path: folder)
    for name in ["Evening", "Night", "Evening walk"] {
      let set = SongSet(name: try SetName(name), songs: [], plan: "for 20m")
      _ = try sets.write(set, replacing: nil)
    }
    services.sets = sets
    stage.controller.keepPractice(with: services)
    let completion = LineCompletion(
      session: stage.session, practice: stage.controller.practice)
    #expect(completion.completions(of: line) == words)
  }

  @Test(
    "files where a command takes one, with blanks and quotation marks as it takes them",
    arguments: [
      ("add ", ["My Music/", "bell.wav", "scan"]), ("add My", ["My Music/"]),
      ("add My Mu", ["Music/"]), ("add My Music/R", ["Music/Rain, soft.flac"]),
      ("add ~/b", ["~/bell.wav"]), ("add ~/.h", ["~/.hidden"]), ("add x", []),
      ("voice ", ["off", "volume", #""My Music/"#, "bell.wav", "./scan"]),
      ("voice ./M", [#""./My Music/"#]),
      (#"part 2 voice "./My Music/R"#, [#"Music/Rain, soft.flac""#]),
      (#"for 20m, bell "My"#, [#""My Music/"#]), ("for 20m, fade ./b", []),
      ("bell gong, under ./b", ["./bell.wav"]), ("opening 2 ~/b", ["~/bell.wav"]),
      ("sets import b", ["bell.wav"]), ("sets export Evening ~/s", ["~/scan"]),
      ("load ./b", ["./bell.wav"]), ("pick ", ["all", "none", "found"]),
    ])
  func files(line: String, words: [String]) throws {
    let folder = FilePath(NSTemporaryDirectory()).appending("meditate-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    try FileManager.default.createDirectory(
      atPath: folder.appending("My Music").string, withIntermediateDirectories: true)
    for name in ["bell.wav", "scan", ".hidden", "My Music/Rain, soft.flac"] {
      _ = FileManager.default.createFile(atPath: folder.appending(name).string, contents: nil)
    }
    let completion = LineCompletion(
      session: Self.session, base: BaseFolders(home: folder, current: folder))
    #expect(Set(completion.completions(of: line)) == Set(words))
  }

  @Test("titles for 'pick title:'")
  func pickedByTitle() {
    let completion = LineCompletion(session: Self.session)
    #expect(completion.completions(of: "pick title:op") == ["title:Opening Bowl"])
    #expect(completion.completions(of: "unpick title:opening b") == ["Bowl"])
  }

  @Test("while listening, the whole list can be found")
  func listening() {
    let session = MeditationViewModel(songs: ["Rain", "Rails"].map { SongViewModel(title: $0) })
    session.perform(.pick([1]))
    session.perform(.start)
    #expect(LineCompletion(session: session).completions(of: "find r") == ["Rain", "Rails"])
  }
}
