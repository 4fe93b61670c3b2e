import MeditationCore
import SessionControl
import Text

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

  var session: MeditationViewModel { controller.session }
  private var mostChanges: Int {
    min(Self.mostChanges, output.height.map(Self.screenful) ?? .max)
  }
  private var isPlain: Bool { output.rendering == .plain }

  /// How many songs a list shows on a screen of `height` rows, so that all of it is in sight.
  static func screenful(height: Int) -> Int { max(1, height - rowsAroundList) }

  /// The list as it is now, under the header of its phase.
  func list() { list(controller.currentListing) }

  /// The songs of `listing`, under the header of the phase.
  func list(_ listing: SongListing) {
    let isPicking = session.phase == .picking
    output.say(isPicking ? "Pick meditation songs" : "Player", as: .heading)
    rows(listing.songs.map { session.songs[$0] })
    let rest = listing.before + listing.after
    if rest > 0 {
      output.say(
        "\(counted(listing.songs.count, "song")) of \(listing.songs.count + rest) shown; "
          + "'list 1-\(min(100, session.songs.count))', 'list picked' or 'list all' shows others.",
        as: .muted)
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

  /// The current song. What the live rendering keeps in sight anyway, the plain one says: in full
  /// where somebody asked for it.
  func current(inFull: Bool = false) {
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

  /// The rows of `songs`: of a list all, of news the first ones.
  func rows(_ songs: [SongViewModel], areNews: Bool = false) {
    let shown = songs.prefix(areNews ? mostChanges : songs.count).map {
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

  /// What is picked, in one line.
  func total() {
    let picked = session.state.picked
    guard picked.count > 0 else { return output.say("No songs picked") }
    let length = picked.length.timeText + (picked.unknownCount > 0 ? " and more" : "")
    output.say("\(counted(picked.count, "song")) picked, \(length)")
  }

  /// What became of the session, in one line.
  func summary() {
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
