import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

/// Prints the lines about a session: its lists, what changes, and the practice.
@MainActor final class SessionLines {
  /// The largest number of changed rows that are printed.
  private static let mostChanges = 40
  /// The largest number of rows that `list` prints besides songs, including the typed line.
  private static let rowsAroundList = 5

  let pages: Pages

  private let controller: SessionController
  private let source: StatusSource
  private let output: any LineOutput
  private let drawing: SongDrawing
  private let cells: SongCells
  private let client: Client
  private let clock: WallClock
  /// True if the program exits when the session is finished.
  private let endsWithSession: Bool
  /// True if a line about the current song was left out, because nobody would have read it then.
  private var isBehind = false
  /// The ids of songs whose damage was printed in this session.
  private var damagedSongs: Set<SongID> = []
  private var session: MeditationViewModel { controller.session }
  private var isPlain: Bool { drawing.isPlain }
  /// How lines are worded: plain ones are read aloud, with times as the setting `times` says.
  var wording: Wording { drawing.wording }

  init(
    controller: SessionController, client: Client, status: StatusSource,
    output: any LineOutput, endsWithSession: Bool, clock: WallClock
  ) {
    self.controller = controller
    self.client = client
    source = status
    self.output = output
    self.clock = clock
    self.endsWithSession = endsWithSession
    drawing = SongDrawing(
      session: controller.session, output: output, times: { controller.times },
      isBell: controller.planFiles.isBell, gain: controller.loudness.gain(of:))
    cells = SongCells(drawing: drawing) { [weak output] in
      min(Self.mostChanges, (output?.height).map(Self.screenful) ?? .max)
    }
    pages = Pages(for: client, output: output)
  }

  /// The number of songs in a list that fits on a screen of `height` rows.
  static func screenful(height: Int) -> Int { max(1, height - rowsAroundList) }

  /// Marks songs of a command as visible, as many as fit, so that their changes are printed.
  func bringIntoSight(_ songs: [Int]) {
    cells.bringIntoSight(songs.lazy.map { [session] in session.songs[$0] })
  }

  /// The rows of songs that a batch drew. Call it after each, also if nothing is printed: it scrolls to
  /// the current song, and to the one that follows by itself, before that begins.
  func rows(after change: SessionChange) -> [SongCell.Drawn] {
    // Its cell has drawn it; a song that had none is drawn by a new one.
    if change.changed(\.segment), let song = session.currentSong { cells.show([song], draws: true) }
    defer {
      let near = [session.state.upcoming, session.state.current].compactMap { $0 }
      cells.show(near.map { session.songs[$0] })
    }
    return cells.takeRows()
  }

  /// Ends the observation of songs: none of their rows is printed any more.
  func end() { cells.end() }

  // MARK: - Lists of songs

  /// Prints the current list under the heading of its phase.
  func printList() { print(controller.currentListing(for: client), isAnswer: false) }

  /// Prints the screen of the client while picking.
  func printPicking() {
    guard client.screen == .home, let practice = controller.practice else { return printList() }
    print(Listing(practice.homePage(), wording: wording))
  }

  /// Prints `listing` under the phase's heading. A plain answer begins with its result instead.
  func print(_ listing: SongListing, isAnswer: Bool = true) {
    let isResultFirst = isPlain && isAnswer
    if isResultFirst {
      printResult(of: listing, isFirst: true)
    } else {
      output.print(heading, as: .heading)
    }
    // Songs that are not in the session are among those found, and those that are asked for.
    let isOfSession = listing.words == nil && [.screenful, .picked].contains(listing.scope)
    let amongAll = !isOfSession && session.phase != .picking
    let others = listing.before + listing.after
    if others > 0 {
      let songs = controller.visibleSongs(for: client).map { session.songs[$0] }
      let end = songs.count - listing.after
      print(songs[listing.before..<end], amongAll: amongAll)
      let rest = Pages.Rest(shown: end, count: songs.count, noun: "song") { [weak self] in
        self?.print(songs[$0], amongAll: amongAll)
      }
      let hasMore = client.isInteractive && listing.after > 0
      pages.keep(hasMore ? rest : nil)
      let all = listing.words == nil ? "list 1-\(min(100, session.songs.count))" : "list found"
      output.print(
        "\(counted(listing.songs.count, "song")) of \(listing.songs.count + others) shown; "
          + "'\(hasMore ? "more" : all)', 'list picked' or 'list all' shows others.",
        as: .muted)
    } else {
      let songs = listing.songs.map { session.songs[$0] }
      pages.begin(songs.count, of: "song") { [weak self] in
        self?.print(songs[$0], amongAll: amongAll)
      }
    }
    if !isResultFirst { printResult(of: listing) }
  }

