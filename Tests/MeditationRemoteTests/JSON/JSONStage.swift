import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

@testable import MeditationRemote

/// Lines that were said.
@MainActor private final class JSONTranscript {
  var lines: [String] = []

  func add(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    lines += text.split(separator: "\n").map { String($0) }
  }
}

/// A session on a virtual clock, shown by a `JSONLinesView` whose lines are kept.
@MainActor final class JSONStage {
  let stage: VirtualStage
  let view: JSONLinesView
  private let transcript = JSONTranscript()

  /// The lines since they were last cleared.
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
    songs: [SongViewModel] = JSONStage.songs(), skipped: [SkippedFile] = []
  ) {
    stage = VirtualStage(session: MeditationViewModel(songs: songs))
    stage.controller.read(ReadingProgress(readCount: 5, foundCount: 5), skipped: skipped)
    view = JSONLinesView(controller: stage.controller, version: "1.2.3") {
      [transcript] in
      transcript.add($0)
    }
  }

  /// Starts the view and clears its first line.
  func beginQuietly() {
    view.begin()
    transcript.lines.removeAll()
  }

  /// Performs one line.
  ///
  /// - Returns: True if it was answered as `quit`.
  func take(_ line: String) -> Bool {
    var isQuit = false
    view.take(line) { isQuit = $0 == .quit }
    return isQuit
  }

  /// Sends these lines to the session.
  func type(_ typed: String...) {
    for line in typed { _ = take(line) }
  }

  /// Sends these lines and clears the output.
  func prepare(_ typed: String...) {
    for line in typed { _ = take(line) }
    transcript.lines.removeAll()
  }

  /// Adds a line that no view wrote.
  func send(_ line: [UInt8]) { transcript.add(line) }

  /// Advances the clock by `time`.
  func wait(_ time: Duration) { stage.advance(by: time) }

  /// Advances the clock by `time` and clears the output.
  func waitQuietly(_ time: Duration) {
    wait(time)
    transcript.lines.removeAll()
  }

  /// Shows these pages, as if a line had asked for each.
  func show(_ pages: Reply.Page...) {
    for page in pages { view.answer(.page(page), to: "p") }
  }

  /// Lets the engine report an event; that of a session that has just started has jumped once.
  func report(
    _ kind: EngineEvent.Kind, at position: Duration = .zero,
    of generation: Generation = Generation(jump: 1)
  ) {
    stage.controller.receive(
      EngineEvent(generation: generation, position: position, kind: kind))
  }

  /// Tells the view of a change of the practice.
  func hear(_ news: PracticeNews) { view.receive(.practice(news)) }

  /// Answers a line with each of `refusals`.
  func decline(_ refusals: [CommandRefusal]) {
    for refusal in refusals { view.answer(.refused(refusal), to: nil) }
  }
}
