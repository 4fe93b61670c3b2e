import Score

/// Starts a session in its middle.
extension MeditationViewModel {
  /// What a resumed session plays first.
  private enum Entry {
    /// The rest of the settling: this much is left.
    case settling(Duration)
    case song(Int, position: Duration)
    /// The silence after the last song.
    case silence
  }

  /// Starts a session of the picked songs at `point`.
  func resume(at point: Action.Resumption) -> Verdict {
    let played = SessionOrder(pickedInOrder)
    guard played.first != nil || state.plan.outlastsSongs else { return .refuse(.nothingPicked) }
    if let end = state.plan.end, end <= point.elapsed { return .refuse(.planPassed) }
    guard let entry = entry(at: point, in: played) else { return .refuse(.planPassed) }
    order = played
    switch entry {
    case .settling(let left):
      beginListening(at: .zero - left)
      let changes = MusicPlayer.start(songs, with: nil)
      jumpToSilence(left)
      return .done(changes)
    case .song(let song, let position):
      beginListening(at: point.elapsed.clamped())
      let changes = MusicPlayer.start(songs, with: songs[song])
      jump(to: song, at: position)
      return .done(changes)
    case .silence:
      beginListening(at: point.elapsed.clamped())
      reached = played.last
      let changes = MusicPlayer.start(songs, with: nil)
      jumpToSilence(nil)
      return .done(changes)
    }
  }

  /// What plays first at `point`; `nil` if nothing of the session is to come.
  private func entry(at point: Action.Resumption, in played: SessionOrder) -> Entry? {
    let beginning = played.first.map { Entry.song($0, position: .zero) }
    if point.elapsed < .zero {
      let left = .zero - max(point.elapsed, .zero - state.plan.settling)
      return left > .zero ? .settling(left) : beginning ?? .silence
    }
    guard let place = point.place else { return state.plan.outlastsSongs ? .silence : beginning }
    let rest = played.songs.dropFirst(max(place, 0))
    if let song = rest.first {
      let position = point.position.clamped()
      let isOver = songs[song].length.map { position >= $0 } ?? false
      if position == .zero || !isOver { return .song(song, position: position) }
    }
    if let following = rest.dropFirst().first { return .song(following, position: .zero) }
    return (state.isRepeating ? beginning : nil) ?? (state.plan.outlastsSongs ? .silence : nil)
  }
}
