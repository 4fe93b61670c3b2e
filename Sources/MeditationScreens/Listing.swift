/// The answer to a command such as `journal` or `plan`: rows under a heading, then sentences.
package struct Listing: Equatable, Sendable {
  package let heading: String
  package let rows: [Row]
  /// Notes on the rows, and hints at what to type.
  package let notes: [Row]
  /// True if rows that are too wide are wrapped, not shortened, because each value counts.
  package let wrapsRows: Bool

  package init(heading: String, rows: [Row], notes: [Row] = [], wrapsRows: Bool = false) {
    (self.heading, self.rows, self.notes) = (heading, rows, notes)
    self.wrapsRows = wrapsRows
  }
}
