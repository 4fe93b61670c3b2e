/// A line under construction, which keeps its bounds: letters in all, marks on each.
struct CleanLine {
  private let maximumLength: Int
  private let maximumMarkCount: Int
  private var scalars = String.UnicodeScalarView()
  private var length = 0
  private var markCount = 0
  private var spaceIsDue = false
  /// Whether a letter found no place.
  private(set) var isFull = false

  init(maximumLength: Int, maximumMarkCount: Int) {
    self.maximumLength = maximumLength
    self.maximumMarkCount = maximumMarkCount
  }

  mutating func append(letter: Unicode.Scalar) {
    guard length + (spaceIsDue ? 1 : 0) < maximumLength else {
      isFull = true
      return
    }
    if spaceIsDue {
      dropMarks(where: Self.isJoiner)
      append(" ")
    }
    append(letter)
    spaceIsDue = false
  }

  /// A mark with nothing under it would sit on what is printed before this text.
  mutating func append(mark: Unicode.Scalar) {
    guard length > 0, !spaceIsDue, markCount < maximumMarkCount else { return }
    scalars.append(mark)
    markCount += 1
  }

  /// White space counts when a letter follows it.
  mutating func appendSpace() {
    spaceIsDue = length > 0
  }

  /// The line; a full one gives its last letter for an ellipsis.
  consuming func finished() -> String {
    if isFull {
      dropMarks { _ in true }
      scalars.removeLast()
      while scalars.last == " " { scalars.removeLast() }
      scalars.append("…")
    }
    // A joiner with nothing after it would join what is printed next.
    dropMarks(where: Self.isJoiner)
    return String(scalars)
  }

  private mutating func append(_ letter: Unicode.Scalar) {
    scalars.append(letter)
    length += 1
    markCount = 0
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  private mutating func dropMarks(where isUnwanted: (Unicode.Scalar) -> Bool) {
    while markCount > 0, let last = scalars.last, isUnwanted(last) {
      scalars.removeLast()
      markCount -= 1
    }
  }
}
