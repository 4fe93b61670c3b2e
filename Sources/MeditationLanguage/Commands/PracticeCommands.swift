import MeditationCore
import MeditationPlan
import MeditationText

/// A command about the practice. Rows of the journal are numbered from 1.
package enum PracticeCommand: Hashable, Sendable {
  case home
  /// Shows these rows of the journal; `nil` is a screenful of the latest sits. With `listening`,
  /// music that was played without a plan is among them.
  case journal(NumberRange?, listening: Bool)
  /// Lists the months and years with what was sat.
  case totals
  /// Sets the note of the sit that goes on, or of the last one; empty text removes it.
  case note(String)
  /// Labels the sit that goes on, or the last one; an empty label removes it.
  case label(String)
  case labelled(String)
  case labelSit(Int, String)
  /// Adds a sit that was sat elsewhere.
  case addSit(PastDay, TimeOfDay, Duration, note: String)
  /// Changes when a sit that was added began, or how long it was.
  case editSit(Int, SitTimes)
  case annotate(sit: Int, String)
  case deleteSit(Int)
  /// Deletes from the journal all music that was played without a plan.
  case deleteListening
  case again
  /// Continues a sit that was left or interrupted; while listening, the same as `play`.
  case resume
  case sets
  /// Shows the plan of a set as a timeline, and its songs.
  case showSet(SetReference)
  /// Writes a set to a file, as a playlist or as a form to be read.
  case exportSet(SetReference, to: String)
  /// Writes a set with all its files to a ZIP archive.
  case bundleSet(SetReference, to: String)
  /// Unpacks such an archive, and saves its set.
  case importSet(String)
  /// Saves what is picked, with the plan, as a set; without a name, opens the name form.
  case save(name: String?)
  case load(SetReference)
  case edit(SetReference)
  case rename(SetReference, to: String)
  case delete(SetReference)
  case restore(String)
  case sit(SitTarget)
  case settings
  /// Changes a setting; the value `default` removes it from the settings file.
  case set(name: String, value: String)
}

/// New times for a sit that was added; `nil` keeps the old one.
package struct SitTimes: Hashable, Sendable {
  package var day: PastDay?
  package var begin: TimeOfDay?
  package var length: Duration?
}

package enum SetReference: Hashable, Sendable {
  case name(String)
  /// Its row in the list of sets, from 1; also a set whose name is this number.
  case number(Int)
}

package enum SitTarget: Hashable, Sendable {
  /// The picked songs, with the present plan.
  case current
  case set(SetReference)
  /// The picked songs, for this long or until this time of day.
  case length(Duration)
  case until(TimeOfDay)
}

// MARK: - The rows

