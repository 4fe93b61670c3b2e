import CommandLanguage
import MeditationCore
import SessionControl
import SessionScripting

@testable import JSONLines

/// Lines that were said.
@MainActor private final class JSONTranscript {
  var lines: [String] = []
}

/// A session on a virtual clock, shown by a `JSONLinesView` whose lines are kept.
@MainActor final class JSONStage {
  let stage: VirtualStage
  let view: JSONLinesView
  private let transcript = JSONTranscript()

  /// What the view said since it was last forgotten.
  var lines: [String] { transcript.lines }

  /// Three songs: one that ends between two seconds, a longer one, one of unknown length.
  static func songs() -> [SongViewModel] {
    [
      SongViewModel(title: "Waves", subtitle: "The Sea", length: .milliseconds(2500)),
      SongViewModel(title: "Bowl", length: .seconds(90)),
      SongViewModel(title: "Rain", length: nil),
    ]
  }

  init(
    songs: [SongViewModel] = JSONStage.songs(), skipped: [SkippedFileRow] = []
  ) {
    stage = VirtualStage(session: MeditationViewModel(songs: songs))
    stage.controller.read(ReadingProgress(readCount: 5, foundCount: 5), skipped: skipped)
    view = JSONLinesView(controller: stage.controller, version: "1.2.3") {
      [transcript] in
      let text = String(decoding: $0, as: UTF8.self)
      transcript.lines += text.split(separator: "\n").map { String($0) }
    }
  }

  /// Begins, and forgets the first line.
  func beginQuietly() {
    view.begin()
    transcript.lines.removeAll()
  }

  /// Sends these lines to the session.
  func type(_ typed: String...) {
    for line in typed { _ = view.take(line) }
  }

  /// Sends these lines, and forgets what they brought about.
  func prepare(_ typed: String...) {
    for line in typed { _ = view.take(line) }
    transcript.lines.removeAll()
  }

  /// Lets `time` go by.
  func wait(_ time: Duration) { stage.advance(by: time) }

  /// Lets `time` go by, and forgets what it brought about.
  func waitQuietly(_ time: Duration) {
    wait(time)
    transcript.lines.removeAll()
  }
}
