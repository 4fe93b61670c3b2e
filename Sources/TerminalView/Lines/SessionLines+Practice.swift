import Practice
import SessionControl

/// The lines about the practice, and of all screens that are listings.
extension SessionLines {
  /// Prints `listing`.
  func show(_ listing: some Listing) {
    let lines = ListingText.lines(of: listing, rendering: output.rendering, width: output.width)
    let notes = lines.count - listing.notes.count
    output.say(lines[0].text, as: lines[0].style)
    inPages(notes - 1, of: nil) { screen, part in
      let end = part.upperBound + 1
      for line in lines[part.lowerBound + 1..<(end == notes ? lines.count : end)] {
        screen.output.say(line.text, as: line.style)
      }
    }
  }

  func home(_ page: HomePage) { show(HomeListing(page, wording: wording)) }

  func journal(_ page: JournalPage) {
    show(JournalListing(page, wording: wording))
    if client.hasPages, rest == nil, let rows = page.nextRows { keep(nil, line: "journal \(rows)") }
  }

  func sets(_ page: SetsPage) { show(SetsListing(page, wording: wording)) }

  func settings(_ settings: [SettingState]) {
    show(SettingsListing(settings, wording: wording))
  }

  /// Prints a change of the practice.
  func tell(_ news: PracticeNews) {
    let text = news.text(asOf: clock.now(), wording: wording)
    if news.style == .warning { output.warn(text) } else { output.say(text, as: news.style) }
  }
}
