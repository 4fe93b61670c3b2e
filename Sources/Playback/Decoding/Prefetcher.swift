import Score
import SystemPackage

/// Decodes ahead, one chunk a step.
///
/// Not thread-safe: owned by whoever calls `step`, the decoding thread or an offline engine. Every
/// decoder that it opens is used and closed there.
final class Prefetcher {
  /// The result of a step.
  enum Step {
    /// Something was done; there may be more to do.
    case worked
    /// Nothing to do until the queue's `decoderWake`.
    case rested
    /// Another prefetcher has taken over, or the engine shuts down: no further step.
    case exited
  }

  private let id: Int
  private let queue: DecodeQueue
  private let decoders: any DecoderOpener
  private let gains: (any GainSource)?
  /// The job that `source` belongs to, by its serial.
  private var serial = 0
  private var segmentIndex = 0
  private var start = Duration.zero
  /// The file that is decoded, or was last.
  private var source: SegmentSource?
  /// The file before, which may still sound while `source` is decoded ahead.
  ///
  /// A seek reuses the open file, so that one deleted or replaced meanwhile still plays.
  private var earlier: SegmentSource?
  /// Silence, which is decoded instead of `source`, the song that follows or was before.
  private var silence: SegmentSource?

  /// A prefetcher for `queue`, which knows it by the number `id`.
  init(
    _ id: Int = 0, queue: DecodeQueue, decoders: any DecoderOpener,
    gains: (any GainSource)? = nil
  ) {
    self.id = id
    self.queue = queue
    self.decoders = decoders
    self.gains = gains
  }

  /// Opens a file, or decodes one chunk. May block on the disk.
  func step() -> Step {
    switch queue.nextTask(for: serial, by: id) {
    case .rest(let isSilent):
      if isSilent { (source, earlier, silence) = (nil, nil, nil) }
      return .rested
    case .exit:
      return .exited
    case .begin(let job):
      begin(job)
    case .fill(let storage):
      fill(storage)
    }
    return .worked
  }

  private func begin(_ job: DecodeJob) {
    serial = job.serial
    segmentIndex = job.segmentIndex
    start = job.start
    do throws(DecodingError) {
      silence = nil
      switch job.segment {
      case .song:
        try open(job.path)
        level(job)
      case .silence(let length): begin(silence: length, before: job.path)
      }
      try seek()
    } catch {
      end(.damage(error.reason))
    }
  }

  /// Makes the file at `path` the source, and reuses it if it is still open.
  private func open(_ path: FilePath?) throws(DecodingError) {
    if let path, source?.path == path { return }
    swap(&source, &earlier)
    if let path, source?.path == path { return }
    source = nil
    guard let path else { throw DecodingError("there is no such song") }
    source = SegmentSource(path: path, decoder: try decoders.openPlayable(path))
  }

  /// Finds the gain of the song, which it keeps as long as its file stays open and the level stays.
  private func level(_ job: DecodeJob) {
    guard let path = job.path, var level = queue.level(for: job.serial) else { return }
    var decibels: Double?
    var isCancelled = false
    queue.measure(job.serial)
    defer { queue.endMeasuring(job.serial) }
    while level != .off, source?.gain.level != level, let gains {
      decibels = gains.gain(of: path, at: level) { [queue] in
        isCancelled = queue.level(for: job.serial) != level
        return isCancelled
      }
      // A source may know nothing of a song.
      if decibels != nil || !isCancelled { break }
      // Cancelled: the job is no longer wanted, or wanted at another level.
      guard let other = queue.level(for: job.serial) else { return }
      level = other
    }
    if source?.gain.level != level { source?.gain = SongGain(level: level, decibels: decibels) }
  }

  /// Begins silence in the format of the song at `next`, which is opened early, or of the one before.
  ///
  /// If that song cannot be opened, its own job reports it.
  private func begin(silence length: Duration?, before next: FilePath?) {
    if let next { try? open(next) }
    let format = (source ?? earlier)?.decoder.format ?? SilenceDecoder.plainFormat
    silence = SegmentSource(path: nil, decoder: SilenceDecoder(length: length, format: format))
  }

  /// What is decoded.
  private var current: SegmentSource? {
    get { silence ?? source }
    set { if silence == nil { source = newValue } else { silence = newValue } }
  }

  /// Seeks to where the job starts, or behind damage there.
  private func seek() throws(DecodingError) {
    guard let current else { return }
    let count = start.frameCount(at: current.decoder.format.sampleRate)
    // Behind what any file holds, and early enough that counting on does not overflow.
    let wanted = min(max(count, 0), 1 << 48)
    let frame = min(wanted, current.decoder.frameCount ?? wanted)
    guard frame != current.frame else { return }
    self.current?.frame = frame
    do throws(DecodingError) {
      try current.decoder.seek(to: frame)
    } catch {
      try skipDamage(error)
    }
  }

  private func fill(_ storage: consuming [UInt8]) {
    guard let current else {
      queue.recycle(storage)
      return
    }
    let (count, stop) = current.read(into: &storage)
    if count > 0 {
      let chunk = Chunk(
        segmentIndex: segmentIndex, format: current.decoder.format, firstFrame: current.frame,
        frameCount: count, storage: storage, gain: current.gain)
      self.current?.frame += count
      queue.deliver(chunk, serial: serial)
    } else {
      queue.recycle(storage)
    }
    switch stop {
    case .full: break
    case .endOfFile: end(.endOfFile)
    case .damage(let damage):
      do throws(DecodingError) {
        try skipDamage(damage)
      } catch {
        end(.damage(error.reason))
      }
    }
  }

  /// Goes on behind damage, and delivers a marker of what is lost.
  ///
  /// - Throws: `damage` where nothing more can be decoded.
  private func skipDamage(_ damage: DecodingError) throws(DecodingError) {
    guard var source = current else { throw damage }
    let frame = source.frame
    // The search may take long; what is before the damage is played meanwhile.
    queue.playerWake.signal()
    guard let next = try? source.recovery.resume(source.decoder, after: frame) else {
      throw damage
    }
    source.frame = next
    current = source
    let marker = Chunk(
      segmentIndex: segmentIndex, format: source.decoder.format, firstFrame: frame,
      frameCount: 0, storage: [], lostFrameCount: next - frame)
    queue.deliver(marker, serial: serial)
  }

  /// Ends the segment. The file stays open unless it is damaged.
  private func end(_ ending: Chunk.Ending) {
    let marker = Chunk(
      segmentIndex: segmentIndex, format: current?.decoder.format,
      firstFrame: current?.frame ?? 0, frameCount: 0, storage: [], ending: ending, start: start)
    if ending.isDamage { current = nil }
    queue.deliver(marker, serial: serial)
  }
}
