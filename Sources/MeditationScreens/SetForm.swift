import MeditationPlan
import MeditationPractice
import MeditationText

/// A set to be read: its plan as a timeline, and its songs.
package struct SetForm: Hashable, Sendable {
  package var set: SetSummary
  package var plan: Plan
  /// In playing order, missing ones included.
  package var songs: [SetSong]

  package init(_ set: SetSummary, plan: Plan, songs: [SetSong]) {
    self.set = set
    self.plan = plan
    self.songs = songs
  }

  /// When what happens, before the session is begun.
  fileprivate func timeline(_ wording: Wording) -> [Row] {
    outlook.rows(wording).map { row in
      var row = row
      row.detail = ""
      return row
    }
  }

  private var outlook: PlanOutlook { PlanOutlook(of: plan, lengths: songs.map(\.length)) }

  private func planNotes(_ wording: Wording) -> [PlanNote] {
    plan.isEmpty ? [] : PlanNotes(outlook: outlook, wording: wording).all
  }

  package func notes(_ wording: Wording) -> [String] { planNotes(wording).map(\.text) }

  package var differsFromPlan: Bool { planNotes(.screen).contains(where: \.differs) }

  /// "3 songs, 1:26", "No songs".
  fileprivate func songsHeading(_ wording: Wording) -> String {
    songs.isEmpty ? "No songs" : set.songs(wording)
  }
}

// MARK: - As listings

extension Listing {
  /// The first part of `sets show`: the plan of a set, without the commands that change it.
  package init(planOf form: SetForm, wording: Wording) {
    self.init(
      heading: form.plan.text, rows: form.timeline(wording),
      notes: form.notes(wording).map { Row($0, as: .warning) }, wrapsRows: true)
  }

  /// The second part of `sets show`: the songs of a set.
  package init(songsOf form: SetForm, wording: Wording) {
    self.init(
      heading: form.songsHeading(wording),
      rows: form.songs.enumerated().map { Row($1, number: $0 + 1, wording: wording) })
  }
}

extension Row {
  /// Creates the row of `song`, number `number` of a set, from 1: its title, artist and length.
  fileprivate init(_ song: SetSong, number: Int, wording: Wording) {
    let isBy = wording.isAloud && !song.artist.isEmpty
    self.init(
      isBy ? "\(song.title) by \(song.artist)" : song.title, isBy ? "" : song.artist)
    self.number = number
    detail =
      song.length?.text(wording) ?? (wording.isAloud ? "unknown length" : TimeText.unknown)
  }
}

// MARK: - As Markdown

extension SetForm {
  /// The form in Markdown, to be printed and pinned to a wall.
  ///
  /// Sources: CommonMark 0.31.2; GitHub Flavored Markdown, "Tables (extension)".
  package var markdown: String {
    let timeline = timeline(.screen)
    let songRows = Listing(songsOf: self, wording: .screen).rows.map { row in
      [row.number.map(String.init) ?? "", row.title, row.message, row.detail]
    }
    let lines = plan.guideLines(end: outlook.end).map { [$0.time.text(.screen), $0.line.printed] }
    let sections = [
      ["# " + MarkdownText.escaped(set.name.text)],
      // Code that is indented shows each character as it is.
      plan.isEmpty ? [] : ["    " + PlanText.line(of: plan).harmless],
      MarkdownText.table(
        ["Time", "What happens"], timeline.map { [$0.title, $0.message] },
        boldRows: Set(timeline.indices.filter { timeline[$0].style == .heading })),
      notes(.screen).map { "- " + MarkdownText.escaped($0) },
      lines.isEmpty ? [] : ["## Guide"],
      lines.isEmpty ? [] : MarkdownText.table(["Time", "Line"], lines),
      ["## " + MarkdownText.escaped(songsHeading(.screen))],
      songs.isEmpty ? [] : MarkdownText.table(["No.", "Title", "Artist", "Length"], songRows),
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }
}
