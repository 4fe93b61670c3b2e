import MeditationCore
import MeditationText

extension Arrangement {
  /// The seed of a shuffled order; `nil` if it is not shuffled.
  package var seed: Int? {
    if case .shuffled(let seed) = playing { seed } else { nil }
  }

  /// The order of the list, in one line.
  package var sortText: String {
    let direction = sort.isDescending ? ", descending" : ""
    return sort.key == .original
      ? "The list is in \(sort.isDescending ? "reverse" : "its original") order."
      : "Sorted by \(sort.key.rawValue)\(direction)."
  }

  /// The order in which songs play, in one line.
  package var text: String {
    switch playing {
    case .asListed: "Songs play in the order of the list."
    case .moved: "Songs play in your own order; 'list picked' shows it."
    case .shuffled(let seed): "Shuffled with seed \(seed); 'list picked' shows the order."
    }
  }
}

/// The answer to an action that moved or shuffled songs, in one sentence.
package enum OrderText {
  /// The new places of moved songs, or what a shuffle or a sort did while listening; `nil` for other changes.
  @MainActor package static func text(
    of change: SessionChange, in session: MeditationViewModel
  ) -> String? {
    guard case .action(let action) = change.cause else { return nil }
    return switch action {
    case .move(let songs, _): places(of: songs, in: session.playOrder)
    case .pickNext(let songs):
      Set(songs).count == 1 ? "\(subject(songs)) plays next." : "\(subject(songs)) play next."
    case .sort(let sort) where change.after.phase == .listening:
      "Sorted what is to come by \(sort.key.rawValue)\(sort.isDescending ? ", descending" : ""); "
        + "'list picked' shows the order."
    case .shuffle(let seed) where change.after.phase == .listening:
      "Shuffled what is to come with seed \(seed); 'list picked' shows the order."
    default: nil
    }
  }

  private static func places(of songs: [Int], in order: [Int]) -> String? {
    guard let first = songs.first.flatMap(order.firstIndex) else { return nil }
    let count = Set(songs).count
    let places =
      count == 1
      ? "is at place \(first + 1)" : "are at places \(first + 1)-\(first + count)"
    return "\(subject(songs)) \(places) of \(order.count) now; 'list picked' shows the order."
  }

  private static func subject(_ songs: [Int]) -> String {
    let count = Set(songs).count
    return count == 1 ? "Song \(songs[0] + 1)" : counted(count, "song")
  }
}