extension Commands {
  package static let practicing: [Row] = [
    practice(
      "home", "Shows your sets, and what you sat this week.", .home, .anywhere,
      ["menu", "dashboard", "main"]),
    Row(
      name: "journal", arguments: "[totals|ROWS] | add …|edit N …", brief: "",
      summary: "Shows the journal; adds, edits or deletes a sit.",
      details: [
        "'add DATE TIME LENGTH NOTE' adds a sit that was sat elsewhere, such as",
        "'add yesterday 21:00 20m calm'; 'edit N DATE TIME LENGTH' changes one.",
        "'note N TEXT' and 'label N LABEL' change the note and the label of row N,",
        "'delete N' deletes it, and 'label:evening' lists the sits of a label.",
        "'totals' lists months and years; 'all' lists music without a plan, too.",
      ],
      example: "journal 20-40", uses: .anywhere,
      hints: ["history", "log", "stats", "statistics", "streak", "diary", "sessions", "sits"],
      words: JournalParser.words, prefixRank: .late,
      parse: { arguments throws(LineError) in
        .practice(try JournalParser.parse(&arguments))
      }),
    Row(
      name: "note", arguments: "TEXT",
      summary: "Keeps a note with this or the last sit; '\"\"' removes it.",
      example: "note calm, then sleepy", uses: .anywhere,
      hints: ["comment", "annotate", "remark"], prefixRank: .late,
      parse: { arguments throws(LineError) in
        .practice(
          .note(try FreeText.note(try arguments.takeText(needs: "a text, or '\"\"' for none"))))
      }),
    Row(
      name: "label", arguments: "LABEL",
      summary: "Labels this or the last sit; '\"\"' removes the label.",
      details: ["'journal label:evening' lists the sits of a label."],
      example: "label evening", uses: .anywhere, hints: ["tag", "category"], prefixRank: .last,
      parse: { arguments throws(LineError) in
        let text = try arguments.takeText(needs: "a label, or '\"\"' for none")
        guard !FreeText.beginsWithRow(text) else {
          let row = QuotedInput("journal label \(text)")
          let label = QuotedInput("label \"\(text)\"")
          throw .mistake(
            "'label' labels this or the last sit. Write \(row) for another row, or \(label).")
        }
        return .practice(.label(try FreeText.label(text)))
      }),
    Row(
      name: "goal", arguments: "[GOAL]",
      summary: "Shows how far your goal is, or sets one, or none: 'off'.",
      details: ["GOAL is minutes a day, such as 20m, '150m a week', or '5 sits' a week."],
      example: "goal 150m a week", uses: .anywhere, hints: ["target", "aim"], prefixRank: .last,
      parse: { arguments throws(LineError) in
        guard let text = arguments.takeText() else { return .practice(.totals) }
        return .practice(.set(name: "goal", value: String(text)))
      }),
    practice(
      "again", "Begins the last session anew.", .again, [.picking, .finished],
      ["restart", "replay"]),
    practice(
      "resume", "Continues the sit that was left or interrupted.", .resume, .anywhere,
      ["continue"]),
    Row(
      name: "sets", arguments: "[show | export | bundle | import] …", brief: "",
      summary: "Lists the saved sets; shows, exports or imports one.",
      details: [
        "'show SET' prints it, 'export SET FILE.md' writes it as a form to be read, and",
        "'export SET FILE.m3u8' as a playlist with the plan. 'bundle SET FILE.zip' packs",
        "it with its songs and sounds for another machine, where 'import FILE.zip'",
        "unpacks them into a new folder of the music folder. A file that exists is kept.",
        "SET can also be a playlist, with a slash: ./evening.m3u8.",
      ],
      example: "sets export Evening ~/evening.md", uses: .anywhere,
      hints: ["favorites", "favourites", "playlists", "presets", "bookmarks"],
      hintedLines: [
        "export": "sets export", "bundle": "sets bundle", "import": "sets import",
      ],
      words: SetsParser.words, prefixRank: .late,
      parse: { arguments throws(LineError) in .practice(try SetsParser.parse(&arguments)) }),
    Row(
      name: "save", arguments: "[NAME]",
      summary: "Saves picks, plan and your volume as a set.",
      example: "save Evening", uses: [.picking], hints: ["store", "keep"], prefixRank: .late,
      parse: { arguments throws(LineError) in
        guard let text = arguments.takeText() else { return .practice(.save(name: nil)) }
        // As in other programs; nobody means a set called 'as morning'.
        if text.lowercased().hasPrefix("as ") {
          throw .unexpected(QuotedInput("as"), command: "save", takes: "a name")
        }
        return .practice(.save(name: try FreeText.name(text, of: "save")))
      }),
    ofSet(
      "load", "Picks the songs of a set, with its plan and volume.", example: "load Evening", [],
      { .load($0) }),
    ofSet(
      "edit", "Picks songs for a set; 'back' saves, 'edit off' does not.",
      example: "edit Evening", ["modify"], { .edit($0) }),
    Row(
      name: "rename", arguments: "SET to NAME",
      summary: "Gives a set another name.", example: "rename Evening to Night",
      uses: [.picking], prefixRank: .late,
      parse: { arguments throws(LineError) in .practice(try RenameParser.parse(&arguments)) }),
    ofSet(
      "delete", "Deletes a set; 'restore' brings it back.", example: "delete Evening", ["erase"],
      { .delete($0) }),
    Row(
      name: "restore", arguments: "NAME", summary: "Brings back a set that was deleted.",
      example: "restore Evening", uses: [.picking], hints: ["undelete", "recover"],
      prefixRank: .last,
      parse: { arguments throws(LineError) in
        let text = try arguments.takeText(needs: "the name of a set, such as 'restore Evening'")
        return .practice(.restore(try FreeText.name(text, of: "restore")))
      }),
    Row(
      name: "sit", arguments: "[SET | LENGTH]",
      summary: "Starts a sit: a set, or what is picked for a time.",
      example: "sit 20m", uses: [.picking, .finished], hints: ["meditate"], prefixRank: .late,
      parse: { arguments throws(LineError) in .practice(.sit(try SitParser.parse(&arguments))) }),
    practice(
      "settings", "Lists the settings and where each comes from.", .settings, .anywhere,
      ["preferences", "prefs", "config", "configuration", "options", "setup"]),
    Row(
      name: "set", arguments: "NAME VALUE",
      summary: "Changes a setting; the value 'default' removes it.",
      example: "set volume 60", uses: .anywhere, prefixRank: .late,
      parse: { arguments throws(LineError) in .practice(try SetParser.parse(&arguments)) }),
  ]

  private static func practice(
    _ name: String, _ summary: String, _ command: PracticeCommand, _ uses: WordUse,
    _ hints: [String]
  ) -> Row {
    plain(name, summary, .practice(command), uses, hints, prefixRank: .late)
  }

  private static func ofSet(
    _ name: String, _ summary: String, example: String, _ hints: [String],
    _ command: @escaping @Sendable (SetReference) -> PracticeCommand
  ) -> Row {
    Row(
      name: name, arguments: "SET", summary: summary, example: example, uses: [.picking],
      hints: hints, prefixRank: .late,
      parse: { arguments throws(LineError) in
        let text = try arguments.takeText(needs: "a set, such as '\(example)'")
        return .practice(command(try SetReference(text, of: name)))
      })
  }
}
