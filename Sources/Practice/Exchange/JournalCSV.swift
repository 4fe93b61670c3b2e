import Text

/// Writes sits as comma-separated text, which `JournalImport` reads again.
public enum JournalCSV {
  static let columns = [
    "Started", "Planned", "Sat", "End", "Set", "Plan", "Songs", "Note", "Marks",
  ]

  /// The text of `sits`, in their order, below a line with the names of the columns. Times are in
  /// whole seconds. Cells that a spreadsheet would take for a formula begin with an apostrophe.
  ///
  /// - Parameter isForTerminal: Whether each line break becomes a blank, and each other character
  ///   that could control a terminal `�`.
  public static func text(of sits: some Sequence<Sit>, isForTerminal: Bool = false) -> String {
    var text = CSVWriter.record(columns)
    for sit in sits {
      let cells = cells(of: sit).map(FormulaGuard.guarded)
      text += CSVWriter.record(isForTerminal ? cells.map(harmless) : cells)
    }
    return text
  }

  private static func harmless(_ cell: String) -> String {
    Echo.cleaned(
      cell.replacing("\r\n", with: " ").unicodeScalars.map {
        TerminalEffect(of: $0) == .move ? " " : $0
      })
  }

  private static func cells(of sit: Sit) -> [String] {
    [
      ISOMoment.text(sit.began), sit.planned.map(ClockTime.text) ?? "", ClockTime.text(sit.sat),
      sit.end?.rawValue ?? "", sit.set ?? "", sit.plan, TitleList.text(sit.heard), sit.note,
      sit.marks.words.joined(separator: " "),
    ]
  }
}
