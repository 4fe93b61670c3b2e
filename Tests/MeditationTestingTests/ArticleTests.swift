import Foundation
import MeditationCore
import MeditationTesting
import Synchronization
import Testing

/// The article shows failures as they are reported: each is provoked here and found there.
@Suite("The article on tests") @MainActor struct ArticleTests {
  private let session = ScriptedSession(songs: ["Waves": .seconds(170), "Bowl": .seconds(90)])

  /// The blocks of the article that are neither code nor commands.
  private static func failuresShown() throws -> Set<String> {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/MeditationTesting/MeditationTesting.docc")
      .appending(path: "MeditationTesting.md").standardizedFileURL
    let text = try String(contentsOf: path, encoding: .utf8)
    let blocks = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
    return Set(
      blocks.map(\.element).filter { $0.hasPrefix("\n") }
        .map { $0.trimmingCharacters(in: .newlines) })
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
    let script = "song \"Waves\" 2:50\nsong \"Bowl\" 1:30\n1\nstart\nexpect 2 playing"
    real.append(failure { run(script: script, name: "evening") })
    #expect(try Set(real) == Self.failuresShown())
  }
}
