import SystemPackage

/// The links of an Ogg chain: consecutive streams in one file, as made by stations and by `cat`.
/// libsndfile reads only the first. Source: RFC 3533, section 4: each begins with a marked page.
enum OggLinks {
  /// A file has more links only if it was made to.
  private static let most = 4096

  /// The links in `range` of `file`, in order; one if it is no chain.
  ///
  /// All pages are read only if the last one belongs to another stream than the first, or if page
  /// numbers have gaps.
  ///
  /// - Parameter isThorough: False to compare only the first and the last page.
  static func ranges(
    in file: SongFile, _ range: Range<Int64>, isThorough: Bool
  ) -> [Range<Int64>] {
    guard isChain(file, range, isThorough) else { return [range] }
    let pages = OggPages(file, from: range.lowerBound, to: range.upperBound)
    var starts: [Int64] = []
    // Streams that begin together are one link, such as sound and pictures.
    var wasFirst = false
    while starts.count < most, pages.find() {
      if pages.beginsStream, !wasFirst { starts.append(pages.start) }
      wasFirst = pages.beginsStream
    }
    guard starts.count > 1 else { return [range] }
    return zip(starts, starts.dropFirst() + [range.upperBound]).map { $0..<$1 }
  }

  private static func isChain(
    _ file: SongFile, _ range: Range<Int64>, _ isThorough: Bool
  ) -> Bool {
    let first = OggPages(file, from: range.lowerBound, to: range.upperBound)
    guard first.find() else { return false }
    // The last page of a truncated file is incomplete.
    let last = OggEnd.page(of: file, in: range)
    if let last, last.stream != first.stream { return true }
    guard isThorough else { return false }
    // Joined copies of one stream have the same serial number.
    let stream = first.stream
    var latest = first.sequence
    let step = Int64(range.count) / 8
    guard step > 65_307 / 4 else {
      while first.find() { if first.beginsStream, first.stream == stream { return true } }
      return false
    }
    for part in 1..<8 {
      let pages = OggPages(
        file, from: range.lowerBound + step * Int64(part), to: range.upperBound)
      guard pages.find() else { continue }
      if pages.sequence < latest || pages.stream != stream { return true }
      latest = pages.sequence
    }
    return last.map { $0.sequence < latest } ?? false
  }
}
