import Foundation
import MeditationTestSupport
import SystemPackage
import Testing

/// `meditate tour`.
@Suite("The tour", .waiting)
struct TourTests {
  /// The steps that are printed, by their numbers.
  private func steps(_ outcome: Outcome) -> [Int] {
    outcome.said.split(separator: "\n").compactMap { line in
      line.hasPrefix("Step ") ? line.dropFirst(5).first?.wholeNumberValue : nil
    }
  }

  /// All files below the home, but for the cache and the music.
  private func files(_ workspace: Workspace) -> [String] {
    (FileManager.default.enumerator(atPath: workspace.folder.string)?.compactMap { $0 as? String }
      ?? []).filter { !$0.hasPrefix("Music") && !$0.hasPrefix(".cache") }
  }

  private func tour(_ workspace: Workspace, _ typed: String) throws -> Outcome {
    try workspace.meditate(
      "tour", "--driver", "null", typing: typed,
      environment: workspace.environment(adding: ["TMPDIR": workspace.folder.string]), code: nil)
  }

  @Test("teaches picking, a sit and a set, step by step, and leaves nothing behind")
  func whole() throws {
    let workspace = try Workspace(songs: ["Music/Rain.wav": 60])
    let outcome = try tour(
      workspace,
      """
      1
      for 20s, opening 1, closing 1
      start
      volume 40
      note calm
      finish
      back
      save First
      sets
      set volume 30
      quit

      """)
    #expect(outcome.ending == .exit(0), "\(outcome)")
    #expect(steps(outcome) == [1, 2, 3, 4, 5, 6, 7])
    #expect(outcome.said.hasPrefix("A tour of two minutes."))
    #expect(outcome.said.contains("A bell opens the sit, and another closes it after 20s."))
    #expect(outcome.said.contains("Saved 'First': 1 song, "), "\(outcome.said)")
    #expect(outcome.said.contains("'sit First' sits this one."))
    #expect(outcome.warned.contains("There are no settings here."), "\(outcome.warned)")
    #expect(files(workspace) == [])
  }

  @Test("is of silence and bells where there is no music, and can be left at any line")
  func silent() throws {
    let workspace = try Workspace()
    let outcome = try tour(workspace, "for 20s, closing 1\n")
    #expect(outcome.ending == .exit(0), "\(outcome)")
    #expect(steps(outcome) == [1, 2, 3])
    #expect(outcome.said.contains("there is no music here"))
    #expect(!outcome.said.contains("Pick meditation songs"))
    #expect(try steps(tour(workspace, "")) == [1, 2])
    #expect(files(workspace) == [])
  }

  @Test("asks for nothing that is done already", arguments: ["My own", #""7 # up""#])
  func quick(name: String) throws {
    let workspace = try Workspace()
    let outcome = try tour(workspace, "for 20s\nsave \(name)\nstart\nback\nquit\n")
    #expect(steps(outcome) == [1, 2, 3, 4, 7])
    #expect(outcome.said.contains("The sit ends after 20s."))
    #expect(outcome.said.contains("'sit \(name)' sits this one."))
    #expect(files(workspace) == [])
  }
}