  private func print(_ songs: ArraySlice<SongViewModel>, amongAll: Bool) {
    cells.show(songs)
    print(drawing.lines(songs.map { drawing.row($0, amongAll: amongAll) }))
  }

  private func print(_ lines: [(text: String, style: RowStyle)]) {
    for line in lines { output.print(line.text, as: line.style) }
  }

  private var heading: String {
    guard session.phase == .picking else { return "Player" }
    return controller.practice?.sets.editor.map { "Edit '\($0.set.name.text)'" }
      ?? "Pick meditation songs"
  }

  /// Prints what the list is narrowed to, if it is, and the status, which the live rendering always
  /// shows while listening. Read aloud, nothing stands between the number of songs found and their rows.
  private func printResult(of listing: SongListing, isFirst: Bool = false) {
    if let words = listing.words {
      let count = listing.songs.count + listing.before + listing.after
      let strangers = session.phase == .listening ? strangers(in: listing) : 0
      let isReading = controller.files.isReading
      let membership =
        strangers == 0 ? "" : ", \(count - strangers) in the session; 'pick found' adds the others"
      output.print(
        "\(counted(count, "song")) found\(isReading ? " so far" : "") for '\(words)'\(membership); "
          + "'find' alone shows all again.",
        as: .muted)
      if isFirst { return }
    }
    switch session.phase {
    case .picking: printTotal()
    case .listening: printBelowList()
    case .finished: if isPlain { printSummary() }
    }
  }

  /// The number of songs that were found, and are not in the session.
  private func strangers(in listing: SongListing) -> Int {
    let isWhole = listing.before + listing.after == 0
    let songs = isWhole ? listing.songs : controller.visibleSongs(for: client)
    return songs.count { !session.songs[$0].mode.isInSession }
  }

  // MARK: - Hints

  /// Prints what to type first, if the output is interactive.
  func printHint() {
    guard output.isInteractive else { return }
    guard controller.practice?.sets.editor == nil else {
      return output.print(
        "Numbers add and remove songs; 'back' saves the set, 'edit off' does not.", as: .muted)
    }
    output.print(
      "Type numbers to pick songs, such as '1 3-5', then 'start'. 'help' lists the commands.",
      as: .muted)
    guard let practice = controller.practice, practice.isNew else { return }
    output.print(
      "'sit 20m' sits for 20 minutes with bells, in silence or over the songs you pick.",
      as: .muted)
  }

  /// Prints what to type after the end of a session, if the output is interactive.
  private func printHintAfterEnd() {
    guard output.isInteractive else { return }
    let hints: [String?] =
      endsWithSession
      ? [session.state.ringsOn ? "The bells ring out; 'quit' leaves now." : nil]
      : [controller.practice?.journal.noteQuestion, Refusal.sessionFinished.advice]
    for hint in hints.compactMap(\.self) { output.print(hint, as: .muted) }
  }

  func printNarrowing(to words: String) {
    output.print("Only songs found for '\(words)'; 'find' alone shows all again.", as: .muted)
  }

  // MARK: - Changes

