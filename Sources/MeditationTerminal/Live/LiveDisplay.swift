import MeditationLanguage
import MeditationLines
import MeditationPlan
import MeditationScreens

/// Lines that scroll away, and below them the line being typed; in the live rendering with a status
/// above it. In the plain rendering lines are printed whole, and nothing is drawn as time passes.
///
/// It outputs complete escape sequences, through `write`.
@MainActor final class LiveDisplay {
  /// The shortest interval between updates that change only the position.
  private static let pace = Duration.milliseconds(100)
  /// Smaller screens show no status.
  private static let smallest = TerminalSize(columns: 10, rows: 3)

  private let rendering: Rendering
  private let glyphs: Glyphs
  private let paint: Paint
  private let size: () -> TerminalSize
  private let now: () -> ContinuousClock.Instant
  private let write: (String) -> Void
  private var screen: LiveScreen
  private var drawnSize: TerminalSize?
  private var status: SessionStatus?
  private var reading: ReadingProgress?
  /// The open form. In the live rendering, its answer to the typed line replaces the status.
  var form: NameForm?
  private var clock: ClockFace?
  private var lastMove: ContinuousClock.Instant?
  /// The line being typed, split at the cursor; drawn with the block.
  var typed = (prompt: "", before: "", after: "")

  init(
    rendering: Rendering, glyphs: Glyphs, usesColor: Bool, reflows: Bool,
    size: @escaping () -> TerminalSize,
    now: @escaping () -> ContinuousClock.Instant = { .now }, write: @escaping (String) -> Void
  ) {
    self.rendering = rendering
    self.glyphs = glyphs
    paint = Paint(isOn: usesColor)
    screen = LiveScreen(reflows: reflows)
    self.size = size
    self.now = now
    self.write = write
  }

  /// One cell less than the screen, so that the cursor never waits at the right margin.
  var width: Int { max(0, size().columns - 1) }

  /// The number of rows above the clock, the status and the input line.
  var height: Int { max(0, size().rows - 2 - (largeClock == nil ? 0 : LargeClock.height)) }

  var isListening: Bool { status != nil }

  /// Prints a line above the block, which is erased until `drawBlock()`. A line wider than the
  /// screen breaks between words. In the plain rendering the typed text stays above it: a screen
  /// reader would read it twice.
  func print(_ line: String, as style: RowStyle) {
    let isTyped = !typed.before.isEmpty || !typed.after.isEmpty
    if rendering == .plain, isTyped, let shown = screen.shown {
      write(screen.commit(shown.input) + rows(of: line, as: style))
    } else {
      write(screen.erase(on: size()) + rows(of: line, as: style))
    }
  }

  private func rows(of line: String, as style: RowStyle) -> String {
    var rows = WrappedText.rows(of: line, width: width)
    if rendering == .live { rows = rows.map(glyphs.shown) }
    return rows.map { paint($0, as: style) + "\n" }.joined()
  }

  /// Leaves the typed `line` on the screen; prints it only if it is not there already.
  func commit(prompt: String, line: String) {
    let text = prompt + InputRow.displayed(line)
    let row = glyphs.shown(InputRow(prompt: prompt, before: line, after: "", width: width))
    guard let shown = screen.shown, shown.rows.isEmpty, drawnSize == size(),
      CellWidth.of(text) <= width
    else { return write(screen.erase(on: size()) + rows(of: text, as: .plain)) }
    write(screen.commit(row))
  }

  /// Sets the status and redraws what changed, unless the block is erased.
  ///
  /// - Parameter isHurried: True to skip updates of the position, because the terminal is slow.
  func show(_ status: SessionStatus?, isHurried: Bool) {
    guard rendering == .live, status != self.status else { return }
    let isMove = status?.isLater(than: self.status) ?? false
    self.status = status
    if isMove, isHurried || lastMove.map({ now() - $0 < Self.pace }) ?? false { return }
    if screen.shown != nil, drawBlock() { lastMove = now() }
  }

  /// Sets the progress of reading the list, which replaces the status while picking.
  func show(reading: ReadingProgress?) {
    guard rendering == .live else { return }
    self.reading = reading
    if screen.shown != nil { drawBlock() }
  }

  /// Sets the time that is shown in large digits above the status. True if there is room for it.
  func show(_ clock: ClockFace?) -> Bool {
    guard rendering == .live else { return false }
    self.clock = clock
    if screen.shown != nil { drawBlock() }
    return largeClock != nil
  }

  /// Draws the clock, the status and the input line, as far as changed; false if nothing changed.
  @discardableResult func drawBlock() -> Bool {
    let (block, size) = (block(), size())
    let isOnOff = screen.shown.map { $0.rows.count != block.rows.count } ?? false
    // The terminal may be resized before the program is notified.
    let isAnew = isOnOff || drawnSize != size
    drawnSize = size
    let change = (isAnew ? screen.erase(on: size) : "") + screen.draw(block)
    if !change.isEmpty { write(change) }
    return !change.isEmpty
  }

  func eraseBlock() {
    let change = screen.erase(on: size())
    if !change.isEmpty { write(change) }
  }

  /// Forgets the block without erasing it: the terminal now belongs to another program.
  func forgetBlock() { screen.forget() }

  /// Redraws the block after the screen was resized.
  func sizeChanged() {
    guard screen.shown != nil else { return }
    drawnSize = nil
    drawBlock()
  }

  /// Clears the screen and draws the block at its top.
  func clear() {
    write(screen.clear())
    drawBlock()
  }

  private func block() -> LiveScreen.Block {
    let (size, width) = (size(), width)
    let input = InputRow(
      prompt: typed.prompt, before: typed.before, after: typed.after, width: width)
    let hasRoom = size.columns >= Self.smallest.columns && size.rows >= Self.smallest.rows
    let status = hasRoom ? statusRow(width: width) : nil
    return LiveScreen.Block(
      rows: clockRows + [status].compactMap(\.self), input: glyphs.shown(input))
  }

  private var largeClock: LargeClock? {
    guard let clock, let status else { return nil }
    return LargeClock(status.time(on: clock), width: width, on: size())
  }

  private var clockRows: [LiveScreen.Row] {
    let style: RowStyle = status?.transport == .playing ? .heading : .muted
    return (largeClock?.rows ?? []).map { row($0, as: style, width: width) }
  }

  private func statusRow(width: Int) -> LiveScreen.Row? {
    if rendering == .live, let status = form?.status(of: typed.before + typed.after) {
      return row(status.text, as: status.style, width: width)
    }
    if let status {
      let line = StatusLine(status, width: width)
      let text = line.parts.map { paint(glyphs.shown($0.text), as: $0.style) }.joined()
      return LiveScreen.Row(text: text, cells: CellWidth.of(line.text))
    }
    return reading.map { row($0.text, as: .muted, width: width) }
  }

  private func row(_ text: String, as style: RowStyle, width: Int) -> LiveScreen.Row {
    let text = CellWidth.fit(text, in: width)
    return LiveScreen.Row(text: paint(glyphs.shown(text), as: style), cells: CellWidth.of(text))
  }
}

extension SessionStatus {
  /// True if only time has passed.
  fileprivate func isLater(than old: SessionStatus?) -> Bool {
    guard var old, time > old.time else { return false }
    (old.position, old.elapsed, old.left, old.sit) = (position, elapsed, left, sit)
    return old == self
  }

  /// Session time with a plan; otherwise the position in the song.
  private var time: Duration { sit?.elapsed ?? position }
}

extension Glyphs {
  fileprivate func shown(_ row: InputRow) -> InputRow {
    InputRow(text: shown(row.text), cursor: row.cursor)
  }
}
