/// The edit distance between two words.
enum EditDistance {
  /// The number of insertions, deletions, replacements and swaps of neighbouring letters that turn
  /// one word into the other.
  ///
  /// The cost is the product of the two lengths; callers keep the words short.
  ///
  /// Source: F. Damerau, "A technique for computer detection and correction of spelling errors",
  /// CACM 7 (1964); this is the "optimal string alignment" variant, in which no letter moves twice.
  static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = Array(0...right.count)
    var last = beforeLast
    var current = beforeLast
    for row in left.indices {
      current[0] = row + 1
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current[column + 1] = best
      }
      // Reuses the oldest row, so that no row is allocated twice.
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[right.count]
  }
}
