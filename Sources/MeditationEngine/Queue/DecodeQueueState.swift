import MeditationPlan

/// The target, and the chunks between the two threads: a value that `DecodeQueue` keeps locked.
struct DecodeQueueState: Sendable {
  private enum Work {
    /// Silence.
    case none
    /// A job. When the buffer is full, the thread sleeps until it is low, and so seldom wakes.
    case decoding(DecodeJob, isFilling: Bool)
    /// Decoded to its end; nothing follows, or it is not known yet what does.
    case done(DecodeJob)
  }

  /// How many prefetchers may be stuck in a read of the disk at once, each with its thread.
  private static let stuckLimit = 8

  private var target = PlaybackTarget()
  private var tracks: [Track] = []
  private var epoch = QueueEpoch()
  private var lastKeptSegmentIndex = 0
  /// Set once, at shutdown.
  private var isQuitting = false
  /// True if the program is about to exit, so that its device need not be closed.
  private(set) var isExiting = false
  private var preview: (number: Int, bell: Bell)?

  private var buffer: ChunkBuffer
  private var work = Work.none
  private var lastSerial = 0
  /// The number of the prefetcher that decodes; all others must exit.
  private var prefetcher = 0
  /// The serial of its job; `nil` while it rests.
  private var busySerial: Int?
  /// Replaced prefetchers that have not exited yet.
  private var stuckCount = 0
  /// The job whose song is being measured.
  private var measuredSerial: Int?
  private let batch: Int
  /// True while the playing thread has less than it wants.
  private var isAwaited = true

  init(_ capacity: QueueCapacity) {
    buffer = ChunkBuffer(capacity)
    batch = capacity.batch
  }

  // MARK: For the session

  mutating func append(_ tracks: [Track]) { self.tracks += tracks }

  mutating func setLength(_ length: Duration, of song: SongID) {
    if tracks.indices.contains(song.rawValue) { tracks[song.rawValue].length = length }
  }

  /// Adopts `score`, and discards frames that it no longer asks for.
  mutating func adopt(_ score: Score) {
    if target.merge(score) {
      epoch.jump += 1
      buffer.discard { _ in true }
      if let segment = target.segment {
        begin(segment, index: target.generation.segment, start: target.start)
      } else {
        lastSerial += 1
        work = .none
      }
    } else if let job, job.segmentIndex == target.generation.segment + 1 {
      cutUnlessNext(job)
    }
    goOn()
  }

  mutating func quit(exiting: Bool) {
    isQuitting = true
    if exiting { isExiting = true }
  }

  mutating func preview(_ bell: Bell) { preview = ((preview?.number ?? 0) + 1, bell) }

  private var job: DecodeJob? {
    switch work {
    case .none: nil
    case .decoding(let job, _), .done(let job): job
    }
  }

  /// Discards `job`, which decodes ahead, if its segment is no longer next or its level has changed.
  private mutating func cutUnlessNext(_ job: DecodeJob) {
    let index = target.generation.segment
    let isSame =
      job.segment.songID == nil || (job.level == target.level && job.crossfade == crossfade)
    switch target.following(index) {
    case .segment(job.segment) where isSame:
      return
    case .unknown:
      return
    case .segment, .nothing:
      epoch.cut += 1
      if job.joins { epoch.reopened += 1 }
      lastKeptSegmentIndex = index
      buffer.discard {
        $0.segmentIndex > index || (job.joins && $0.segmentIndex == index && $0.ending != nil)
      }
      lastSerial += 1
      work = .done(
        DecodeJob(
          serial: lastSerial, segmentIndex: index, segment: job.segment, path: job.path,
          start: .zero, level: job.level, holdsTail: job.joins))
    }
  }

  private var crossfade: Duration { target.session.plan.crossfade }

  /// Begins the next segment, if it is known and the job is done.
  private mutating func goOn() {
    guard case .done(let job) = work else { return }
    switch target.following(job.segmentIndex) {
    case .unknown: return
    case .segment(let next) where next.songID != nil && crossfade > .zero || !job.holdsTail:
      begin(next, index: job.segmentIndex + 1, start: .zero, joining: job.holdsTail)
    case .segment, .nothing:
      guard job.holdsTail else { return }
      lastSerial += 1
      var last = job
      (last.serial, last.holdsTail, last.finishes) = (lastSerial, false, true)
      work = .decoding(last, isFilling: true)
    }
  }

  private mutating func begin(
    _ segment: Segment, index: Int, start: Duration, joining: Bool = false
  ) {
    lastSerial += 1
    // Silence gets the format of the next song, so that no output is opened for it alone.
    var song = segment
    if segment.songID == nil, case .segment(let next) = target.following(index) { song = next }
    let job = DecodeJob(
      serial: lastSerial, segmentIndex: index, segment: segment, path: track(song)?.path,
      start: start, level: target.level,
      crossfade: segment.songID == nil ? .zero : crossfade, joins: joining)
    work = .decoding(job, isFilling: true)
  }

