import MeditationCore
import Text

/// The texts of all songs, folded, ready to be searched.
///
/// They lie in one buffer, in the order in which the songs were given: to look through 100,000
/// songs follows no pointers.
struct SearchIndex {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// How many songs it knows.
  var count: Int { ends.count }

  /// Adds `songs`, which come next in the order of the ids.
  @MainActor mutating func add(_ songs: ArraySlice<SongViewModel>) {
    if ends.isEmpty {
      ends.reserveCapacity(songs.count)
      bytes.reserveCapacity(64 * songs.count)
    }
    for song in songs {
      for text in [song.title, song.subtitle, song.folder] {
        FoldedText.append(text, to: &bytes)
        // No word reaches from one text into the next: words have no blanks.
        bytes.append(UInt8(ascii: " "))
      }
      ends.append(bytes.count)
    }
  }

  /// The ids of the songs that have all of `words`, in their order.
  func songs(with words: [String]) -> [Int] {
    let words = words.map(FoldedText.bytes).filter { !$0.isEmpty }
    return bytes.withUnsafeBufferPointer { bytes in
      ends.indices.filter { id in
        let text = UnsafeBufferPointer(
          rebasing: bytes[(id == 0 ? 0 : ends[id - 1])..<ends[id]])
        return words.allSatisfy { Self.has($0, in: text) }
      }
    }
  }

  private static func has(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= word.count else { return false }
    let (first, count) = (word[0], word.count)
    for start in 0...(text.count - count) where text[start] == first {
      var matched = 1
      while matched < count, text[start + matched] == word[matched] { matched += 1 }
      if matched == count { return true }
    }
    return false
  }
}
