import MeditationCore

/// Knows what is left of a session at any time, without adding up its songs each time.
///
/// Of a session that repeats it is what is left of this round.
package struct SessionClock {
  private let lengths: [Duration?]
  /// What follows the song at each place.
  private let after: [TimeLeft]

  /// A clock for a session of songs of these lengths, in the order in which they play.
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

  /// What is left when the song at `place`, from 0, has played up to `position`.
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
