import MeditationPlan

/// The next step of a session's music.
enum Move: Equatable {
  /// Jumps to a song, and cuts off what sounds.
  case play(Int, at: Duration = .zero, isSeek: Bool = false)
  /// Jumps into a silence of this length, the settling; `nil` lasts until the plan's end.
  case rest(Duration?)
  /// The engine is already in this song or (`nil`) in the silence after the last one.
  case cross(to: Int?)
  case end(SessionEnd)
  case stay
}

/// Decides what a session plays, and changes the modes of its songs. Stateless.
///
/// A decision takes the course, and returns a ``Move`` or refuses. `make` makes a move, and never
/// refuses. Functions that change modes return the changes in the order in which to emit them; the
/// session emits them after the whole change, so that no handler sees half of it.
@MainActor enum MusicPlayer {
  /// When more than this has played, `previous` restarts the song.
  private static let restartThreshold = Duration.seconds(3)
  /// A song that ends sooner than this counts as silent.
  private static let leastHeard = Duration.milliseconds(10)
}

// MARK: - Deciding

extension MusicPlayer {
  /// Plays the song at index `song`; stays if it is the current one.
  static func select(_ song: Int, in course: SessionModel) throws(Refusal) -> Move {
    guard course.songs.indices.contains(song) else { throw course.noSuchSong(song) }
    guard course.songs[song].mode.isInSession else { throw .notInSession(number: song + 1) }
    return song == course.state.current ? .stay : .play(song)
  }

  /// Skips a song, even one that repeats or ends the session, the settling, or a silence.
  static func playNext(in course: SessionModel) throws(Refusal) -> Move {
    let next = course.progress.following(course.state.plan.repeats)
    guard !course.state.isAfterMusic || next != nil else { throw .nothingFollows }
    return skip(in: course, atEnd: .stopped)
  }

  /// Goes to the next song in the order, or ends the music.
  private static func skip(in course: SessionModel, atEnd end: SessionEnd) -> Move {
    if course.state.isPlayingOut, isTimeUp(course) { return .end(end) }
    return course.progress.following(course.state.plan.repeats).map { .play($0) }
      ?? endMusic(of: course, atEnd: end)
  }

  /// Returns to the song before, or restarts the current one if it has played for a while.
  static func playPrevious(in course: SessionModel) throws(Refusal) -> Move {
    guard let current = course.state.current else {
      guard let reached = course.progress.reached else { throw .inSilence }
      return .play(reached)
    }
    guard course.state.position <= restartThreshold else { return .play(current) }
    let order = course.progress.order
    let before = order.song(before: current) ?? (course.state.isRepeating ? order.last : nil)
    return .play(before ?? current)
  }

  /// Goes to a place in the current song; past its end, to what follows it.
  static func seek(_ target: Action.Seek, in course: SessionModel) throws(Refusal) -> Move {
    guard let current = course.state.current else { throw .inSilence }
    let length = course.songs[current].length
    let position: Duration
    switch target {
    case .to(let time): position = time
    case .by(let offset): position = course.state.position + offset.clampedSessionTime
    case .percent(let part):
      guard let length else { throw .unknownLength }
      position = length * min(max(part, 0), 100) / 100
    }
    if let length, position >= length { return skip(in: course, atEnd: .stopped) }
    return .play(current, at: position.clamped(), isSeek: true)
  }

  /// Goes on to the upcoming song; after the last one to silence or, if the plan is over, to `end`.
  static func follow(in course: SessionModel, atEnd end: SessionEnd) -> Move {
    course.state.upcoming.map { .play($0) } ?? endMusic(of: course, atEnd: end)
  }

  /// Plays the song that now follows the silence after the music; stays if there is none.
  static func followSilence(in course: SessionModel) -> Move {
    guard course.state.isAfterMusic, let song = course.state.upcoming else { return .stay }
    return .play(song)
  }

