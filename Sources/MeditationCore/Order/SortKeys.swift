import Text

/// The keys that sort texts in natural order: case and accents are ignored, and `2` comes before
/// `10`.
///
/// All keys are in one buffer, and the first bytes of each are stored with its position, so that
/// sorting 100,000 of them follows few pointers.
struct SortKeys {
  private struct Key {
    let head: UInt64
    let bytes: Range<Int>
    let place: Int
  }

  private var buffer: [UInt8] = []
  private var keys: [Key] = []

  init(_ texts: some Collection<String>) {
    keys.reserveCapacity(texts.count)
    for (place, text) in texts.enumerated() {
      let start = buffer.count
      NaturalText.append(FoldedText.bytes(of: text), to: &buffer)
      let head = buffer[start...].prefix(8).enumerated().reduce(UInt64(0)) {
        $0 | UInt64($1.element) << (56 - 8 * UInt64($1.offset))
      }
      keys.append(Key(head: head, bytes: start..<buffer.count, place: place))
    }
  }

  /// The indices of the texts in sorted order. The sort is stable; empty texts come last.
  ///
  /// - Parameter descending: Whether the last text comes first.
  func sortedPlaces(descending: Bool = false) -> [Int] {
    buffer.withUnsafeBufferPointer { buffer in
      keys.sorted { left, right in
        if left.bytes.isEmpty != right.bytes.isEmpty { return right.bytes.isEmpty }
        if left.head != right.head { return (left.head < right.head) != descending }
        let (leftRest, rightRest) = (buffer[left.bytes], buffer[right.bytes])
        if leftRest.lexicographicallyPrecedes(rightRest) { return !descending }
        if rightRest.lexicographicallyPrecedes(leftRest) { return descending }
        return left.place < right.place
      }.map(\.place)
    }
  }
}