  /// Prints what a batch changed, with the `rows` that cells drew. Songs and parts that begin, and
  /// the end of the session, are printed if `announcing`; strokes of bells, if `withBells`.
  func print(_ change: SessionChange, _ rows: [SongCell.Drawn], announcing: Bool, withBells: Bool) {
    let song = change.before.current.map { ($0 + 1, session.songs[$0].title) }
    if let fault = FaultText(change, song: song, wording: wording), !repeatsDamage(change) {
      if fault.isWarning { output.warn(fault.text) } else { output.print(fault.text) }
    }
    if let cue = change.cue {
      let isTold =
        switch cue.kind {
        // A guide is there to be followed.
        case .line: true
        case .part: announcing
        // The end tells of those that close the session, before it.
        case .closing: withBells && session.phase == .listening
        case .opening, .bell, .end: withBells
        }
      if isTold { print(cue, of: change.after.plan) }
    }
    let answers = PlanAnswer.lines(about: change, wording: wording)
    for line in answers { output.print(line) }
    let jump = change.jumpText(wording)
    if let jump { output.print(jump) }
    let current = rows.last(where: \.isCurrent)?.row
    if change.changed(\.phase), withBells, session.phase == .finished,
      let closing = session.state.nextStroke
    {
      print(closing, of: session.state.plan)
    }
    guard !change.changed(\.phase) else { return printPhase(change, current, announcing) }
    if change.changed(\.volume) { printVolume() }
    if change.changed(\.level) { printLevel() }
    if change.changed(\.finishesAfterSong), !change.changed(\.current) { printFinish() }
    if change.changed(\.isLocked) { printLock() }
    let selected = change.changes.filter { $0.from.isInSession != $0.to.isInSession }
    if !selected.isEmpty {
      let drawn = Set(rows.map { $0.song.index })
      printChanged(
        rows.filter { !$0.isCurrent }.map(\.row),
        others: selected.count { !drawn.contains($0.song) })
    }
    if case .length = change.cause, !rows.isEmpty {
      printChanged(rows.map(\.row), others: 0)
    }
    if !selected.isEmpty || change.changed(\.arrangement) {
      if let text = OrderText.text(of: change, in: session) {
        output.print(text)
      } else if selected.isEmpty {
        printOrder(change.before.arrangement, change.after.arrangement)
      }
    }
    guard session.phase == .listening, announcing else { return }
    if change.changed(\.segment) {
      printSegment(current, settled: change.changed(\.isSettling))
    } else if change.isOfTransport, answers.isEmpty, jump == nil {
      printTransport(change)
    }
  }

  /// Prints the rows that changed, the number of others that changed, and the total of picked songs.
  /// The total comes first for a screen reader, and otherwise next to the prompt.
  private func printChanged(_ rows: [Row], others: Int) {
    if isPlain { printTotal() }
    print(drawing.lines(rows, areNews: true))
    if others > 0 {
      output.print(isPlain ? "and \(others) more" : "… and \(others) more", as: .muted)
    }
    if !isPlain { printTotal() }
  }

  /// Prints the song or the silence that begins; first, if the settling is over, that the session does.
  private func printSegment(_ song: Row?, settled: Bool) {
    if settled { output.print("The session begins.") }
    // It would be outdated when it is read.
    guard !output.isAway else { return isBehind = true }
    if let song {
      printCurrent(song)
    } else if session.state.isSilent {
      if settled {
        printSilence()
      } else {
        printMusicEnded()
      }
    }
  }

  private func printTransport(_ change: SessionChange) {
    guard !output.isAway else { return isBehind = true }
    guard isPlain, let text = TransportText.text(of: change, wording) else { return printCurrent() }
    // A lost device has been reported already.
    if change.after.pauseCause?.reason == nil { output.print(text) }
  }

  /// Prints the current song, if lines about it were left out.
  func catchUp() {
    if isBehind { printCurrent() }
    isBehind = false
  }

  private func printPhase(_ change: SessionChange, _ song: Row?, _ announcing: Bool) {
    switch session.phase {
    case .finished:
      guard announcing else { return }
      printSummary()
      if let today = controller.practice?.journal.todayText(wording: wording) {
        output.print(today)
      }
      printHintAfterEnd()
    case .listening:
      damagedSongs = []
      printStart(isWithin: change.startsWithin, with: song)
    case .picking where client.line?.awaitsPage ?? false: break
    case .picking:
      if isPlain, change.before.phase == .listening { printSummary() }
      if isPlain, client.screen == .songs { printTotal() } else { printPicking() }
    }
  }

  /// Prints where a session is that began before this view.
  func printListening(announcing: Bool) {
    guard !output.isAway else { return isBehind = true }
    guard announcing else { return }
    // Time may have passed: only where it began tells a new session from one that goes on.
    printStart(
      isWithin: session.state.beginning > .zero,
      with: session.currentSong.map { drawing.row($0, withPosition: true) })
  }

