package import SessionControl

/// Formats a listing: in columns, or to be read aloud.
package enum ListingText {
  /// The lines of `listing`, with their meanings.
  ///
  /// - Parameter width: The width of a row in the live rendering; `nil` is unlimited. Remarks and
  ///   notes can be wider.
  package static func lines(
    of listing: some Listing, rendering: Rendering, width: Int?
  ) -> [(text: String, style: RowStyle)] {
    let rows =
      switch rendering {
      case .plain: listing.rows.map { (PlainRow.line($0), $0.style) }
      case .live: columns(listing.rows, width: width)
      }
    return [(listing.heading, .heading)] + rows + listing.notes.map { ($0.title, $0.style) }
  }

  private static func columns(
    _ rows: [some Row], width: Int?
  ) -> [(text: String, style: RowStyle)] {
    let last = rows.lazy.compactMap(\.number).max() ?? 0
    let layout = RowLayout(
      lastNumber: last, rows: rows, width: width, widestText: .max, sparesMarkers: true)
    return rows.flatMap { row in
      [(layout.line(row), row.style)] + (layout.remark(row).map { [($0, .muted)] } ?? [])
    }
  }
}
