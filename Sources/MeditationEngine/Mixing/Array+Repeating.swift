extension Array where Element: BitwiseCopyable {
  /// Appends `count` times `element`, in blocks that fit on the stack.
  ///
  /// `append(contentsOf: repeatElement(…))` goes element by element through an iterator, which in a
  /// debug build takes longer than the rest of the engine.
  mutating func append(repeating element: Element, count: Int) {
    withUnsafeTemporaryAllocation(of: Element.self, capacity: 128) { block in
      block.initialize(repeating: element)
      for start in stride(from: 0, to: count, by: block.count) {
        append(contentsOf: UnsafeBufferPointer(rebasing: block.prefix(count - start)))
      }
    }
  }
}
