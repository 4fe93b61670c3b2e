import MeditationPlan

/// Maps session time to the songs of a session that plays from 0 without a skip.
@MainActor struct MusicTimeline {
  let songs: [SongViewModel]
  let order: SessionOrder
  let plan: Plan

  /// When the last song ends, in session time; `nil` if unknown, or if the music waits for ever.
  var end: Duration? {
    var length = Duration.zero
    for place in order.songs.indices {
      guard let span = span(ofSongAt: place) else { return nil }
      length += span
    }
    return plan.musicRests.end(ofMusic: length, from: .zero)
  }

  /// The move into a session resumed at `point`; `nil` if it would be over.
  func entry(at point: Action.Resumption) -> Move? {
    let beginning = order.first.map { Move.play($0) }
    if point.elapsed < .zero {
      let left = .zero - max(point.elapsed, .zero - plan.settling)
      return left > .zero ? .rest(left) : beginning ?? .rest(nil)
    }
    guard let place = point.place else { return plan.outlastsSongs ? .rest(nil) : beginning }
    let rest = order.songs.dropFirst(place)
    if let song = rest.first {
      let position = point.position.clamped()
      let isOver = songs[song].length.map { position >= $0 } ?? false
      if position == .zero || !isOver { return .play(song, at: position) }
      if plan.repeats == .one { return .play(song) }
    }
    if let following = rest.dropFirst().first { return .play(following) }
    return (plan.repeats != .off ? beginning : nil) ?? (plan.outlastsSongs ? .rest(nil) : nil)
  }

  /// The move to session time `time`, from 0; `nil` if the session ends with its songs before that.
  /// A song of unknown length is played from its beginning: what follows is unknown.
  func entry(at time: Duration) -> Move? {
    let music = plan.musicRests.music(until: time)
    var left = music
    // All rounds are as long as the first one.
    for isFirstRound in [true, false] {
      for (place, song) in order.songs.prefix(plan.repeats == .one ? 1 : .max).enumerated() {
        guard let span = span(ofSongAt: place) else { return .play(song) }
        if left < span { return .play(song, at: left) }
        left -= span
      }
      let round = music - left
      guard isFirstRound, plan.repeats != .off, round > .zero else { break }
      left = Duration(attoseconds: left.attoseconds % round.attoseconds)
    }
    return plan.outlastsSongs ? .rest(nil) : nil
  }

  /// The session time of `target`, and the move there.
  func place(of target: Action.SessionTarget) throws(Refusal) -> (time: Duration, entry: Move) {
    let time: Duration
    switch target {
    case .time(let wanted): time = wanted.clamped()
    case .part(let number):
      guard number > 0, number <= plan.parts.count else { throw .beyondLimit(.part) }
      // From its first stroke on, so that the closing strokes of the part before are not struck.
      let opening = plan.opening(ofPart: number - 1)
      let isOver = plan.end(ofPart: number - 1).map { $0 <= opening } ?? false
      time = isOver ? plan.begin(ofPart: number - 1) : opening
    }
    if let end = plan.end, end <= time { throw .beyondEnd(end) }
    guard let entry = entry(at: time) else { throw .beyondEnd(end ?? time) }
    return (time, entry)
  }

  /// From the beginning of the song at `place` to that of the next one; `nil` if unknown.
  private func span(ofSongAt place: Int) -> Duration? {
    guard let length = songs[order.songs[place]].length else { return nil }
    guard let next = order.upcoming(after: order.songs[place], plan.repeats) else { return length }
    return length - plan.overlap(of: length, with: songs[next].length ?? length)
  }
}
