import MeditationControl
import MeditationLanguage
import MeditationScreens

@testable import MeditationLines

/// Records the lines that a view prints.
@MainActor final class LineTranscript: LineOutput {
  let rendering: Rendering
  let width: Int?
  var height: Int?
  /// The printed lines; warnings begin with `! `.
  private(set) var lines: [String] = []
  /// The style of each line.
  private(set) var styles: [RowStyle] = []
  private(set) var status: SessionStatus?
  private(set) var reading: ReadingProgress?
  private(set) var clock: ClockFace?
  /// True if a clock has room.
  var hasRoom = true
  private(set) var promptCount = 0
  var isInteractive = false
  var isAway = false
  var keys: KeySupport { rendering == .live ? .immediate : .lines }

  init(_ rendering: Rendering, width: Int? = nil) {
    self.rendering = rendering
    self.width = width
  }

  func print(_ line: String, as style: RowStyle) {
    lines.append(line)
    styles.append(style)
  }

  func warn(_ line: String) { lines.append("! " + line) }

  func prompt() { promptCount += 1 }

  func show(_ status: SessionStatus?) { self.status = status }

  func show(_ clock: ClockFace?) -> Bool {
    self.clock = clock
    return rendering == .live && hasRoom
  }

  func show(reading: ReadingProgress?) { self.reading = reading }

  /// The lines since the last call.
  func take() -> [String] {
    defer { lines.removeAll() }
    return lines
  }
}
