import CommandLanguage
import MeditationCore
import Score
import SessionControl

/// The lines about changes.
extension SessionLines {
  /// Prints the state that `command` left unchanged.
  func tellUnchanged(by command: Command) {
    switch command {
    case .action(.volume): volume()
    case .action(.level): level()
    case .action(.move), .move, .pickNext: playingOrder()
    case .action(.shuffle), .shuffle:
      if session.phase == .listening {
        output.say("The order of the songs to come is unchanged.")
      } else {
        tellStatus()
      }
    case .action(.sort): output.say(session.state.arrangement.sortText)
    case .plan(let steps): plan(setBy: steps)
    case .pick(let songs) where session.phase == .listening:
      output.say(Membership.present(songs))
    case .unpick(let songs) where session.phase == .listening:
      output.say(Membership.absent(songs))
    case .action(.pause), .action(.play):
      if isPlain {
        output.say(TransportText.standing(of: session.state, wording))
      } else {
        tellStatus()
      }
    default: tellStatus()
    }
  }

  func volume() { output.say("Volume \(session.volume)%") }

  func level() { output.say(session.state.levelText) }

  func repeating() { output.say(session.state.isRepeating ? "Repeat on" : "Repeat off") }

  /// Prints what a batch changed.
  ///
  /// - Parameters:
  ///   - news: What those who observe it were told.
  ///   - announcing: Whether a song that begins, or the end of the session, is printed.
  ///   - withBells: Whether strokes of bells are printed.
  func tell(
    _ change: SessionChange, _ news: SessionNews, announcing: Bool = true, withBells: Bool = true
  ) {
    if let fault = fault(of: change), !repeatsDamage(change) {
      if fault.isWarning { output.warn(fault.text) } else { output.say(fault.text) }
    }
    if withBells { bell(change) }
    let answers = PlanAnswer.lines(about: change, wording: wording)
    for line in answers { output.say(line) }
    guard !news.properties.contains(.phase) else { return phaseChanged(change, news, announcing) }
    if news.properties.contains(.volume) { volume() }
    if news.properties.contains(.level) { level() }
    let selected = change.changes.filter { $0.from.isInSession != $0.to.isInSession }
    if !selected.isEmpty {
      let drawn = Set(news.rows.map { $0.song.index })
      changes(
        news.rows.filter { !$0.isCurrent }.map(\.row),
        others: selected.count { !drawn.contains($0.song) })
    }
    if !selected.isEmpty || news.properties.contains(.arrangement) {
      if let text = OrderText.text(of: change, in: session) {
        output.say(text)
      } else if selected.isEmpty {
        order(change.before.arrangement, change.after.arrangement)
      }
    }
    guard session.phase == .listening, announcing else { return }
    if news.properties.contains(.segment) {
      begin(news, change)
    } else if news.isOfTransport, answers.isEmpty {
      transport(change)
    }
  }

  /// Prints the song or the silence that begins.
  private func begin(_ news: SessionNews, _ change: SessionChange) {
    if news.properties.contains(.settling) { output.say("The session begins.") }
    // It would be outdated when it is read.
    guard !output.isAway else { return isBehind = true }
    if let song = news.current {
      current(song.row)
    } else if session.state.isSilent {
      if news.properties.contains(.settling) { silence() } else { musicEnded() }
    }
  }

  /// Prints that the session is paused, goes on, or is at another position.
  private func transport(_ change: SessionChange) {
    guard !output.isAway else { return isBehind = true }
    guard isPlain, let text = TransportText.text(of: change, wording) else { return current() }
    // A lost device has been reported already.
    if change.after.pauseCause?.reason == nil { output.say(text) }
  }

  private func phaseChanged(
    _ change: SessionChange, _ news: SessionNews, _ announcing: Bool
  ) {
    switch change.after.phase {
    case .finished:
      guard announcing else { return }
      summary()
      if let today = controller.practice?.todayText(wording: wording) { output.say(today) }
      hintAfterEnd()
    case .listening:
      damagedSongs = []
      started(isResumed: change.resumes, with: news.current?.row)
    case .picking where client.awaitsPage: break
    case .picking:
      if isPlain, change.before.phase == .listening { summary() }
      if isPlain, client.screen == .songs { total() } else { picking() }
    }
  }

  private func fault(of change: SessionChange) -> FaultText? {
    let song = change.before.current.map { ($0 + 1, session.songs[$0].title) }
    return FaultText(change, song: song, wording: wording)
  }

  /// Whether damage of the same song was printed in this session.
  private func repeatsDamage(_ change: SessionChange) -> Bool {
    guard case .engine(let event) = change.cause, case .damaged = event.kind,
      let song = change.before.current
    else { return false }
    return !damagedSongs.insert(session.songs[song].id).inserted
  }

  /// Prints the order of the list, or the order in which songs play.
  private func order(_ before: Arrangement, _ after: Arrangement) {
    let isInOrder = before.playing == .asListed && after.playing == .asListed
    let isSorted = before.sort != after.sort || isInOrder
    if isSorted {
      if isPlain { output.say(after.sortText) }
      list(controller.currentListing(for: client))
    }
    if before.playing != after.playing || !isSorted { playingOrder() }
  }

  private func playingOrder() { output.say(session.state.arrangement.text) }
}
