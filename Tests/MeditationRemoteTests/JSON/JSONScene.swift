import MeditationPractice
import Testing

/// An event of a session, and the exact lines that report it.
struct JSONScene: Sendable, CustomTestStringConvertible {
  let name: String
  let lines: [String]
  private let play: @MainActor @Sendable (JSONStage) -> Void

  /// A scene after the first line; `lines` are those that are not forgotten while it plays.
  init(
    _ name: String, _ lines: String, play: @escaping @MainActor @Sendable (JSONStage) -> Void
  ) {
    self.name = name
    self.lines = lines.split(separator: "\n").map(String.init)
    self.play = play
  }

  /// Every kind of message, with its exact text.
  static let all =
    picking + listening + faults + pages + plans + sits + refusals + practice
    + endings + conversation

  var testDescription: String { name }

  /// The lines that the view writes for the scene.
  @MainActor func played() -> [String] {
    let stage = JSONStage()
    stage.beginQuietly()
    play(stage)
    return stage.lines
  }
}
