import MeditationControl
import MeditationScreens
import MeditationText

/// The list that is printed a page at a time, of whole entries: `more` prints the next page.
@MainActor final class Pages {
  /// A list that is not printed to its end yet.
  struct Rest {
    var shown = 0
    let count: Int
    /// A word for an entry, such as "song", if each takes one row.
    var noun: String?
    /// The rows of the screen that each entry takes, unless that is one.
    var rows: [Int]?
    let print: (Range<Int>) -> Void
  }

  private let client: Client
  private let output: any LineOutput
  /// The latest list, as far as it is not printed yet; `nil` if all of it is.
  private var rest: Rest?
  /// True if the latest line printed a page of a long list, and others are left.
  private var isInList = false
  /// The line that `more` stands for instead; `nil` if it stands for none.
  private(set) var nextLine: String?

  /// Creates pages as long as the screen of `client`.
  init(for client: Client, output: any LineOutput) {
    self.client = client
    self.output = output
  }

  var hasMore: Bool { rest != nil }

  /// Prints a list of `count` entries that take a row each by `print`, a long one a page at a time.
  func begin(_ count: Int, of noun: String, _ print: @escaping (Range<Int>) -> Void) {
    begin(Rest(count: count, noun: noun, print: print), rowCount: count)
  }

  /// Prints entries of one or several lines, many of them a page at a time.
  func begin(_ entries: [[(text: String, style: RowStyle)]]) {
    let rows = entries.map { lines in
      lines.reduce(0) { $0 + WrappedText.rows(of: $1.text, width: output.width).count }
    }
    let rest = Rest(count: entries.count, rows: rows) { [output] page in
      for line in entries[page].joined() { output.print(line.text, as: line.style) }
    }
    begin(rest, rowCount: rows.reduce(0, +))
  }

  private func begin(_ list: Rest, rowCount: Int) {
    rest = list
    // A list that fits on two screens of songs is shown at once.
    let most = max(height, 2 * client.screenful())
    _ = printNext(isWhole: !client.isInteractive || rowCount <= most)
  }

  /// The rows of a page, without the one that says how to go on.
  private var height: Int { output.height.map { max(1, $0 - 1) } ?? client.screenful() }

  /// Prints the next page of the latest list, or all that is left. True if there was one.
  func printNext(isWhole: Bool = false) -> Bool {
    guard var rest else { return false }
    var end = isWhole ? rest.count : min(rest.shown + max(1, client.screenful()), rest.count)
    if !isWhole, let rows = rest.rows {
      end = rest.shown + 1
      var left = height - rows[rest.shown]
      while end < rest.count, rows[end] <= left {
        left -= rows[end]
        end += 1
      }
    }
    rest.print(rest.shown..<end)
    rest.shown = end
    keep(end < rest.count ? rest : nil)
    guard end < rest.count else { return true }
    isInList = true
    let shown = rest.noun.map { "\(end) of \(counted(rest.count, $0)) shown; " } ?? ""
    output.print("\(shown)'more' shows the next page.", as: .muted)
    return true
  }

  /// Keeps the rest of a list for `more`, or the line that prints it, in place of an earlier one.
  func keep(_ rest: Rest?, line: String? = nil) {
    (self.rest, isInList, nextLine) = (rest, false, line)
  }

  /// Notes that another line was typed. What is left of the list stays.
  func leave() { isInList = false }

  /// Forgets the rest of the list that the latest line printed; false if there was none.
  func end() -> Bool {
    guard isInList else { return false }
    keep(nil)
    return true
  }
}
