import MeditationCore
import Score
import SessionControl

/// The lines about the status.
extension SessionLines {
  /// Prints the status in one line.
  func tellStatus() {
    switch session.phase {
    case .picking:
      total()
      if !session.state.plan.isEmpty { output.say(session.state.plan.text) }
    case .listening: current(inFull: true)
    case .finished: summary()
    }
  }

  /// Prints the current song or silence, in full if the user asked for it.
  func current(inFull: Bool = false) {
    guard let song = session.currentSong else { return silence(inFull: inFull) }
    cells.bringIntoSight([song])
    current(row(song, withPosition: true), inFull: inFull)
  }

  /// Prints the row of the current song. The plain rendering adds what the status shows in the live
  /// one.
  func current(_ row: SongRow, inFull: Bool = false) {
    var line = line(row)
    if isPlain, let status = status.status {
      line += ", \(status.placement), \(status.prospects(wording))"
      if inFull { line += ", \(status.circumstances)" }
    }
    output.say(line, as: row.style)
  }

  func silence(inFull: Bool = false) {
    guard let status = status.status else { return }
    let row = SilenceRow(status, wording: wording)
    guard isPlain else {
      let layout = RowLayout(rows: [row], width: output.width)
      return output.say(layout.line(row), as: row.style)
    }
    let details =
      [PlainRow.line(row), status.prospects(wording)] + (inFull ? [status.circumstances] : [])
    output.say(details.joined(separator: ", "), as: row.style)
  }

  /// Prints the time left in the session, and nothing else.
  func left() {
    guard let left = status.status?.left else { return }
    let plan = session.state.plan
    switch plan.length {
    case .open: output.say("No end is planned; 'finish' ends the session.")
    case .songs where plan.repeats: output.say("The songs repeat; 'finish' ends the session.")
    case .songs: output.say(left.alone(wording))
    case .time: output.say("\(left.known.countdown(wording)) left")
    }
  }

  /// Prints what is known of a song, of which nothing is left out.
  func info(_ info: SongInfo) {
    let listing = SongInfoListing(info, wording: wording)
    guard !isPlain else { return show(listing) }
    output.say(listing.heading, as: .heading)
    DefinitionList(listing.rows.map(\.title), width: output.width).lines(listing.rows)
      .forEach { output.say($0) }
  }

  /// Prints the status below a list; the live rendering always shows it.
  func standing() {
    guard isPlain, let status = status.status else { return }
    output.say(
      "Now \(status.placement), \(status.progress(wording)), \(status.prospects(wording)), "
        + status.circumstances)
  }

  /// Prints the summary of the session.
  func summary() {
    let state = session.state
    let sat = state.plan.isOfSongsAlone ? nil : state.elapsed
    output.say(
      state.summary.text(end: state.end ?? .left, sat: sat, wording: wording), as: .heading)
  }
}
