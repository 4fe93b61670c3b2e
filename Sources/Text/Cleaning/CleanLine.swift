/// Builds a line with a bounded number of letters, and of marks on each letter.
struct CleanLine {
  private let maximumLength: Int
  private let maximumMarkCount: Int
  private var scalars = String.UnicodeScalarView()
  private var length = 0
  private var markCount = 0
  private var spaceIsDue = false
  /// Whether a letter was dropped because the line is full.
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

  /// Appends `mark`, unless it has no base: it would then combine with whatever is printed before
  /// this text.
  mutating func append(mark: Unicode.Scalar) {
    guard length > 0, !spaceIsDue, markCount < maximumMarkCount else { return }
    scalars.append(mark)
    markCount += 1
  }

  /// Appends a space before the next letter, if there is one.
  mutating func appendSpace() {
    spaceIsDue = length > 0
  }

  /// The finished line; if letters were dropped, the last one is replaced by an ellipsis.
  consuming func finished() -> String {
    if isFull {
      dropMarks { _ in true }
      scalars.removeLast()
      while scalars.last == " " { scalars.removeLast() }
      scalars.append("…")
    }
    // A trailing joiner would join whatever is printed next.
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
