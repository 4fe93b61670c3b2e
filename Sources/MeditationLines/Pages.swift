import MeditationControl
import MeditationScreens
import MeditationText

/// The list that is printed a page at a time: `more` prints the next page.
@MainActor final class Pages {
  /// A list that is not printed to its end yet.
  struct Rest {
    var shown = 0
    let count: Int
    /// A word for a row, such as "song"; `nil` if some rows take several lines.
    var noun: String?
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

  /// Prints a list of `count` rows by `print`, a long one a page at a time.
  func begin(_ count: Int, of noun: String?, _ print: @escaping (Range<Int>) -> Void) {
    rest = Rest(count: count, noun: noun, print: print)
    // A list that fits on two screens is shown at once.
    _ = printNext(isWhole: !client.isInteractive || count <= 2 * client.screenful())
  }

  /// Prints the next page of the latest list, or all that is left. True if there was one.
  func printNext(isWhole: Bool = false) -> Bool {
    guard var rest else { return false }
    let length = isWhole ? rest.count : max(1, client.screenful())
    let end = min(rest.shown + length, rest.count)
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
