import MeditationCore
import Practice
import Score
import SessionControl

/// Prints the lines about a session.
@MainActor final class SessionLines {
  /// A list of which a part is still to be printed.
  struct Rest {
    /// The number of rows that were printed.
    var shown: Int
    let count: Int
    /// What a row is; `nil` if some take several lines.
    var noun: String?
    /// Prints these rows.
    let print: (SessionLines, Range<Int>) -> Void
  }

  /// The largest number of changed rows that are printed.
  private static let mostChanges = 40
  /// The largest number of rows that `list` prints besides songs, including the typed line.
  private static let rowsAroundList = 5

  let controller: SessionController
  let client: Client
  let status: StatusSource
  let output: any LineOutput
  let cells: SongCells
  let clock: WallClock
  private let drawing: SongDrawing
  private let source: SessionNewsSource
  /// Whether the program exits when the session is finished.
  private let endsWithSession: Bool
  /// Whether a line about the current song was left out, because nobody would have read it then.
  var isBehind = false
  /// What is left of the latest list, for `more`.
  private(set) var rest: Rest?
  /// The line that `more` stands for instead; `nil` if it stands for none.
  private(set) var nextLine: String?
  /// Whether the latest line printed a page of a long list, and others are left.
  private var isInList = false
  /// The ids of songs whose damage was printed in this session.
  var damagedSongs: Set<Int> = []
  var session: MeditationViewModel { controller.session }
  var isPlain: Bool { drawing.isPlain }
  /// How lines are worded: plain ones are read aloud, with times as the setting `times` says.
  var wording: Wording { drawing.wording }

  init(
    controller: SessionController, client: Client, status: StatusSource,
    output: any LineOutput, endsWithSession: Bool, clock: WallClock
  ) {
    self.controller = controller
    self.client = client
    self.status = status
    self.output = output
    self.clock = clock
    self.endsWithSession = endsWithSession
    drawing = SongDrawing(
      session: controller.session, output: output, times: { controller.times },
      isBell: controller.isBell, gain: controller.gain(of:))
    cells = SongCells(drawing: drawing) { [weak output] in
      min(Self.mostChanges, (output?.height).map(Self.screenful) ?? .max)
    }
    source = SessionNewsSource(session: controller.session, cells: cells)
  }

  /// What changed since the last call.
  func takeNews() -> SessionNews { source.takeNews() }

  /// Ends the observation of songs: none of their rows is printed any more.
  func end() { cells.end() }

  /// The number of songs in a list that fits on a screen of `height` rows.
  static func screenful(height: Int) -> Int { max(1, height - rowsAroundList) }

  /// Marks the songs of a command as visible, as many as there is room for, so that their changes
  /// are printed.
  func bringIntoSight(_ songs: [Int]) {
    cells.bringIntoSight(songs.lazy.map { [session] in session.songs[$0] })
  }

  /// Prints the current list under the heading of its phase.
  func list() { list(controller.currentListing(for: client), isAnswer: false) }

  /// Prints the screen of the client while picking.
  func picking() {
    guard client.screen == .home, let practice = controller.practice else { return list() }
    home(practice.homePage())
  }

  /// Prints `listing` under the heading of the phase. In the plain rendering, an answer begins with
  /// its result instead.
  func list(_ listing: SongListing, isAnswer: Bool = true) {
    let isResultFirst = isPlain && isAnswer
    if isResultFirst {
      result(of: listing)
    } else {
      output.say(heading, as: .heading)
    }
    // Songs that are not in the session are among those found, and those that are asked for.
    let isOfSession = listing.words == nil && [.screenful, .picked].contains(listing.scope)
    let amongAll = !isOfSession && session.phase != .picking
    let others = listing.before + listing.after
    if others > 0 {
      let songs = controller.visibleSongs(for: client).map { session.songs[$0] }
      let end = songs.count - listing.after
      page(songs, listing.before..<end, amongAll: amongAll)
      let rest = Rest(shown: end, count: songs.count, noun: "song") {
        $0.page(songs, $1, amongAll: amongAll)
      }
      let hasMore = client.hasPages && listing.after > 0
      keep(hasMore ? rest : nil)
      let all = listing.words == nil ? "list 1-\(min(100, session.songs.count))" : "list found"
      output.say(
        "\(counted(listing.songs.count, "song")) of \(listing.songs.count + others) shown; "
          + "'\(hasMore ? "more" : all)', 'list picked' or 'list all' shows others.",
        as: .muted)
    } else {
      let songs = listing.songs.map { session.songs[$0] }
      inPages(songs.count, of: "song") { $0.page(songs, $1, amongAll: amongAll) }
    }
    if !isResultFirst { result(of: listing) }
  }

  /// Prints a part of a list of songs.
  private func page(_ songs: [SongViewModel], _ part: Range<Int>, amongAll: Bool) {
    let songs = Array(songs[part])
    cells.show(songs)
    say(drawing.lines(songs.map { drawing.row($0, amongAll: amongAll) }))
  }

  // MARK: Pages

