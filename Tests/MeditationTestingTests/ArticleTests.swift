import Foundation
import MeditationCore
import MeditationScripts
import MeditationTesting
import Synchronization
import Testing

/// The articles on tests show failures as they are reported: each is provoked here and found there.
@Suite("The articles") @MainActor struct ArticleTests {
  private let session = ScriptedSession(songs: ["Waves": .seconds(170), "Bowl": .seconds(90)])

  /// The contents of a file of the package.
  private static func contents(of path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(contentsOf: root.appending(path: path).standardizedFileURL, encoding: .utf8)
  }

  /// The blocks of the articles that are neither code nor commands.
  private static func failuresShown() throws -> Set<String> {
    let shown = try ["MeditationTesting", "MeditationScripts"].flatMap { module in
      try contents(of: "Sources/\(module)/\(module).docc/\(module).md")
        .components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
        .map(\.element).filter { $0.hasPrefix("\n") }
    }
    return Set(shown.map { $0.trimmingCharacters(in: .newlines) })
  }

  private func failure(of step: () -> Void) -> String {
    let told = Mutex("")
    withKnownIssue {
      step()
    } matching: { issue in
      told.withLock { $0 = issue.comments.map(\.rawValue).joined() }
      return true
    }
    return told.withLock { $0 }
  }

  @Test("shows the real failures")
  func failures() throws {
    var real = [
      failure { session.perform(.start) },
      failure { session.perform(.pause, refused: .sessionFinished) },
      failure { session.perform(.pick([0]), refused: .nothingPlaying) },
      failure { session.inject(.song(98, reason: "damaged")) },
    ]
    real.append(failure { session.perform(.start) { $0["Bowl"] = .listening(.playable) } })
    real.append(
      failure {
        let session = ScriptedSession(songs: ["Waves": .seconds(170), "Bowl": .seconds(90)])
        session.viewModel.perform(.pick([0]))
        session.perform(.start) { $0.all = [.listening(.playing), .listening(.hidden)] }
      })
    real.append(failure { session.perform(.pause) { $0.state.pauseCause = nil } })
    real.append(failure { session.advance(to: .bell) })
    let script = "song \"Waves\" 2:50\nsong \"Bowl\" 1:30\n1\nstart\nexpect 2 playing"
    real.append(failure { run(script: script, name: "evening") })
    #expect(try Set(real) == Self.failuresShown())
  }

  @Test(
    "show the samples as they are built and tested",
    arguments: [
      ("MeditationCore", "FollowingASession", "ClientTests/Sources/NowPlaying/NowPlayingSign"),
      ("MeditationCore", "DrivingAnEngine", "ClientTests/Sources/Evening/SilentEngine"),
      ("MeditationCore", "DrivingAnEngine", "ClientTests/Sources/Evening/SteppingEngine"),
      (
        "MeditationTesting", "MeditationTesting",
        "TestingClient/Tests/EveningTests/EveningTestCase"
      ),
    ])
  func samples(module: String, article: String, sample: String) throws {
    let code = try Self.contents(of: "Samples/\(sample).swift")
    let text = try Self.contents(of: "Sources/\(module)/\(module).docc/\(article).md")
    #expect(text.contains("```swift\n\(code)```"))
  }

  @Test(
    "list each action and each event",
    arguments: [
      ("action", "MeditationCore/Session/Action", "  case "),
      ("event", "MeditationPlan/Score/EngineEvent", "    case "),
    ])
  func tables(name: String, source: String, indent: String) throws {
    // The first enumeration of the file.
    let cases = try Self.contents(of: "Sources/\(source).swift")
      .components(separatedBy: "\n").drop { !$0.contains("enum ") }
      .prefix { !$0.hasPrefix("// MARK") && !$0.contains(" var generation") }
      .filter { $0.hasPrefix(indent) }
      .map { $0.dropFirst(indent.count).prefix { $0.isLetter } }
    let rows = try Self.contents(of: "Documentation/Libraries.md")
      .components(separatedBy: "\n").drop { !$0.hasPrefix("| \(name) |") }.dropFirst(2)
      .prefix { $0.hasPrefix("| `") }.map { $0.dropFirst(3).prefix { $0.isLetter } }
    #expect(cases.count > 10 && rows == cases)
  }
}
