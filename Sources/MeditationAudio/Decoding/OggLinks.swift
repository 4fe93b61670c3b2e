import SystemPackage

/// The links of an Ogg chain: streams that follow each other in one file, as stations and `cat` make
/// them. libsndfile reads the first one only.
///
/// Source: RFC 3533, section 4: each begins with a page that says so.
enum OggLinks {
  /// A file has more links only if it was made to.
  private static let most = 4096
  /// Of the header of a page, without the lengths in it. Source: RFC 3533, section 6.
  private static let headerLength = 27

  fileprivate struct Page {
    var offset: Int64
    var isFirst: Bool
    var stream: Int
    var sequence: Int
    var end: Int64
  }

  /// The links in `range` of `file`, in their order; one where it is no chain. Does not move the file
  /// position.
  ///
  /// Every page is looked at only if the last one belongs to another stream than the first, or pages
  /// on the way do not count on.
  ///
  /// - Parameter isThorough: False if only the first and the last page are compared.
  static func ranges(
    in file: FileDescriptor, _ range: Range<Int64>, isThorough: Bool
  ) -> [Range<Int64>] {
    guard isChain(file, range, isThorough) else { return [range] }
    var starts: [Int64] = []
    var place = range.lowerBound
    // Streams that begin together are one link, with sound and something else.
    var wasFirst = false
    while let page = page(in: file, at: place, range) {
      if page.isFirst, !wasFirst { starts.append(page.offset) }
      wasFirst = page.isFirst
      place = page.end
      guard starts.count < most else { break }
    }
    guard starts.count > 1 else { return [range] }
    let ends = starts.dropFirst() + [range.upperBound]
    return zip(starts, ends).map { $0..<$1 }
  }

  private static func isChain(
    _ file: FileDescriptor, _ range: Range<Int64>, _ isThorough: Bool
  ) -> Bool {
    guard let first = page(in: file, at: range.lowerBound, range) else { return false }
    // The last page of a file that is cut off is incomplete.
    let last = OggEnd.page(of: file, in: range)
    if let last, Int(UInt32(bitPattern: last.stream)) != first.stream { return true }
    guard isThorough else { return false }
    // Joined copies of one stream have the same number.
    var latest = first.sequence
    let step = Int64(range.count) / 8
    guard step > 65_307 / 4 else { return hasSecondBeginning(file, range, behind: first) }
    for part in 1..<8 {
      guard let page = find(in: file, from: range.lowerBound + step * Int64(part), range) else {
        continue
      }
      if page.sequence < latest || page.stream != first.stream { return true }
      latest = page.sequence
    }
    return last.map { $0.sequence < latest } ?? false
  }

  /// Looks at each page, in a short file.
  private static func hasSecondBeginning(
    _ file: FileDescriptor, _ range: Range<Int64>, behind first: Page
  ) -> Bool {
    var place = first.end
    while let page = page(in: file, at: place, range) {
      if page.isFirst, page.stream == first.stream { return true }
      place = page.end
    }
    return false
  }

  /// The page at `offset`, or the next one where something else is there.
  private static func page(
    in file: FileDescriptor, at offset: Int64, _ range: Range<Int64>
  ) -> Page? {
    let bytes = FileBytes.read(file, at: offset, count: headerLength + 255)
    return Page(bytes[...], at: offset, range) ?? find(in: file, from: offset + 1, range)
  }

  /// The first page from `offset` on.
  private static func find(
    in file: FileDescriptor, from offset: Int64, _ range: Range<Int64>
  ) -> Page? {
    var offset = offset
    while offset < range.upperBound {
      let bytes = FileBytes.read(file, at: offset, count: 64 * 1024)
      guard bytes.count > headerLength else { return nil }
      for index in bytes.indices where bytes[index] == UInt8(ascii: "O") {
        let page = Page(bytes[index...], at: offset + Int64(index), range)
        if let page, isTrue(page, file) { return page }
      }
      guard bytes.count == 64 * 1024 else { return nil }
      offset += Int64(bytes.count - headerLength - 255)
    }
    return nil
  }

  private static func isTrue(_ page: Page, _ file: FileDescriptor) -> Bool {
    OggPages(file, from: page.offset, to: page.end).advance()
  }
}

extension OggLinks.Page {
  /// - Parameter bytes: From the page at `offset` on, with all of its header.
  fileprivate init?(_ bytes: ArraySlice<UInt8>, at offset: Int64, _ range: Range<Int64>) {
    guard bytes.count >= 27, bytes.starts(with: "OggS".utf8) else { return nil }
    let header = Array(bytes.prefix(27 + 255))
    let count = Int(header[26])
    guard header.count >= 27 + count else { return nil }
    let length = 27 + count + header[27..<(27 + count)].reduce(0) { $0 + Int($1) }
    self.init(
      offset: offset, isFirst: header[5] & 2 != 0, stream: header.littleNumber(14, 4),
      sequence: header.littleNumber(18, 4), end: offset + Int64(length))
    guard end <= range.upperBound else { return nil }
  }
}