  /// Prints a list of `count` rows by `print`, a long one a page at a time: `more` prints the next.
  ///
  /// - Parameter noun: What a row is; `nil` if some take several lines.
  func inPages(
    _ count: Int, of noun: String?, _ print: @escaping (SessionLines, Range<Int>) -> Void
  ) {
    rest = Rest(shown: 0, count: count, noun: noun, print: print)
    // What fits on two screens is shown at once.
    _ = more(isWhole: !client.hasPages || count <= 2 * client.screenful())
  }

  /// Prints the next page of the latest list.
  ///
  /// - Returns: Whether there was one.
  func more(isWhole: Bool = false) -> Bool {
    guard var rest else { return false }
    let length = isWhole ? rest.count : max(1, client.screenful())
    let end = min(rest.shown + length, rest.count)
    rest.print(self, rest.shown..<end)
    rest.shown = end
    keep(end < rest.count ? rest : nil)
    guard end < rest.count else { return true }
    isInList = true
    let shown = rest.noun.map { "\(end) of \(counted(rest.count, $0)) shown; " } ?? ""
    output.say("\(shown)'more' shows the next page.", as: .muted)
    return true
  }

  /// Keeps what is left of a list for `more`, in place of that of an earlier one.
  ///
  /// - Parameter line: The line that shows it, if the list itself is not kept.
  func keep(_ rest: Rest?, line: String? = nil) {
    (self.rest, isInList, nextLine) = (rest, false, line)
  }

  /// Notes that another line was typed. What is left of the list stays.
  func leaveList() { isInList = false }

  /// Forgets what is left of the list that the latest line printed.
  ///
  /// - Returns: Whether anything was left.
  func endList() -> Bool {
    guard isInList else { return false }
    keep(nil)
    return true
  }

  private var heading: String {
    guard session.phase == .picking else { return "Player" }
    return controller.practice?.editor.map { "Edit '\($0.set.name.text)'" }
      ?? "Pick meditation songs"
  }

  /// What the list is narrowed to, if it is, and the status, which the live rendering always shows
  /// while listening.
  private func result(of listing: SongListing) {
    if let words = listing.words {
      let count = listing.songs.count + listing.before + listing.after
      let strangers = session.phase == .listening ? strangers(in: listing) : 0
      let membership =
        strangers == 0 ? "" : ", \(count - strangers) in the session; 'pick found' adds the others"
      output.say(
        "\(counted(count, "song")) found for '\(words)'\(membership); "
          + "'find' alone shows all again.",
        as: .muted)
    }
    switch session.phase {
    case .picking: total()
    case .listening: standing()
    case .finished: if isPlain { summary() }
    }
  }

  /// The number of songs that were found, and are not in the session.
  private func strangers(in listing: SongListing) -> Int {
    let isWhole = listing.before + listing.after == 0
    let songs = isWhole ? listing.songs : controller.visibleSongs(for: client)
    return songs.count { !session.songs[$0].mode.isInSession }
  }

  /// Prints what to type first, if the output is interactive.
  func hint() {
    guard output.isInteractive else { return }
    guard controller.practice?.editor == nil else {
      return output.say("Numbers add and remove songs; 'back' saves the set.", as: .muted)
    }
    output.say(
      "Type numbers to pick songs, such as '1 3-5', then 'start'. 'help' lists the commands.",
      as: .muted)
    guard let practice = controller.practice, practice.isNew else { return }
    output.say(
      "'sit 20m' sits for 20 minutes with bells, in silence or over the songs you pick.",
      as: .muted)
  }

  /// Prints what to type after the end of a session, if the output is interactive.
  func hintAfterEnd() {
    guard output.isInteractive else { return }
    if !endsWithSession, let advice = Refusal.sessionFinished.advice {
      output.say(advice, as: .muted)
    } else if endsWithSession, session.state.isRinging {
      output.say("The bells ring out; 'quit' leaves now.", as: .muted)
    }
  }

  /// Prints the current song, if lines about it were left out.
  func catchUp() {
    if isBehind { current() }
    isBehind = false
  }

  /// Prints the rows that changed, the number of others that changed, and the total of picked songs.
  /// The total comes first for a screen reader, and otherwise next to the prompt.
  func changes(_ rows: [SongRow], others: Int) {
    if isPlain { total() }
    say(drawing.lines(rows, areNews: true))
    if others > 0 {
      output.say(isPlain ? "and \(others) more" : "… and \(others) more", as: .muted)
    }
    if !isPlain { total() }
  }

  func row(_ song: SongViewModel, withPosition: Bool = false) -> SongRow {
    drawing.row(song, withPosition: withPosition)
  }

  /// The line for `row` in the columns of the list, or in words.
  func line(_ row: SongRow) -> String { drawing.lines([row])[0].text }

  private func say(_ lines: [(text: String, style: RowStyle)]) {
    for line in lines { output.say(line.text, as: line.style) }
  }

  /// Prints that a command applied only to the songs found for `words`.
  func tellNarrowed(to words: String) {
    output.say("Only songs found for '\(words)'; 'find' alone shows all again.", as: .muted)
  }

  /// Prints the total of picked songs or, while a set is edited, its row.
  func total() {
    guard let set = controller.practice?.editor?.set else {
      return output.say(session.state.picked.text(wording))
    }
    output.say("Editing '\(set.name.text)': \(SetSummary(of: set).contents(wording: wording))")
  }
}
