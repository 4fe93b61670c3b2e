import Foundation
import MeditationCore
import MeditationLanguage
import MeditationPractice
import MeditationScreens

@testable import MeditationControl
@testable import MeditationLines
@testable import MeditationTerminal

/// A session at a paper terminal where a line `save` opens the name form. A set 'Evening' exists.
@MainActor final class FormDesk {
  let desk: DisplayDesk
  let terminal: LiveTerminal
  let view: LineView
  let stage: VirtualStage
  private(set) var saved: [String] = []
  private(set) var hasEnded = false

  /// Creates a desk with `editor`, the only one of the process.
  init(_ editor: LineEditor, _ rendering: Rendering = .live, columns: Int = 60) {
    desk = DisplayDesk(columns: columns, rendering: rendering)
    terminal = LiveTerminal(
      rendering: rendering, writer: StreamWriter { _, _ in }, descriptor: -1,
      display: desk.display, editor: editor)
    stage = VirtualStage(
      session: MeditationViewModel(songs: [SongViewModel(title: "Rain", length: .seconds(90))]))
    view = LineView(controller: stage.controller, output: terminal)
    terminal.resume()
  }

  /// Releases the editor.
  func end() {
    terminal.show(nil as NameForm?)
    terminal.suspend()
  }

  /// Types `text`, some bytes at once.
  func type(_ text: String) { type(Array(text.utf8)) }

  /// Types `text` byte by byte.
  func typeSlowly(_ text: String) {
    for byte in text.utf8 { type([byte]) }
  }

  private func type(_ bytes: [UInt8]) {
    terminal.feed(bytes)
    while let event = terminal.nextEvent() {
      switch event {
      case .line("save") where view.client.form == nil: openForm()
      case .line(let line): view.take(line) { _ in }
      case .key(let command): view.take(key: command)
      case .endOfInput: hasEnded = true
      }
    }
  }

  /// The last `count` lines on the screen.
  func lines(_ count: Int) -> [String] { desk.terminal.lines.suffix(count) }

  private func openForm() {
    let form = NameForm { $0.text.lowercased() == "evening" }
    let reply = view.client.open(form) { [unowned self] name, isReplacing in
      saved.append((isReplacing ? "replaces " : "saves ") + name.text)
      return .page(.status)
    }
    if case .page(let page) = reply { view.show(page) }
    terminal.show(view.client.form)
    terminal.prompt()
  }
}
