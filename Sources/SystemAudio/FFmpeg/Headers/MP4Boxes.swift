/// The boxes in a piece of an MP4 file: their types and contents.
///
/// Source: ISO 14496-12, section 4.2.
struct MP4Boxes: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next box; `nil` at the end, or where the size makes no sense.
  mutating func next() -> (type: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
    guard rest.count >= 8 else { return nil }
    var size = rest.number(0, 4)
    var header = 8
    if size == 1, rest.count >= 16 { (size, header) = (rest.number(8, 8), 16) }
    if size == 0 { size = rest.count }
    guard (header...rest.count).contains(size) else { return nil }
    let box = rest.prefix(size)
    rest = rest.dropFirst(size)
    return (box.dropFirst(4).prefix(4), box.dropFirst(header))
  }

  /// The contents of the first box at a path of types.
  func first(_ path: String...) -> ArraySlice<UInt8>? {
    var found: ArraySlice<UInt8>?
    var boxes = self
    for type in path {
      guard let content = boxes.first(where: { $0.type.elementsEqual(type.utf8) })?.content else {
        return nil
      }
      found = content
      boxes = MP4Boxes(content)
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// The big-endian number of `count` bytes at `offset`; 0 where there are fewer, and a huge one
  /// where it has no room.
  func number(_ offset: Int, _ count: Int) -> Int {
    let bytes = dropFirst(offset).prefix(count)
    guard bytes.count == count else { return 0 }
    return Int(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
