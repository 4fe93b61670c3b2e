import MeditationCore
import SessionControl

/// What a view prints of the notices of the controller.
extension LineView {
  func hear(_ notice: Notice) {
    switch notice {
    case .settled(let change):
      let news = lines.takeNews()
      guard change.outcome == .changed || change.isEvent else { return }
      // The status shows all else that a key changes.
      guard activity != .key || news.isBeginning else { return }
      // A load prints as one list, or as the session that begins.
      if case .action(.load) = change.cause { return }
      lines.tell(
        change, news, announcing: activity != .none || announces(news, of: change),
        withBells: announcement == .all)
    case .reading(let progress): return output.show(reading: progress)
    case .readingFinished: tellArrivals()
    case .practice(let news):
      guard activity != .none || announcement != .none || news.style == .warning else { return }
      lines.tell(news)
    }
    if activity == .none { output.prompt() }
  }

  /// Whether the song or the silence that begins, or the end, is printed. A single song that repeats
  /// is printed once.
  private func announces(_ news: SessionNews, of change: SessionChange) -> Bool {
    switch announcement {
    case .all: news.isBeginning || !change.isCrossing
    case .songs: news.isBeginning
    case .none: false
    }
  }

  /// Prints the length of the completed list, unless it was complete from the start.
  private func tellArrivals() {
    output.show(reading: nil)
    let count = controller.session.songs.count
    guard count > firstCount, announcement == .all else { return }
    output.say("The list is complete: \(count) songs; 'list all' shows them.")
    tellSkipped()
  }

  func tellSkipped() {
    let notes = controller.skipped.count { $0.isNote }
    let count = controller.skipped.count - notes
    if count > 0 {
      output.warn("\(counted(count, "file")) left out; type 'skipped' to see why.")
    } else if notes > 0 {
      let them = notes == 1 ? "it" : "them"
      output.warn("\(counted(notes, "note")) about playlists; type 'skipped' to read \(them).")
    }
  }
}
