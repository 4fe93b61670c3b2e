import MeditationLines

@testable import MeditationTerminal

/// A display on a paper terminal, at a time that the test sets.
@MainActor final class DisplayDesk {
  let terminal: PaperTerminal
  var writes = 0
  var lastWrite = ""
  var time = ContinuousClock.now
  private let rendering: Rendering
  private(set) lazy var display = LiveDisplay(
    rendering: rendering, glyphs: .unicode, usesColor: rendering == .live, reflows: false,
    size: { [terminal] in terminal.size }, now: { [unowned self] in time },
    write: { [unowned self] in
      writes += 1
      lastWrite = $0
      terminal.write($0)
    })

  init(columns: Int = 60, rows: Int = 24, rendering: Rendering = .live) {
    terminal = PaperTerminal(columns: columns, rows: rows)
    self.rendering = rendering
  }

  func type(_ before: String, _ after: String = "") {
    display.typed = ("> ", before, after)
    display.drawBlock()
  }
}
