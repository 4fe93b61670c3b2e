import MeditationPlan

/// Where a session begins to play, or goes on after a jump.
enum Entry: Equatable {
  /// The rest of the settling: this much is left.
  case settling(Duration)
  case song(Int, position: Duration)
  /// The silence after the last song.
  case silence

  /// The first song of `order`, or silence.
  static func beginning(of order: SessionOrder) -> Entry {
    order.first.map { .song($0, position: .zero) } ?? .silence
  }

  var song: Int? { if case .song(let song, _) = self { song } else { nil } }

  /// The move that enters there.
  var move: Move {
    switch self {
    case .settling(let left): .rest(left)
    case .song(let song, let position): .play(song, at: position)
    case .silence: .rest(nil)
    }
  }
}

/// Maps session time to the songs of a session, if they play from session time 0 without a skip.
@MainActor struct SessionMap {
  let songs: [SongViewModel]
  let order: SessionOrder
  let plan: Plan

  /// The session time at which the last song ends; `nil` if that is not known, or the music waits
  /// without end.
  var end: Duration? {
    var length = Duration.zero
    for place in order.songs.indices {
      guard let span = span(ofSongAt: place) else { return nil }
      length += span
    }
    return plan.musicRests.end(ofMusic: length, from: .zero)
  }

  /// The entry of a session resumed at `point`; `nil` if nothing of it is to come.
  func entry(at point: Action.Resumption) -> Entry? {
    let beginning = order.first.map { Entry.song($0, position: .zero) }
    if point.elapsed < .zero {
      let left = .zero - max(point.elapsed, .zero - plan.settling)
      return left > .zero ? .settling(left) : beginning ?? .silence
    }
    guard let place = point.place else { return plan.outlastsSongs ? .silence : beginning }
    let rest = order.songs.dropFirst(place)
    if let song = rest.first {
      let position = point.position.clamped()
      let isOver = songs[song].length.map { position >= $0 } ?? false
      if position == .zero || !isOver { return .song(song, position: position) }
      if plan.repeats == .one { return .song(song, position: .zero) }
    }
    if let following = rest.dropFirst().first { return .song(following, position: .zero) }
    return (plan.repeats != .off ? beginning : nil) ?? (plan.outlastsSongs ? .silence : nil)
  }

  /// The entry at session time `time`, from 0; `nil` if the session ends with its songs before that.
  ///
  /// Nothing is known beyond a song of unknown length: that song plays from its beginning.
  func entry(at time: Duration) -> Entry? {
    let music = plan.musicRests.music(until: time)
    var left = music
    // All rounds are as long as the first one.
    for isFirstRound in [true, false] {
      for (place, song) in order.songs.prefix(plan.repeats == .one ? 1 : .max).enumerated() {
        guard let span = span(ofSongAt: place) else { return .song(song, position: .zero) }
        if left < span { return .song(song, position: left) }
        left -= span
      }
      let round = music - left
      guard isFirstRound, plan.repeats != .off, round > .zero else { break }
      left = Duration(attoseconds: left.attoseconds % round.attoseconds)
    }
    return plan.outlastsSongs ? .silence : nil
  }

  /// The session time of `target`, and what plays there.
  func place(
    of target: Action.SessionTarget
  ) throws(Refusal) -> (time: Duration, entry: Entry) {
    let time: Duration
    switch target {
    case .time(let wanted): time = wanted.clamped()
    case .part(let number):
      guard number > 0, number <= plan.parts.count else { throw .beyondLimit(.part) }
      time = plan.entrance(ofPart: number - 1)
    }
    if let end = plan.end, end <= time { throw .beyondEnd(end) }
    guard let entry = entry(at: time) else { throw .beyondEnd(end ?? time) }
    return (time, entry)
  }

  /// From the beginning of the song at `place` to that of the next one; `nil` if that is not known.
  private func span(ofSongAt place: Int) -> Duration? {
    guard let length = songs[order.songs[place]].length else { return nil }
    let next =
      switch plan.repeats {
      case .off: order.song(after: order.songs[place])
      case .on: order.song(after: order.songs[place]) ?? order.first
      case .one: order.songs[place]
      }
    guard let next else { return length }
    return length - plan.overlap(of: length, with: songs[next].length ?? length)
  }
}

extension Plan {
  /// The session time of the first stroke that opens a part, so that those that close the one before
  /// are not struck; where the part is over by then, that at which it begins.
  fileprivate func entrance(ofPart index: Int) -> Duration {
    let opening = opening(ofPart: index)
    return end(ofPart: index).map { $0 <= opening } ?? false ? begin(ofPart: index) : opening
  }
}