  private func track(_ segment: Segment?) -> Track? {
    segment?.songID.flatMap { id in
      tracks.indices.contains(id.rawValue) ? tracks[id.rawValue] : nil
    }
  }

  private var lastSongLength: Duration? {
    guard target.session.plan.length == .songs,
      target.following(target.generation.segment) == .nothing
    else { return nil }
    return track(target.segment)?.length?.clamped()
  }

  // MARK: For the decoding thread

  /// The next task of the prefetcher numbered `id`, whose job is `serial`.
  mutating func nextTask(for serial: Int, by id: Int) -> DecoderTask {
    guard id == prefetcher, !isQuitting else {
      stuckCount -= 1
      return .exit
    }
    busySerial = nil
    switch work {
    case .none: return .rest(isSilent: true)
    case .done: return .rest(isSilent: false)
    case .decoding(let job, let isFilling):
      guard job.serial != serial || isFilling && !buffer.isFull else {
        work = .decoding(job, isFilling: false)
        return .rest(isSilent: false)
      }
      busySerial = job.serial
      return job.serial == serial ? .fill(buffer.takeStorage()) : .begin(job)
    }
  }

  /// Appends a decoded chunk, unless its job is no longer wanted; true to wake the playing thread.
  mutating func deliver(_ chunk: Chunk, serial: Int) -> Bool {
    guard case .decoding(let job, _) = work, job.serial == serial else {
      buffer.recycle(chunk.storage)
      return false
    }
    buffer.append(chunk)
    guard let ending = chunk.ending else {
      return isAwaited && (buffer.count >= batch || buffer.isFull)
    }
    // Otherwise it is the end of the song before.
    if chunk.segmentIndex == job.segmentIndex {
      work = .done(job)
      // After damage, the session decides and jumps.
      if !ending.isDamage { goOn() }
    }
    return isAwaited
  }

  /// Notes that the job `serial` is decoded, with its end held back.
  mutating func hold(_ serial: Int) {
    guard case .decoding(var job, _) = work, job.serial == serial else { return }
    job.holdsTail = true
    work = .done(job)
    goOn()
  }

  /// The present level for the job `serial`; `nil` if that was cancelled.
  func level(for serial: Int) -> Level? {
    guard case .decoding(let job, _) = work, job.serial == serial, !isQuitting else { return nil }
    return target.level
  }

  /// Notes that the song of the job `serial` is being measured.
  mutating func measure(_ serial: Int) { measuredSerial = serial }

  /// Notes that it no longer is. Another prefetcher may be measuring another song.
  mutating func endMeasuring(_ serial: Int) {
    if measuredSerial == serial { measuredSerial = nil }
  }

  mutating func recycle(_ storage: [UInt8]) { buffer.recycle(storage) }

  // MARK: For the playing thread

  var control: PlayerControl {
    PlayerControl(
      epoch: epoch, lastKeptSegmentIndex: lastKeptSegmentIndex, target: target,
      measuredSong: job.flatMap { $0.serial == measuredSerial ? $0.path : nil },
      lastSongLength: lastSongLength, preview: preview, isQuitting: isQuitting)
  }

  /// Appoints another prefetcher if this one is stuck, unless too many are, and returns its number.
  mutating func replaceStalledDecoder() -> Int? {
    guard case .decoding(let job, _) = work, let busySerial, busySerial != job.serial, !isQuitting,
      stuckCount < Self.stuckLimit
    else { return nil }
    stuckCount += 1
    prefetcher += 1
    self.busySerial = nil
    return prefetcher
  }

  /// Moves chunks to `taken` until it holds `frameCount` frames or the queue is empty, and takes
  /// back the storage of `played` ones.
  ///
  /// - Parameter epoch: That of `taken`; nothing is moved after a jump or a cut.
  /// - Returns: True to wake the decoding thread.
  mutating func take(
    into taken: inout [Chunk], atLeast frameCount: Int, recycling played: inout [[UInt8]],
    in epoch: QueueEpoch
  ) -> Bool {
    buffer.recycle(all: &played)
    isAwaited = true
    guard epoch == self.epoch else { return false }
    isAwaited = !buffer.move(to: &taken, atLeast: frameCount)
    guard buffer.isLow, case .decoding(let job, isFilling: false) = work else { return false }
    work = .decoding(job, isFilling: true)
    return true
  }

  /// Crosses the boundary after the segment at `index`, if the next one is known.
  mutating func cross(_ index: Int, in epoch: QueueEpoch) -> PlaybackTarget.Following {
    guard epoch == self.epoch, index == target.generation.segment else { return .unknown }
    let following = target.following(index)
    if case .segment(let next) = following { target.cross(to: next) }
    return following
  }
}