  /// Prints the start of a session; `isWithin` if it goes on, or begins in its middle.
  private func printStart(isWithin: Bool, with song: Row?) {
    let state = session.state
    // A user of a screen reader has already heard the list.
    if !isPlain, !session.playOrder.isEmpty { printList() }
    if isPlain, let name = controller.current.set {
      let picked = state.picked
      let set = SetSummary(
        name: name, songCount: picked.count,
        length: TimeLeft(known: picked.length, isMore: picked.unknownCount > 0),
        plan: StoredPlan(state.plan))
      output.print("Sitting '\(name.text)': \(set.contents(wording: wording)).")
    }
    let clock = state.clockText(wording)
    if let clock {
      output.print(clock)
    } else if state.rehearsal != nil {
      output.print(state.rehearsalText(wording))
    } else if state.jumped != nil {
      output.print("The session begins at \(state.placeText(wording)).")
    } else if isWithin {
      output.print("The session goes on at \(max(state.elapsed, .zero).text(wording)).")
    }
    if !isWithin {
      for note in PlanAnswer.startNotes(of: session, wording: wording) {
        output.print(note, as: .warning)
      }
      // The status, where there is one, shows it.
      if isPlain, state.plan.volume == nil,
        controller.practice?.services.habits().remindsOfVolume ?? false,
        let text = HomePage.volumeText(state.volume)
      {
        output.print(text, as: .warning)
      }
    }
    if state.isSettling {
      if clock == nil { output.print("Settling for \(state.plan.settling.exact(wording)).") }
    } else if session.state.music != .sounding {
      printSilence()
    } else if isPlain, let song {
      printCurrent(song)
    }
  }

  private func repeatsDamage(_ change: SessionChange) -> Bool {
    guard case .engine(let event) = change.cause, case .damaged = event.kind,
      let song = change.before.current
    else { return false }
    return !damagedSongs.insert(session.songs[song].id).inserted
  }

  private func print(_ cue: Cue, of plan: Plan) {
    guard let text = cue.text(in: plan, wording) else { return }
    output.print(text, as: cue.kind == .part ? .heading : .muted)
  }

  private func printOrder(_ before: Arrangement, _ after: Arrangement) {
    let isInOrder = before.playing == .asListed && after.playing == .asListed
    let isSorted = before.sort != after.sort || isInOrder
    if isSorted {
      if isPlain { output.print(after.sortText) }
      print(controller.currentListing(for: client))
    }
    if before.playing != after.playing || !isSorted { printPlayingOrder() }
  }

  func printUnchanged(by command: Command) {
    switch command {
    case .action(.volume): printVolume()
    case .action(.level): printLevel()
    case .action(.finishAfter(let boundary)) where boundary != .part: printFinish()
    case .action(.lock): printLock()
    case .action(.move), .move, .pickNext: printPlayingOrder()
    case .action(.sort) where session.phase == .picking:
      output.print(session.state.arrangement.sortText)
    case .action(.shuffle), .shuffle, .action(.sort):
      if session.phase == .listening {
        output.print("The order of the songs to come is unchanged.")
      } else {
        printStatus()
      }
    case .plan(let steps): printPlan(setBy: steps)
    case .pick(let songs) where session.phase == .listening:
      output.print(Membership.present(songs))
    case .unpick(let songs) where session.phase == .listening:
      output.print(Membership.absent(songs))
    case .action(.pause), .action(.play): printTransport()
    default: printStatus()
    }
  }

  private func printLock() {
    output.print(
      session.state.isLocked
        ? "The session is locked: nothing pauses, skips or ends it until you type 'unlock'."
        : "The session is unlocked.")
  }

  // MARK: - The plan

  func printPlan() {
    print(
      Listing(
        planOf: session, bellIsCut: controller.planFiles.isCut, lacksSpeech: controller.lacksSpeech,
        softness: controller.loudness.bellsExceedMusic, wording: wording))
  }

  /// Prints the plan's clauses that begin with `word`, or all of the plan if it is about that.
  func printClause(_ word: String) {
    let lines = PlanAnswer.lines(of: word, in: session.state, wording: wording)
    if lines.isEmpty { printPlan() }
    for line in lines { output.print(line) }
  }

  private func printPlan(setBy steps: [PlanStep]) {
    let lines = PlanAnswer.lines(setBy: steps, in: session.state, wording: wording)
    guard !lines.isEmpty else { return output.print(session.state.plan.text) }
    for line in lines { output.print(line) }
  }

  // MARK: - The practice, and all screens that are listings

  func print(_ page: JournalPage) {
    print(Listing(page, wording: wording))
    if client.isInteractive, !pages.hasMore, let rows = page.nextRows {
      pages.keep(nil, line: "journal \(rows)")
    }
  }

  func print(_ form: SetForm) {
    pages.begin(
      ListingText.entries(
        of: form, wording: wording, rendering: output.rendering, width: output.width))
  }

