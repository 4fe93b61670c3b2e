import MeditationPractice
import MeditationScreens
import MeditationText

/// Formats a listing: in columns, or to be read aloud.
package enum ListingText {
  /// The lines of a row, with their meanings.
  package typealias Entry = [(text: String, style: RowStyle)]

  /// The lines of `listing`: of its heading, of each row and of each note. A live row has `width`
  /// cells, unlimited if that is `nil`; remarks and notes can be wider.
  package static func entries(of listing: Listing, rendering: Rendering, width: Int?) -> [Entry] {
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
      RowLayout(lastNumber: last, rows: rows, width: width, widestText: .max, sparesMarkers: true)
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
