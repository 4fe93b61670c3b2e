import CommandLanguage
import MeditationCore
import SessionControl

/// The lines in which a session tells its course.
@MainActor struct SessionLines {
  /// Of a longer run of changed rows only the first ones are shown.
  private static let mostChanges = 40
  /// What `list` prints at most beside its songs, and the line that asked for it.
  private static let rowsAroundList = 5
  /// How many songs decide the widths of columns.
  private static let decisive = 500

  let controller: SessionController
  let status: StatusSource
  let output: any LineOutput

  private var session: MeditationViewModel { controller.session }
  private var isPlain: Bool { output.rendering == .plain }

  /// How many songs a list shows on a screen of `height` rows, so that all of it is in sight.
  static func screenful(height: Int) -> Int { max(1, height - rowsAroundList) }

  /// The list as it is now, under the header of its phase.
  func list() { list(controller.currentListing) }

  /// The songs of `listing`, under the header of the phase.
  func list(_ listing: SongListing) {
    let isPicking = session.phase == .picking
    output.say(isPicking ? "Pick meditation songs" : "Player", as: .heading)
    rows(listing.songs.map { session.songs[$0] }, limit: listing.songs.count)
    let rest = listing.before + listing.after
    if rest > 0 {
      output.say(
        "\(counted(listing.songs.count, "song")) of \(listing.songs.count + rest) shown; "
          + "'list 1-100', 'list picked' or 'list all' shows others.", as: .muted)
    }
    if let words = listing.words {
      let count = counted(listing.songs.count + rest, "song")
      output.say("\(count) found for '\(words)'; 'find' alone shows all again.", as: .muted)
    }
    if isPicking { total() } else { standing() }
  }

  /// Where the session stands, in one line.
  func tellStatus() {
    switch session.phase {
    case .picking: total()
    case .listening: current(inFull: true)
    case .finished: summary()
    }
  }

  /// How what `command` asks for stands already.
  func tellUnchanged(by command: Command) {
    if case .volume = command { return volume() }
    if case .repeat = command { return repeating() }
    if case .move = command { return playingOrder() }
    tellStatus()
  }

  func volume() { output.say("Volume \(session.volume)%") }

  /// What a batch changed.
  func tell(_ settlement: Settlement) {
    if case .engine(let event) = settlement.cause { tell(event, on: settlement.before.current) }
    let (before, after) = (settlement.before, settlement.after)
    guard before.phase == after.phase else {
      return after.phase == .finished ? summary() : list()
    }
    if before.volume != after.volume { volume() }
    if before.isRepeating != after.isRepeating { repeating() }
    if before.arrangement != after.arrangement { order(before.arrangement, after.arrangement) }
    if after.phase == .picking, !settlement.changes.isEmpty {
      rows(settlement.changes.map { session.songs[$0.song] }, areNews: true)
      total()
    }
    let goesOn =
      before.intent.generation != after.intent.generation || before.pauseCause != after.pauseCause
    if after.phase == .listening, goesOn { current() }
  }

  private func repeating() { output.say(session.state.isRepeating ? "Repeat on" : "Repeat off") }

  /// What became of the list's order, or of the order in which songs play.
  private func order(_ before: Arrangement, _ after: Arrangement) {
    let isInOrder = before.playing == .asListed && after.playing == .asListed
    let isSorted = before.sort != after.sort || isInOrder
    if isSorted { list() }
    if before.playing != after.playing || !isSorted { playingOrder() }
  }

  private func playingOrder() {
    let seeing = "'list picked' shows it."
    switch session.state.arrangement.playing {
    case .asListed: output.say("Songs play in the order of the list.")
    case .moved: output.say("Songs play in an order of your own; \(seeing)")
    case .shuffled(let seed):
      output.say("Songs play in an order by chance, 'shuffle \(seed)'; \(seeing)")
    }
  }

  private func tell(_ event: EngineEvent, on current: Int?) {
    switch event.kind {
    case .failed(let reason):
      guard let current else { return }
      output.warn(
        "Song \(current + 1), \(session.songs[current].title), failed at "
          + "\(event.position.timeText): \(reason).")
    case .deviceLost(let reason):
      output.warn("The sound device is gone: \(reason). 'play' tries it again.")
    case .deviceRestored: output.say("The sound device is back.")
    case .position, .crossed, .ended: break
    }
  }

  /// The current song. What the live rendering keeps in sight anyway, the plain one says: in full
  /// where somebody asked for it.
  private func current(inFull: Bool = false) {
    guard let song = session.currentSong else { return }
    let row = SongRow(song, in: session.state, rendering: output.rendering, withPosition: true)
    guard isPlain else { return output.say(layout([row]).line(row), as: row.style) }
    var line = PlainRow.line(row)
    if let status = status.status {
      line += ", \(status.placement), \(status.left.words)"
      if inFull { line += ", \(status.circumstances)" }
    }
    output.say(line, as: row.style)
  }

  /// Where the session stands, below a list of its songs; the live rendering keeps it in sight.
  private func standing() {
    guard isPlain, let status = status.status else { return }
    output.say(
      "Now \(status.placement), \(status.progress), \(status.left.words), "
        + status.circumstances)
  }

  private func rows(
    _ songs: [SongViewModel], areNews: Bool = false, limit: Int = mostChanges
  ) {
    let shown = songs.prefix(limit).map {
      SongRow($0, in: session.state, rendering: output.rendering)
    }
    let layout = isPlain ? nil : layout(shown)
    for row in shown {
      output.say(layout?.line(row) ?? PlainRow.line(row, isNews: areNews), as: row.style)
    }
    let rest = songs.count - shown.count
    if rest > 0 { output.say(isPlain ? "and \(rest) more" : "… and \(rest) more", as: .muted) }
  }

  /// Columns stand where they stood before, whichever rows are shown: all songs have a say in
  /// their widths, or the first of a long list.
  private func layout(_ rows: [SongRow]) -> RowLayout {
    let others = session.songs.prefix(Self.decisive).map {
      SongRow($0, in: session.state, rendering: output.rendering)
    }
    return RowLayout(lastNumber: session.songs.count, rows: others + rows, width: output.width)
  }

  private func total() {
    let picked = session.state.picked
    guard picked.count > 0 else { return output.say("No songs picked") }
    let length = picked.length.timeText + (picked.unknownCount > 0 ? " and more" : "")
    output.say("\(counted(picked.count, "song")) picked, \(length)")
  }

  private func summary() {
    let summary = session.state.summary
    let failed = summary.failedCount == 0 ? "" : ", \(counted(summary.failedCount, "song")) failed"
    let heard = "\(counted(summary.heardCount, "song")) heard"
    output.say(
      "Session finished: \(heard), \(summary.listened.timeText) listened\(failed)", as: .heading)
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
