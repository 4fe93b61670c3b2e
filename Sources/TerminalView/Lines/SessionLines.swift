import MeditationCore
import SessionControl

/// The lines in which a session tells its course.
@MainActor final class SessionLines {
  /// Of a longer run of changed rows only the first ones are shown.
  private static let mostChanges = 40
  /// What `list` prints at most beside its songs, and the line that asked for it.
  private static let rowsAroundList = 5
  /// How many songs decide the widths of columns.
  private static let decisive = 500

  let controller: SessionController
  let client: Client
  let status: StatusSource
  let output: any LineOutput
  let cells: SongCells
  var session: MeditationViewModel { controller.session }
  var isPlain: Bool { output.rendering == .plain }

  init(
    controller: SessionController, client: Client, status: StatusSource, output: any LineOutput
  ) {
    self.controller = controller
    self.client = client
    self.status = status
    self.output = output
    cells = SongCells { [weak output] in
      min(Self.mostChanges, (output?.height).map(Self.screenful) ?? .max)
    }
  }

  /// How many songs a list shows on a screen of `height` rows, so that all of it is in sight.
  static func screenful(height: Int) -> Int { max(1, height - rowsAroundList) }

  /// Brings the songs that a command names into sight, as many as there is room for: their changes
  /// are its answer.
  func bringIntoSight(_ songs: [Int]) {
    cells.bringIntoSight(songs.lazy.map { [session] in session.songs[$0] })
  }

  /// The list as it is now, under the header of its phase.
  func list() { list(controller.currentListing(for: client)) }

  /// The songs of `listing`, under the header of the phase.
  func list(_ listing: SongListing) {
    let isPicking = session.phase == .picking
    output.say(isPicking ? "Pick meditation songs" : "Player", as: .heading)
    let songs = listing.songs.map { session.songs[$0] }
    cells.show(songs)
    _ = cells.takeNews()
    let rest = listing.before + listing.after
    if isPlain { found(listing, of: songs.count + rest) }
    rows(songs)
    if rest > 0 {
      let page = listing.words == nil ? "list 1-\(min(100, session.songs.count))" : "list found"
      output.say(
        "\(counted(songs.count, "song")) of \(songs.count + rest) shown; "
          + "'\(page)', 'list picked' or 'list all' shows others.",
        as: .muted)
    }
    if !isPlain { found(listing, of: songs.count + rest) }
    if isPicking { total() } else { standing() }
  }

  /// What the list is narrowed to, if it is.
  private func found(_ listing: SongListing, of count: Int) {
    guard let words = listing.words else { return }
    output.say(
      "\(counted(count, "song")) found for '\(words)'; 'find' alone shows all again.", as: .muted)
  }

  /// What to type first, for a person.
  func hint() {
    guard output.isInteractive else { return }
    output.say(
      "Type numbers to pick songs, such as '1 3-5', then 'start'. 'help' lists the commands.",
      as: .muted)
  }

  /// Where the session stands, in one line.
  func tellStatus() {
    switch session.phase {
    case .picking: total()
    case .listening: current(inFull: true)
    case .finished: summary()
    }
  }

  /// The current song, which comes into sight. What the live rendering keeps in sight anyway, the
  /// plain one says: in full where somebody asked for it.
  func current(inFull: Bool = false) {
    guard let song = session.currentSong else { return }
    cells.bringIntoSight([song])
    let row = row(song, withPosition: true)
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

  /// The rows of `songs`.
  private func rows(_ songs: [SongViewModel], areNews: Bool = false) {
    let rows = songs.map { row($0) }
    let layout = isPlain ? nil : layout(rows)
    for row in rows {
      output.say(layout?.line(row) ?? PlainRow.line(row, isNews: areNews), as: row.style)
    }
  }

  /// The rows in sight whose songs changed, how many others did, and what is picked now. Who
  /// listens hears the result first; who reads finds it nearest to the prompt.
  func changes(_ songs: [SongViewModel], of count: Int) {
    if isPlain { total() }
    rows(songs, areNews: true)
    let rest = count - songs.count
    if rest > 0 {
      output.say(isPlain ? "and \(rest) more" : "… and \(rest) more", as: .muted)
    }
    if !isPlain { total() }
  }

  private func row(_ song: SongViewModel, withPosition: Bool = false) -> SongRow {
    SongRow(song, in: session.state, inWords: isPlain, withPosition: withPosition)
  }

  /// Columns stand where they stood before, whichever rows are shown: all songs have a say in
  /// their widths, or the first of a long list.
  private func layout(_ rows: [SongRow]) -> RowLayout {
    let others = session.songs.prefix(Self.decisive).map { row($0) }
    return RowLayout(lastNumber: session.songs.count, rows: others + rows, width: output.width)
  }

  /// Says that only the songs with `words` were meant.
  func tellNarrowed(to words: String) {
    output.say("Only songs found for '\(words)'; 'find' alone shows all again.", as: .muted)
  }

  /// What is picked, in one line.
  func total() { output.say(session.state.picked.text) }

  /// How the session went, in one line.
  func summary() {
    let end = session.state.end ?? .left
    output.say(session.state.summary.text(end: end), as: .heading)
  }
}