  /// The engine has reached the end of a segment without a successor; or the song `failed`.
  static func didEnd(in course: inout SessionModel, failed: Bool) -> Move {
    let end = naturalEnd(of: course)
    if endsSilentLoop(&course, failed: failed) { return endMusic(of: course, atEnd: end) }
    // A song that fails before the time is up is not the last one.
    if failed { course.state.isPlayingOut = course.state.isPlayingOut && isTimeUp(course) }
    // A failed song is not played again at once.
    return failed && !course.state.finishesAfterSong
      ? skip(in: course, atEnd: end) : follow(in: course, atEnd: end)
  }

  /// The engine has crossed into the next segment.
  static func didCross(in course: inout SessionModel) -> Move {
    noteTime(in: &course)
    let end = naturalEnd(of: course)
    if endsSilentLoop(&course, failed: false) { return endMusic(of: course, atEnd: end) }
    guard course.state.next != nil else { return follow(in: course, atEnd: end) }
    return .cross(to: course.state.upcoming)
  }

  private static func endMusic(of course: SessionModel, atEnd end: SessionEnd) -> Move {
    outlastsSong(course) ? .rest(nil) : .end(end)
  }

  /// True if the session goes on in silence after its songs.
  private static func outlastsSong(_ course: SessionModel) -> Bool {
    course.state.plan.outlastsSongs && !course.state.finishesAfterSong && !endsWithSong(course)
  }

  // MARK: Songs that are played out

  private static func isTimeUp(_ course: SessionModel) -> Bool {
    course.state.plan.end.map { $0 <= course.state.elapsed } ?? false
  }

  /// True if the current song is played out and known to be the last.
  private static func endsWithSong(_ course: SessionModel) -> Bool {
    guard course.state.isPlayingOut else { return false }
    return course.currentSong?.length != nil || isTimeUp(course)
  }

  /// True if the current song is to be played out because the time may be up before it ends.
  private static func playsOut(_ course: SessionModel) -> Bool {
    let state = course.state
    guard let song = course.currentSong, let end = state.plan.endBeforeSong else { return false }
    guard let length = song.length, end > state.elapsed else { return true }
    let left = max(length - state.position, .zero)
    return state.plan.musicRests.end(ofMusic: left, from: max(state.elapsed, .zero))
      .map { $0 >= end } ?? false
  }

  /// The time is up: the current song is the last.
  static func noteTime(in course: inout SessionModel) {
    if course.state.isPlayingOut, course.state.next != nil, isTimeUp(course) {
      updateUpcoming(&course)
    }
  }

  /// How the session ends now by itself.
  private static func naturalEnd(of course: SessionModel) -> SessionEnd {
    course.state.summary.heardCount > 0 || outlastsSong(course) ? .completed : .failed
  }

  /// Counts a segment that ended; true if repeating must stop because a whole round was silent.
  private static func endsSilentLoop(_ course: inout SessionModel, failed: Bool) -> Bool {
    guard course.state.current != nil else { return false }
    // The rest of a song after a seek may be short.
    let isSilent = failed || course.state.start == .zero && course.state.position < leastHeard
    let allAreSilent = course.progress.noteEnd(isSilent: isSilent)
    return course.state.isRepeating && allAreSilent
  }
}

// MARK: - Making a move

extension MusicPlayer {
  static func make(_ move: Move, in course: inout SessionModel) -> [ModeChange] {
    switch move {
    case .play(let song, let position, let isSeek):
      let changes = pass(to: song, in: course)
      beginGeneration(&course)
      enter(song, at: position, isSeek: isSeek, in: &course)
      return changes
    case .rest(let length):
      let changes = pass(to: nil, in: course)
      beginGeneration(&course)
      enter(.silence(length: length), in: &course)
      return changes
    case .cross(let song):
      let changes = pass(to: song, in: course)
      course.state.generation = course.state.generation.following
      if let song {
        enter(song, at: .zero, isSeek: false, in: &course)
      } else {
        enter(.silence(length: nil), in: &course)
      }
      return changes
    case .end(let end):
      let changes = pass(to: nil, in: course)
      course.state.phase = .finished
      course.state.end = end
      // Nothing is struck after a session without bells, whatever is planned afterwards, and
      // nothing is heard without a device.
      course.state.isRinging =
        course.state.plan.hasBells && end != .failed && course.state.sound == .fine
      stop(&course)
      return changes
    case .stay:
      return []
    }
  }

