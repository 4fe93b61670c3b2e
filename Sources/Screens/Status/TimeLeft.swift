package import MeditationCore
import Score

/// The time left in the songs of a session, found in constant time.
///
/// For a session that repeats, this is the time left in the current round.
package struct TimeLeftTable {
  private let lengths: [Duration?]
  /// The time after the song at each position.
  private let after: [TimeLeft]

  /// Creates the table of the songs of `session`.
  @MainActor init(of session: MeditationViewModel) {
    let plan = session.state.plan
    lengths = session.playOrder.map { session.songs[$0].length }
    var left = TimeLeft(known: .zero, isMore: false)
    var after: [TimeLeft] = []
    after.reserveCapacity(lengths.count)
    var next: Duration?
    for length in lengths.reversed() {
      if let length, let next { left.add(.zero - plan.overlap(of: length, with: next)) }
      after.append(left)
      left.add(length)
      next = length
    }
    self.after = after.reversed()
  }

  /// The time left in the songs of `session`, whose lengths in playing order are those of this table.
  @MainActor func left(in session: MeditationViewModel) -> TimeLeft {
    if let place = session.place { return left(at: place.index, position: session.position) }
    let isToCome = session.state.isSettling && !lengths.isEmpty
    return isToCome ? left(at: 0, position: .zero) : TimeLeft(known: .zero, isMore: false)
  }

  /// The time left when the song at `place`, from 0, is at `position`.
  func left(at place: Int, position: Duration) -> TimeLeft {
    var left = after[place]
    left.add(lengths[place].map { max($0 - position, .zero) })
    return left
  }
}

extension MeditationViewModel {
  /// The time left in the picked songs or, while listening, in those to come. Takes time in
  /// proportion to their number.
  package var musicLeft: TimeLeft {
    phase == .listening ? TimeLeftTable(of: self).left(in: self) : musicLength
  }

  /// The length of the picked songs as they play. Takes time in proportion to their number if they
  /// pass into each other.
  package var musicLength: TimeLeft {
    guard state.plan.crossfade > .zero, state.picked.count > 0 else {
      return TimeLeft(known: state.picked.length, isMore: state.picked.unknownCount > 0)
    }
    return TimeLeftTable(of: self).left(at: 0, position: .zero)
  }
}

extension TimeLeft {
  fileprivate mutating func add(_ length: Duration?) {
    if let length { known += length } else { isMore = true }
  }
}
