import SystemPackage

/// The intact pages of one stream of an Ogg file before an offset.
struct OggRecentPages {
  /// What precedes a page.
  enum Predecessor: Equatable {
    /// The page before it.
    case page
    /// A hole that begins at this position of the stream.
    case hole(Int64)
  }

  private struct Page {
    var sequence: Int
    /// Where it ends in the stream; -1 where no packet ends on it, or where it claims millennia.
    var position: Int64
  }

  private var pages: [Page] = []

  /// Reads the last `length` bytes of `file` before the offset `end`.
  init(of file: FileDescriptor, stream: Int32, before end: Int64, length: Int64) {
    let source = OggPages(file, from: max(end - length, 0))
    while source.find(), source.end <= end {
      guard source.stream == stream else { continue }
      let position = source.position < 1 << 52 ? source.position : -1
      pages.append(Page(sequence: source.sequence, position: position))
    }
  }

  /// The position in the stream at which the last page ends.
  var lastPosition: Int64? { pages.last { $0.position >= 0 }?.position }

  /// The positions at which pages are missing.
  var holes: [Int64] {
    pages.indices.dropFirst().compactMap { index in
      guard pages[index].sequence != pages[index - 1].sequence + 1 else { return nil }
      return pages[..<index].last { $0.position >= 0 }?.position
    }
  }

  /// What precedes the page with the sound at `position`; `nil` where that cannot be seen here.
  func predecessor(at position: Int64) -> Predecessor? {
    guard let index = pages.firstIndex(where: { $0.position >= position }),
      let previous = pages[..<index].lastIndex(where: { $0.position >= 0 })
    else { return nil }
    let isWhole = pages[index].sequence - pages[previous].sequence == index - previous
    return isWhole ? .page : .hole(pages[previous].position)
  }
}
