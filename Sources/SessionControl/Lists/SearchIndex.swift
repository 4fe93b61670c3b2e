import MeditationCore
import Text

/// The folded texts of all songs, for searching.
///
/// They are in one buffer in the order of the songs' ids, so that searching 100,000 songs follows
/// no pointers.
struct SearchIndex {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// The number of songs.
  var count: Int { ends.count }

  /// Adds `songs`, whose ids must continue those before.
  @MainActor mutating func add(_ songs: ArraySlice<SongViewModel>) {
    if ends.isEmpty {
      ends.reserveCapacity(songs.count)
      bytes.reserveCapacity(64 * songs.count)
    }
    for song in songs {
      for text in [song.title, song.subtitle, song.folder] {
        FoldedText.append(text, to: &bytes)
        // Words have no blanks, so that none matches across two texts.
        bytes.append(UInt8(ascii: " "))
      }
      ends.append(bytes.count)
    }
  }

  /// The ids of the songs with all of `words`, in ascending order.
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
