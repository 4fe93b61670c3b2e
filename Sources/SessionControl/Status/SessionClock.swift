import MeditationCore

/// Computes the time left in a session in constant time.
///
/// For a session that repeats, this is the time left in the current round.
package struct SessionClock {
  private let lengths: [Duration?]
  /// The time after the song at each position.
  private let after: [TimeLeft]

  /// Creates a clock for songs of these lengths, in playing order.
  init(_ lengths: [Duration?]) {
    self.lengths = lengths
    var left = TimeLeft(known: .zero, isMore: false)
    var after: [TimeLeft] = []
    after.reserveCapacity(lengths.count)
    for length in lengths.reversed() {
      after.append(left)
      left.add(length)
    }
    self.after = after.reversed()
  }

  /// The time left when the song at `place`, from 0, is at `position`.
  func left(at place: Int, position: Duration) -> TimeLeft {
    var left = after[place]
    left.add(lengths[place].map { max($0 - position, .zero) })
    return left
  }
}

extension TimeLeft {
  fileprivate mutating func add(_ length: Duration?) {
    if let length { known += length } else { isMore = true }
  }
}
