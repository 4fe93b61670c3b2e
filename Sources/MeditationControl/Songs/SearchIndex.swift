import MeditationCore
import MeditationLanguage
import MeditationText

/// The folded texts of all songs, for searching.
///
/// In one buffer, in the order of ids: searching 100,000 songs follows no pointers.
struct SearchIndex {
  /// A word, and the texts of a song in which it is searched.
  private struct Term {
    let bytes: [UInt8]
    let texts: Range<Int>

    init(_ word: String) {
      // A field name alone searches for nothing.
      if let (field, rest) = SearchField.split(word), !rest.isEmpty,
        let place = SearchField.allCases.firstIndex(of: field)
      {
        bytes = FoldedText.bytes(of: rest)
        texts = place..<place + 1
      } else {
        bytes = FoldedText.bytes(of: word)
        texts = 0..<SearchIndex.textCount
      }
    }
  }

  /// The texts of a song: its fields, then the folder.
  private static let textCount = SearchField.allCases.count + 1

  private var bytes: [UInt8] = []
  /// Where the texts end, one after the other.
  private var ends: [Int] = []

  var count: Int { ends.count / Self.textCount }

  /// Adds `songs`, whose ids must continue those before.
  @MainActor mutating func add(_ songs: ArraySlice<SongViewModel>) {
    if ends.isEmpty {
      ends.reserveCapacity(Self.textCount * songs.count)
      bytes.reserveCapacity(64 * songs.count)
    }
    for song in songs {
      for field in SearchField.allCases { add(field.text(of: song)) }
      add(song.folder)
    }
  }

  private mutating func add(_ text: String) {
    FoldedText.append(text, to: &bytes)
    // Words have no blanks, so none matches across two texts.
    bytes.append(UInt8(ascii: " "))
    ends.append(bytes.count)
  }

  /// The ids from `first` on of the songs with all of `words`, in ascending order.
  func songs(with words: [String], from first: Int) -> [Int] {
    let terms = words.map(Term.init).filter { !$0.bytes.isEmpty }
    return bytes.withUnsafeBufferPointer { bytes in
      (min(first, count)..<count).filter { id in
        terms.allSatisfy { term in
          let first = id * Self.textCount + term.texts.lowerBound
          let last = id * Self.textCount + term.texts.upperBound - 1
          return Self.has(
            term.bytes,
            in: UnsafeBufferPointer(
              rebasing: bytes[(first == 0 ? 0 : ends[first - 1])..<ends[last]]))
        }
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
