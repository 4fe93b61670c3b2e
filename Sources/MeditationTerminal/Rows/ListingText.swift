import Glibc
import MeditationPractice
import MeditationScreens
import MeditationText

/// Formats a listing: in columns, or to be read aloud.
package enum ListingText {
  /// The lines of a row, with their meanings.
  package typealias Entry = [(text: String, style: RowStyle)]

  /// The lines of `listing`: of its heading, of each row and of each note.
  ///
  /// - Parameter width: The width of a row in the live rendering; `nil` is unlimited. Remarks and
  ///   notes can be wider.
  package static func entries(
    of listing: Listing, rendering: Rendering, width: Int?
  ) -> [Entry] {
    let rows: [Entry] =
      switch rendering {
      case .plain: listing.rows.map { [(PlainRow.line($0), $0.style)] }
      case .live: columns(listing.rows, width: width, wraps: listing.wrapsRows)
      }
    return [[(listing.heading, .heading)]] + rows + listing.notes.map { [($0.title, $0.style)] }
  }

  /// The lines of a set: its name, its plan, its songs.
  package static func entries(
    of form: SetForm, wording: Wording, rendering: Rendering, width: Int?
  ) -> [Entry] {
    [[(form.set.name.text, .heading)]]
      + entries(of: Listing(planOf: form, wording: wording), rendering: rendering, width: width)
      + entries(of: Listing(songsOf: form, wording: wording), rendering: rendering, width: width)
  }

  private static func columns(_ rows: [Row], width: Int?, wraps: Bool) -> [Entry] {
    let last = rows.lazy.compactMap(\.number).max() ?? 0
    func layout(_ rows: [Row]) -> RowLayout {
      RowLayout(
        lastNumber: last, rows: rows, width: width, widestText: .max, sparesMarkers: true)
    }
    // A row that is too wide by itself takes no room from the others.
    let layout = layout(wraps ? rows.filter { !layout([$0]).shortens($0) } : rows)
    return rows.map { row in
      let lines =
        wraps && layout.shortens(row)
        ? WrappedText.rows(of: layout.wholeLine(row), width: width, indent: wrappedIndent)
        : [layout.line(row)]
      return lines.map { ($0, row.style) } + (layout.remark(row).map { [($0, .muted)] } ?? [])
    }
  }

  /// The blanks before the further lines of a row.
  private static let wrappedIndent = 5
}

/// Where a command prints listings and exits: a terminal, or a pipe.
package struct ListingOutput {
  /// In a pipe, the rows are in words.
  package let rendering: Rendering
  /// The width of the terminal; `nil` in a pipe.
  private let width: Int?
  private let paint: Paint
  /// `nil` in a pipe, whose lines are in UTF-8.
  private let glyphs: Glyphs?

  /// The output on `descriptor`.
  ///
  /// - Parameter plain: True to write rows in words on a terminal as well.
  package init(
    descriptor: Int32, plain: Bool, color: ColorOption, environment: [String: String]
  ) {
    let isTerminal = isatty(descriptor) == 1
    glyphs = isTerminal ? Glyphs.choose(environment: environment) : nil
    rendering = isTerminal && !plain && environment["TERM"] != "dumb" ? .live : .plain
    width = isTerminal ? TerminalSize.now(of: descriptor).columns : nil
    paint = Paint(
      isOn: ColorPolicy.usesColor(
        option: color, environment: environment, isTerminal: rendering == .live))
  }

  /// How texts are worded: those that are read aloud have `times`.
  package func wording(_ times: Wording.Times) -> Wording {
    rendering == .plain ? .aloud(times) : .screen
  }

  package func lines(of listing: Listing) -> [String] {
    painted(ListingText.entries(of: listing, rendering: rendering, width: width))
  }

  package func lines(of form: SetForm, wording: Wording) -> [String] {
    painted(
      ListingText.entries(of: form, wording: wording, rendering: rendering, width: width))
  }

  private func painted(_ entries: [ListingText.Entry]) -> [String] {
    entries.joined().flatMap { text, style in
      WrappedText.rows(of: glyphs?.shown(text) ?? text, width: width).map { paint($0, as: style) }
    }
  }
}
