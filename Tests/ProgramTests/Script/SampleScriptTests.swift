import Foundation
import MeditationCore
import MeditationScripts
import MeditationTestSupport
import SystemPackage
import Testing

private let folder = Repository.path("Samples/Scripts")

/// The forms of people who teach, as sets.
@Suite("A sample set", .waiting) struct SampleSetTests {
  private static let folder = Repository.path("Samples/Sets")
  private static let all =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []

  @Test("loads with its whole plan", arguments: all.sorted())
  func loads(name: String) throws {
    let path = Self.folder.appending(name)
    let text = try path.text()
    let plan = text.split(separator: "\n").last?.dropFirst("#MEDITATE: ".count) ?? ""
    let outcome = try Workspace().meditate(
      "--driver", "null", Repository.path("Samples/Songs").string,
      typing: "load \(path.string)\nplan\nquit\n")
    #expect(!plan.isEmpty && outcome.lines.contains("Plan: \(plan)"), "\(outcome)")
  }
}

/// A script changes the same modes in the same order, however it is run.
@Suite("A sample script", .waiting) struct SampleScriptTests {
  private static let all =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
  /// The scripts that take only seconds.
  private static let short = ["01-first-session.meditate", "05-every-refusal.meditate"]

  /// A JSON line of type `mode`.
  private struct Told: Decodable {
    var type: String
    var song: Int?
    var from: String?
    var to: String?
  }

  private func told(_ name: String, _ options: String...) throws -> [String] {
    let workspace = try Workspace()
    let outcome = try workspace.meditate(
      ["script", folder.appending(name).string, "--format", "json"] + options)
    return try outcome.lines.compactMap { line in
      let told = try JSONDecoder().decode(Told.self, from: Data(line.utf8))
      guard told.type == "mode", let song = told.song, let from = told.from, let to = told.to
      else { return nil }
      return "song \(song): \(from) → \(to)"
    }
  }

  @Test(
    "changes the same modes in a test, by the program, rendered to a file and live",
    arguments: all.sorted())
  func changes(name: String) async throws {
    #expect(Set(Self.short).isSubset(of: Self.all))
    let text = try folder.appending(name).text()
    let changes = await MainActor.run { run(script: text, name: name).map(\.description) }
    // A silent sit changes no song.
    #expect(changes.isEmpty == !text.contains("song \""))
    #expect(try told(name) == changes)
    #expect(try told(name, "--output", "out.raw") == changes)
    guard Self.short.contains(name) else { return }
    #expect(try told(name, "--live", "--driver", "null") == changes)
  }
}
