public import Score

extension SessionState {
  /// The next stroke; `nil` if none is to come, or none is known yet.
  public var nextStroke: Cue? {
    let timetable: Timetable
    switch phase {
    case .picking: return nil
    case .listening: timetable = Timetable(plan)
    case .finished: timetable = Timetable(plan, endedAt: elapsed)
    }
    let hasClosed = phase == .listening || latestStroke?.kind == .closing
    guard let latestStroke, hasClosed, latestStroke.time >= elapsed else {
      return timetable.stroke(from: elapsed)
    }
    return timetable.stroke(after: latestStroke.time)
  }
}

extension MeditationViewModel {
  /// The time left in the session; `nil` unless listening, and where it is not known: in an open
  /// session, and where a song to come has no known length. Takes time in proportion to the songs to
  /// come.
  public var timeLeft: Duration? {
    guard phase == .listening else { return nil }
    switch state.plan.length {
    case .time(let end): return end - state.elapsed
    case .open: return nil
    case .songs:
      let passed = state.current.flatMap(order.place)
      var left = passed == nil ? max(.zero - state.elapsed, .zero) : .zero - state.position
      var before: Duration?
      for song in order.songs[(passed ?? 0)...] {
        guard let length = songs[song].length else { return nil }
        left += length - (before.map { state.plan.overlap(of: $0, with: length) } ?? .zero)
        before = length
      }
      return left
    }
  }
}