  func print(_ info: SongInfo) {
    let listing = Listing(info, wording: wording)
    guard !isPlain else { return print(listing) }
    output.print(listing.heading, as: .heading)
    DefinitionList(listing.rows.map(\.title), width: output.width).lines(listing.rows)
      .forEach { output.print($0) }
    for note in listing.notes { output.print(note.title, as: note.style) }
  }

  func print(_ listing: Listing) {
    pages.begin(
      ListingText.entries(of: listing, rendering: output.rendering, width: output.width))
  }

  func print(_ news: PracticeNews) {
    let text = news.text(asOf: clock.now(), wording: wording)
    if news.style == .warning { output.warn(text) } else { output.print(text, as: news.style) }
  }

  /// Prints the answer of a form, except what its status and its prompt show.
  func print(_ answer: NameForm.Answer) {
    switch answer {
    case .invalid: output.warn(answer.text)
    case .cancelled: output.print(answer.text)
    case .opened, .asks, .back: if isPlain { output.print(answer.text) }
    }
  }
}

/// Facts about a change that decide which lines it gets.
extension SessionChange {
  /// True if the engine reached the end of a segment.
  var isCrossing: Bool {
    guard case .engine(let event) = cause else { return false }
    return event.kind == .crossed || event.kind == .ended
  }

  /// True if the engine caused it; faults are printed even if nothing changed.
  var isEvent: Bool { if case .engine = cause { true } else { false } }

  /// True if another song or a silence begins, or another phase.
  var isBeginning: Bool { changed(\.phase) || changed(\.segment) }

  /// True if what plays is paused, goes on, or is at another position: each jump has a number, and so
  /// has each boundary that the engine crosses.
  fileprivate var isOfTransport: Bool { changed(\.generation) || changed(\.pauseCause) }

  /// True if a session goes on, or begins, in its middle.
  fileprivate var startsWithin: Bool {
    switch cause {
    case .action(.resume), .action(.startAt), .action(.rehearse): true
    case .action, .engine, .arrival, .length: false
    }
  }
}

// MARK: - Where the session is

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
    guard let song = session.currentSong, session.state.music == .sounding else {
      return printSilence(inFull: inFull)
    }
    cells.bringIntoSight([song])
    printCurrent(drawing.row(song, withPosition: true), inFull: inFull)
  }

  /// Prints the row of the current song. Plain lines add what the live status shows.
  func printCurrent(_ row: Row, inFull: Bool = false) {
    var line = drawing.lines([row])[0].text
    if isPlain, let status = source.status {
      line += ", \(status.placement), \(status.prospects(wording))"
      if inFull { line += ", \(status.circumstances)" }
    }
    output.print(line, as: row.style)
  }

  func printSilence(inFull: Bool = false) {
    guard let status = source.status else { return }
    let row = Row(status, wording: wording)
    guard isPlain else {
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
    guard isPlain else { return printStatus() }
    output.print(TransportText.text(of: session.state, wording))
  }

  func printTimeLeft() {
    guard let left = source.status?.left else { return }
    let plan = session.state.plan
    switch plan.length {
    case _ where session.state.finishesAfterSong: output.print(left.alone(wording))
    case .open: output.print("No end is planned; 'finish' ends the session.")
    case .songs where plan.repeats != .off:
      output.print("The songs repeat; 'finish' ends the session.")
    case .songs: output.print(left.alone(wording))
    // A song of unknown length is heard to its end.
    case .time where left.isMore: output.print(left.alone(wording))
    case .time: output.print("\(left.known.text(wording)) left")
    }
  }

  /// Prints the time for a clock of this face in plain lines; otherwise why no clock is seen.
  func printClock(_ face: ClockFace?, isShown: Bool) {
    switch (face, session.phase == .listening) {
    case (nil, _): output.print("The clock is off.")
    case (_?, false) where isPlain: output.warn(Refusal.nothingPlaying.text)
    case (_?, false): output.print("The clock appears when the session begins.")
    case (.left?, true) where isPlain: printTimeLeft()
    case (.elapsed?, true) where isPlain:
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
    guard isPlain, let status = source.status else { return }
    output.print(
      "Now \(status.placement), \(status.progress(wording)), \(status.prospects(wording)), "
        + status.circumstances)
  }

  // MARK: - Properties

  func printVolume() { output.print("Volume \(session.volume)%") }

  func printLevel() { output.print(session.state.levelText) }

  func printRepeating() { output.print("Repeat \(session.state.plan.repeats)") }

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
