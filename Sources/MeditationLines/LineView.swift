import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPractice
import MeditationScreens
import MeditationText

/// Which events are printed: `--announce`.
package enum Announcement: String, CaseIterable, Sendable {
  /// All events, including each stroke of a bell.
  case all
  /// Each song and each silence that begins, and the end of the session.
  case songs
  case none
}

/// Shows a session in lines: a client that submits the lines it reads, and prints replies and news.
@MainActor package final class LineView {
  let client: Client
  let lines: SessionLines
  private let controller: SessionController
  private let output: any LineOutput
  /// The number of songs when the list was first shown.
  private var firstCount: Int
  private let status: StatusSource
  private let waveforms: WaveformLoader?
  /// Teaches the prompt; `nil` unless this is a tour.
  private let tour: Tour?
  private var announcement: Announcement
  private var subscription: Subscription?
  /// The words of `find` to which commands were last said to apply.
  private var narrowedWords: String?
  /// When Ctrl-C was answered by how to leave; `nil` if something was typed since.
  private var leavingSince: ContinuousClock.Instant?
  /// How long another Ctrl-C leaves.
  private static let leavingTime = Duration.seconds(10)

  /// Creates a view of the session of `controller`.
  ///
  /// - Parameters:
  ///   - endsWithSession: True if the program exits when the session is finished.
  ///   - isTour: True if lines between the answers teach the prompt.
  ///   - quitsProgram: True if `quit` ends the program.
  ///   - waveform: Returns the waveform of a song, given by its index, in equal steps of 0 to 255;
  ///     `nil` if it cannot be read. Called for the current song, off the main actor, and
  ///     cancelled when the current song changes.
  ///   - clock: The time of day to which news of the practice relate.
  package init(
    controller: SessionController, output: any LineOutput,
    announcement: Announcement = .all, endsWithSession: Bool = false, isTour: Bool = false,
    quitsProgram: Bool = true, screen: Screen = .songs,
    waveform: (@Sendable (_ song: Int) async -> [UInt8]?)? = nil, clock: WallClock = .system
  ) {
    self.controller = controller
    self.output = output
    self.announcement = announcement
    tour = isTour ? Tour(of: controller, on: output) : nil
    firstCount = controller.session.songs.count
    client = Client(
      isInteractive: output.isInteractive, quitsProgram: quitsProgram
    ) { [weak output] in
      (output?.height).map(SessionLines.screenful) ?? 20
    }
    client.screen = screen
    status = StatusSource(session: controller.session)
    lines = SessionLines(
      controller: controller, client: client, status: status, output: output,
      endsWithSession: endsWithSession, clock: clock)
    waveforms = output.rendering == .live ? waveform.map(WaveformLoader.init) : nil
    subscription = controller.observe { [weak self] in self?.receive($0) }
    guard output.rendering == .live else { return }
    status.onChange = { [weak self] in self?.showStatus() }
  }

  package func begin() {
    showStatus()
    if controller.session.phase == .listening {
      lines.printListening(announcing: announcement != .none)
    } else {
      tour?.open()
      // An empty list has nothing to pick.
      if tour == nil || !controller.session.songs.isEmpty { show(client.screen) }
      if client.screen == .songs, output.isInteractive,
        let sit = controller.practice?.journal.offeredSit()
      {
        lines.print(.resumable(sit))
      }
    }
    printSkipped()
    prompt()
  }

  /// Shows a prompt, after the next line of a tour.
  private func prompt(afterHelp: Bool = false) {
    tour?.advance(again: afterHelp)
    output.prompt()
  }

  package func announce(_ events: Announcement) { announcement = events }

  package func show(_ screen: Screen) {
    client.screen = screen
    firstCount = controller.session.songs.count
    guard controller.session.phase == .picking else { return }
    lines.printPicking()
    if screen == .songs, tour == nil { lines.printHint() }
    output.prompt()
  }

  /// Performs one line, completely or not at all, and prints the reply.
  ///
  /// - Parameter done: Called when the reply is printed, before this returns unless the reply waits
  ///   for the disk; with `nil` if the view answered the line itself. The next line waits for it.
  package func take(_ line: String, done: @escaping (Reply?) -> Void) {
    guard client.form != nil || !HelpText.asksForKeys(line) else {
      HelpText.keys(output.keys, width: output.width).forEach { output.print($0) }
      output.prompt()
      return done(nil)
    }
    leavingSince = nil
    lines.pages.leave()
    let reply = controller.submit(line, from: client)
    guard case .pending(let pending) = reply else { return finish(reply, done) }
    output.prompt()
    pending.whenReady { [weak self] in self?.finish($0, done) }
  }

  private func finish(_ reply: Reply, _ done: (Reply?) -> Void) {
    print(reply)
    if reply != .quit {
      output.show(client.form)
      prompt(afterHelp: reply.isHelp)
    }
    done(reply)
  }

  /// Closes the form that is open, as Ctrl-C does. True if one was open.
  package func cancelForm() -> Bool {
    guard let answer = client.cancelForm() else { return false }
    output.show(nil as NameForm?)
    lines.print(answer)
    output.prompt()
    return true
  }

  /// Does what Ctrl-C does on an empty line before it quits: it ends a long list, and says how to
  /// leave while a session plays. False if there was neither to do: the person wants to leave.
  package func interrupt() -> Bool {
    guard output.isInteractive, !output.isAway else { return false }
    if lines.pages.end() {
      output.print("The rest is not shown.", as: .muted)
    } else if controller.session.phase == .listening,
      leavingSince.map({ .now - $0 > Self.leavingTime }) ?? true
    {
      leavingSince = .now
      output.print("The session goes on. Ctrl-C again quits; 'finish' ends the session.")
    } else {
      return false
    }
    output.prompt()
    return true
  }

  /// Performs the command of a single key. Changes that the status shows are not printed.
  package func take(key command: Command) {
    leavingSince = nil
    if case .refused(let refusal) = controller.perform(command, from: client, byKey: true) {
      output.warn(refusal.text)
    }
    prompt()
  }

  /// Prints where the session is if lines were left out; call it just before the output resumes.
  package func comeBack() { lines.catchUp() }

  /// The completions of the last word of `line`: commands, arguments and, for `find`, song titles.
  package func completions(of line: String) -> [String] {
    LineCompletion(
      session: controller.session, practice: controller.practice, base: controller.files.base
    ).completions(of: line)
  }

  /// Prints the summary of a session that is still listening. What changes later is not printed.
  package func end() {
    if controller.session.phase == .listening { lines.printSummary() }
    lines.end()
  }

  // MARK: - Replies

  private func print(_ reply: Reply) {
    switch reply {
    case .outcome(let outcome, let command, let words):
      if outcome == .unchanged { lines.printUnchanged(by: command) }
      if let words, words != narrowedWords { lines.printNarrowing(to: words) }
      narrowedWords = words ?? narrowedWords
    case .refused(let refusal): output.warn(refusal.text)
    case .notUnderstood(let error): output.warn("\(error)")
    case .page(let page): show(page)
    case .quit, .pending: break
    }
  }

  func show(_ page: Reply.Page) {
    switch page {
    case .list(let listing):
      narrowedWords = nil
      lines.print(listing)
    case .songs:
      lines.printList()
      if controller.practice?.sets.editor != nil { lines.printHint() }
    case .info(let info): lines.print(info)
    case .status: lines.printStatus()
    case .volume: lines.printVolume()
    case .level: lines.printLevel()
    case .repeating: lines.printRepeating()
    case .plan: lines.printPlan()
    case .clause(let word): lines.printClause(word)
    case .left: lines.printTimeLeft()
    case .clock(let face): lines.printClock(face, isShown: output.show(face))
    case .more:
      if let line = lines.pages.nextLine {
        print(controller.submit(line, from: client))
      } else if !lines.pages.printNext() {
        output.warn(CommandRefusal.nothingMore.text)
      }
    case .home(let page): lines.print(Listing(page, wording: lines.wording))
    case .journal(let page): lines.print(page)
    case .totals(let page): lines.print(Listing(page, wording: lines.wording))
    case .sets(let page): lines.print(Listing(page, wording: lines.wording))
    case .set(let form): lines.print(form)
    case .settings(let settings): lines.print(Listing(settings, wording: lines.wording))
    case .form(let answer): lines.print(answer)
    case .help(let name):
      let phase = controller.session.phase
      let help = HelpText.entries(
        on: name, in: phase, atHome: client.screen == .home && phase == .picking,
        width: output.width)
      lines.pages.begin(help.map { $0.map { (text: $0, style: .plain) } })
    case .skipped:
      let rows = controller.files.skipped
      if rows.allSatisfy(\.isNote) { output.print("No files were left out.") }
      lines.pages.begin(rows.count, of: "file") { [output] part in
        for row in rows[part] { output.print(PlainRow.line(Row(row.name, row.reason))) }
      }
    }
  }

  private func showStatus() {
    let now = status.status
    waveforms?.follow(now == nil ? nil : controller.session.state.current) { [weak status] in
      status?.setPeaks($1, forSong: $0)
    }
    output.show(now)
  }

  // MARK: - News

  private func receive(_ news: SessionNews) {
    let line = client.line
    switch news {
    case .selecting(let songs): return lines.bringIntoSight(songs)
    case .settled(let change):
      let rows = lines.rows(after: change)
      guard change.outcome == .changed || change.isEvent else { return }
      // The status shows all else that a key changes.
      guard line.map({ !$0.isKey }) ?? true || change.isBeginning else { return }
      // A load prints as one list, or as the session that begins.
      if case .action(.load) = change.cause { return }
      lines.print(
        change, rows, announcing: line != nil || announces(change),
        withBells: announcement == .all)
    case .step: return
    case .reading(let progress?): return output.show(reading: progress)
    case .reading(nil): printArrivals()
    case .practice(let news):
      guard line != nil || announcement != .none || news.style == .warning else { return }
      lines.print(news)
    }
    if line == nil {
      tour?.advance()
      output.promptAgain()
    }
  }

  /// True if the song or silence that begins, or the end, is printed; a repeating song only once.
  private func announces(_ change: SessionChange) -> Bool {
    switch announcement {
    case .all: change.isBeginning || !change.isCrossing
    case .songs: change.isBeginning
    case .none: false
    }
  }

  /// Prints the length of the completed list, unless it was complete from the start.
  private func printArrivals() {
    output.show(reading: nil)
    let count = controller.session.songs.count
    let others = client.lineForOthers.map { "'\($0)' picks the others" } ?? "'list all' shows them"
    client.lineForOthers = nil
    guard count > firstCount, announcement == .all else { return }
    let found = controller.foundWords(by: client).map {
      ", \(controller.visibleSongs(for: client).count) found for '\($0)'"
    }
    output.print("The list is complete: \(count) songs\(found ?? ""); \(others).")
    printSkipped()
  }

  private func printSkipped() {
    let notes = controller.files.skipped.count { $0.isNote }
    let count = controller.files.skipped.count - notes
    if count > 0 {
      output.warn("\(counted(count, "file")) left out; type 'skipped' to see why.")
    } else if notes > 0 {
      let them = notes == 1 ? "it" : "them"
      output.warn("\(counted(notes, "note")) about playlists; type 'skipped' to read \(them).")
    }
  }
}

extension Reply {
  fileprivate var isHelp: Bool { if case .page(.help) = self { true } else { false } }
}
