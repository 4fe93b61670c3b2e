import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

// Where a session is: the current song or silence, what is picked, the time left, the summary.

extension SessionLines {
  func printStatus() {
    switch session.phase {
    case .picking:
      printTotal()
      if !session.state.plan.isEmpty { output.print(session.state.plan.text) }
    case .listening: printCurrent(inFull: true)
    case .finished: printSummary()
    }
  }

  /// Prints the total of picked songs or, while a set is edited, its row.
  func printTotal() {
    guard let set = controller.practice?.sets.editor?.set else {
      return output.print(session.state.picked.text(wording))
    }
    output.print("Editing '\(set.name.text)': \(SetSummary(of: set).contents(wording: wording))")
  }

  // MARK: - The song or the silence

  /// Prints the current song or silence, in full if the user asked for it.
  func printCurrent(inFull: Bool = false) {
    guard let song = session.currentSong else { return printSilence(inFull: inFull) }
    cells.bringIntoSight([song])
    printCurrent(drawing.row(song, withPosition: true), inFull: inFull)
  }

  /// Prints the row of the current song. The plain rendering adds what the status shows in the live
  /// one.
  func printCurrent(_ row: Row, inFull: Bool = false) {
    var line = drawing.lines([row])[0].text
    if drawing.isPlain, let status = status.status {
      line += ", \(status.placement), \(status.prospects(wording))"
      if inFull { line += ", \(status.circumstances)" }
    }
    output.print(line, as: row.style)
  }

  func printSilence(inFull: Bool = false) {
    guard let status = status.status else { return }
    let row = Row(status, wording: wording)
    guard drawing.isPlain else {
      let layout = RowLayout(rows: [row], width: output.width)
      return output.print(layout.line(row), as: row.style)
    }
    let details =
      [PlainRow.line(row), status.prospects(wording)] + (inFull ? [status.circumstances] : [])
    output.print(details.joined(separator: ", "), as: row.style)
  }

  func printMusicEnded() {
    let (plan, elapsed) = (session.state.plan, session.state.elapsed)
    // The session ends with its music.
    if let end = plan.end, end <= elapsed { return }
    let end = plan.end.map { "until \($0.text(wording))" } ?? "until you type 'finish'"
    output.print("The music has ended; silence \(end).")
  }

  func printTransport() {
    guard drawing.isPlain else { return printStatus() }
    output.print(TransportText.text(of: session.state, wording))
  }

  func printTimeLeft() {
    guard let left = status.status?.left else { return }
    let plan = session.state.plan
    switch plan.length {
    case _ where session.state.finishesAfterSong: output.print(left.alone(wording))
    case .open: output.print("No end is planned; 'finish' ends the session.")
    case .songs where plan.repeats != .off:
      output.print("The songs repeat; 'finish' ends the session.")
    case .songs: output.print(left.alone(wording))
    case .time: output.print("\(left.known.text(wording)) left")
    }
  }

  /// Prints the time on a clock of this face where there is no clock, and else why it is not seen.
  func printClock(_ face: ClockFace?, isShown: Bool) {
    switch (face, session.phase == .listening) {
    case (nil, _): output.print("The clock is off.")
    case (_?, false) where drawing.isPlain: output.warn(Refusal.nothingPlaying.text)
    case (_?, false): output.print("The clock appears when the session begins.")
    case (.left?, true) where drawing.isPlain: printTimeLeft()
    case (.elapsed?, true) where drawing.isPlain:
      let state = session.state
      output.print(
        state.isSettling
          ? "settling, \((.zero - state.elapsed).text(wording)) to go"
          : "session at \(state.placeText(wording))")
    case (_?, true):
      if !isShown { output.print("The screen is too small for the clock.") }
    }
  }

  /// Prints the status below a list; the live rendering always shows it.
  func printBelowList() {
    guard drawing.isPlain, let status = status.status else { return }
    output.print(
      "Now \(status.placement), \(status.progress(wording)), \(status.prospects(wording)), "
        + status.circumstances)
  }

  // MARK: - Properties

  func printVolume() { output.print("Volume \(session.volume)%") }

  func printLevel() { output.print(session.state.levelText) }

  func printRepeating() {
    output.print("Repeat \(session.state.plan.repeats)")
  }

  func printFinish() {
    output.print(
      session.state.finishesAfterSong
        ? "The session ends after this song." : "The session goes on after this song.")
  }

  func printPlayingOrder() { output.print(session.state.arrangement.text) }

  func printSummary() {
    let state = session.state
    guard state.rehearsal == nil else { return output.print("Rehearsal over.", as: .heading) }
    let sat = state.plan.isOfSongsAlone ? nil : state.sat
    output.print(
      state.summary.text(end: state.end ?? .left, sat: sat, wording: wording), as: .heading)
  }
}