  /// Ends what sounds, except for bells, and with it the pause and the lock.
  static func stop(_ course: inout SessionModel) {
    beginGeneration(&course)
    enter(nil, in: &course)
    (course.state.pauseCause, course.state.isLocked) = (nil, false)
  }

  static func updateUpcoming(_ course: inout SessionModel) {
    course.state.isPlayingOut = course.state.phase == .listening && playsOut(course)
    guard course.state.phase == .listening, !course.state.finishesAfterSong, !endsWithSong(course)
    else {
      (course.state.upcoming, course.state.next) = (nil, nil)
      return
    }
    course.state.upcoming = course.progress.upcoming(course.state.plan.repeats)
    course.state.next =
      course.state.upcoming.map { .song(id: course.songs[$0].id) } ?? silenceAfterwards(course)
  }

  /// The silence after the last song, or after settling for a session without songs.
  private static func silenceAfterwards(_ course: SessionModel) -> Segment? {
    course.state.plan.outlastsSongs && !course.state.isAfterMusic ? .silence(length: nil) : nil
  }

  private static func beginGeneration(_ course: inout SessionModel) {
    course.state.generation = Generation(jump: course.state.generation.jump + 1)
  }

  /// Makes `song` the current one at `position`. A seek keeps its gain, unless the level changed.
  private static func enter(
    _ song: Int, at position: Duration, isSeek: Bool, in course: inout SessionModel
  ) {
    if !isSeek { course.state.beginningCount += 1 }
    if !isSeek || course.state.isLevelAhead { course.state.gain = nil }
    if song != course.state.current { course.state.finishesAfterSong = false }
    (course.state.currentLevel, course.state.measured) = (course.state.level, nil)
    course.state.current = song
    course.progress.reach(song, crossfade: course.state.plan.crossfade)
    course.state.segment = .song(id: course.songs[song].id)
    course.state.start = position
    course.state.position = position
    updateUpcoming(&course)
    course.clearFailure(of: song)
  }

  /// Makes `silence` the current segment; `nil` for none.
  private static func enter(_ silence: Segment?, in course: inout SessionModel) {
    course.state.current = nil
    course.state.finishesAfterSong = false
    course.state.segment = silence
    updateUpcoming(&course)
    course.state.start = .zero
    course.state.position = .zero
    (course.state.currentLevel, course.state.gain, course.state.measured) = (nil, nil, nil)
  }

  /// Makes `song` the current one, or none. The change of the old one comes first.
  private static func pass(to song: Int?, in course: SessionModel) -> [ModeChange] {
    guard song != course.state.current else { return [] }
    return [
      course.currentSong?.change(to: .listening(.playable)),
      song.flatMap { course.songs[$0].change(to: .listening(.playing)) },
    ].compactMap { $0 }
  }
}

// MARK: - Modes

extension MusicPlayer {
  /// Changes from picking to listening: picked songs are playable, and the rest are hidden.
  static func updateToSongListening(_ songs: [SongViewModel]) -> [ModeChange] {
    change(songs) { .listening($0.mode.isInSession ? .playable : .hidden) }
  }

  static func updateToSongPicking(_ songs: [SongViewModel]) -> [ModeChange] {
    change(songs) { .picking($0.mode.isInSession ? .selected : .unselected) }
  }

  /// Picks or unpicks each of `songs`; while listening, each joins or leaves the session.
  static func toggle(_ songs: [SongViewModel]) -> [ModeChange] { change(songs) { $0.mode.toggled } }

  /// Gives each of `songs` its `mode`. Returns only those that changed.
  static func change(
    _ songs: [SongViewModel], to mode: (SongViewModel) -> SongMode
  ) -> [ModeChange] {
    songs.compactMap { $0.change(to: mode($0)) }
  }
}
