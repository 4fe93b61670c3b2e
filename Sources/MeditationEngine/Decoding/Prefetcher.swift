import MeditationPlan
import MeditationSystem
import SystemPackage

/// Decodes ahead, one chunk a step.
///
/// Not thread-safe: owned by the caller of `step`, the decoding thread or an offline engine. Every
/// decoder that it opens is used and closed there.
final class Prefetcher {
  enum Step {
    /// Something was done; there may be more to do.
    case worked
    /// Nothing to do until the queue's `decoderWake`.
    case rested
    /// Another prefetcher has taken over, or the engine shuts down: do not call `step` again.
    case exited
  }

  /// A song whose end was held back, and is played before the job's song.
  private struct UnfinishedSong {
    var segmentIndex: Int
    /// How many frames of its end are played unmixed.
    var frameCount: Int
    /// Why the job's song cannot be played; `nil` if it can.
    var failure: SongDecodingError?
  }

  private let id: Int
  private let queue: DecodeQueue
  private let decoders: any DecoderOpener
  private let converters: any RateConverterMaker
  private let gains: (any GainSource)?
  /// The serial of the job that `source` belongs to.
  private var serial = 0
  private var segmentIndex = 0
  private var start = Duration.zero
  /// The file that is being decoded, or was last.
  private var source: SegmentSource?
  /// The file before, which may still sound while `source` is decoded ahead.
  ///
  /// Kept open for seeks: a file that was deleted or replaced meanwhile still plays.
  private var earlier: SegmentSource?
  /// Silence, which is decoded instead of `source`.
  private var silence: SegmentSource?
  /// The job's song, if a crossfade leads to the next one.
  private var crossfade: CrossfadeMixer?
  /// The ends of the last two songs with a crossfade: until heard, what follows them may change.
  private var tails: [CrossfadeMixer.Tail] = []
  /// The song before, if its end is still to be delivered.
  private var unfinished: UnfinishedSong?

  /// A prefetcher for `queue`, which knows it by the number `id`.
  init(
    _ id: Int = 0, queue: DecodeQueue, decoders: any DecoderOpener,
    converters: any RateConverterMaker, gains: (any GainSource)? = nil
  ) {
    self.id = id
    self.queue = queue
    self.decoders = decoders
    self.converters = converters
    self.gains = gains
  }

  /// Opens a file, or decodes one chunk. May block on the disk.
  func step() -> Step {
    switch queue.nextTask(for: serial, by: id) {
    case .rest(let isSilent):
      if isSilent { (source, earlier, silence, crossfade, tails) = (nil, nil, nil, nil, []) }
      return .rested
    case .exit:
      return .exited
    case .begin(let job):
      begin(job)
    case .fill(let storage):
      if let unfinished {
        finish(unfinished, storage)
      } else if crossfade != nil {
        fillHoldingBack(storage)
      } else {
        fill(storage)
      }
    }
    return .worked
  }

  private func begin(_ job: DecodeJob) {
    serial = job.serial
    segmentIndex = job.segmentIndex
    start = job.start
    (crossfade, unfinished) = (nil, nil)
    if job.finishes {
      unfinished = UnfinishedSong(
        segmentIndex: job.segmentIndex, frameCount: tail(of: job.segmentIndex)?.frameCount ?? 0)
      return
    }
    let before = job.joins ? tail(of: job.segmentIndex - 1) : nil
    tails.removeAll { !job.joins || $0.segmentIndex < job.segmentIndex - 1 }
    do throws(SongDecodingError) {
      silence = nil
      switch job.segment {
      case .song:
        try open(job.path)
        try convert(job, after: before)
        level(job)
      case .silence(let length): begin(silence: length, before: job.path)
      }
      try seek()
      if job.crossfade > .zero, let source { begin(job, source, after: before) }
    } catch {
      guard job.joins else { return end(.damage(error)) }
      unfinished = UnfinishedSong(
        segmentIndex: job.segmentIndex - 1, frameCount: before?.frameCount ?? 0, failure: error)
    }
  }

  // MARK: Crossfades

  private func tail(of segmentIndex: Int) -> CrossfadeMixer.Tail? {
    tails.first { $0.segmentIndex == segmentIndex }
  }

  /// Makes the source decode in the format of the song it is mixed with, or else in its own.
  private func convert(_ job: DecodeJob, after tail: CrossfadeMixer.Tail?) throws(SongDecodingError)
  {
    guard var source else { return }
    let base = (source.decoder as? ConvertedDecoder)?.base ?? source.decoder
    var format = base.format
    if job.crossfade > .zero { format = tail?.format ?? CrossfadeMixer.format(for: format) }
    guard format != source.decoder.format else { return }
    source.decoder =
      format == base.format ? base : try ConvertedDecoder(base, to: format, converters)
    // Unless it is at its beginning, it must seek.
    if source.frame != 0 { source.frame = -1 }
    source.recovery = DamageRecovery()
    self.source = source
  }

  private func begin(_ job: DecodeJob, _ source: SegmentSource, after tail: CrossfadeMixer.Tail?) {
    let overlap = tail.map { CrossfadeMixer.overlap(of: $0, with: source.decoder) } ?? 0
    if job.joins {
      unfinished = UnfinishedSong(
        segmentIndex: job.segmentIndex - 1, frameCount: (tail?.frameCount ?? 0) - overlap)
    }
    var mixed = tail
    mixed?.keep(last: overlap)
    crossfade = CrossfadeMixer(source, from: source.frame, length: job.crossfade, after: mixed)
  }

  /// Delivers the rest of the song before, and its end.
  private func finish(_ last: UnfinishedSong, _ storage: consuming [UInt8]) {
    let place = tails.firstIndex { $0.segmentIndex == last.segmentIndex }
    guard last.frameCount > 0, let place else {
      queue.recycle(storage)
      unfinished = nil
      let tail = place.map { tails[$0] }
      queue.deliver(
        Chunk(
          segmentIndex: last.segmentIndex, format: tail?.format, firstFrame: tail?.firstFrame ?? 0,
          ending: .endOfFile),
        serial: serial)
      if let failure = last.failure { end(.damage(failure)) }
      return
    }
    let (format, first, gain) = (
      tails[place].format, tails[place].firstFrame, tails[place].gain
    )
    let count = tails[place].take(last.frameCount, into: &storage)
    unfinished?.frameCount -= count
    deliver(storage, count, of: last.segmentIndex, from: first, format, gain)
  }

  /// Delivers the first `count` frames in `storage`; takes back the storage if there are none.
  private func deliver(
    _ storage: consuming [UInt8], _ count: Int, of segmentIndex: Int, from frame: Int,
    _ format: StreamFormat, _ gain: SongGain
  ) {
    guard count > 0 else { return queue.recycle(storage) }
    queue.deliver(
      Chunk(
        segmentIndex: segmentIndex, format: format, firstFrame: frame, frameCount: count,
        storage: storage, gain: gain),
      serial: serial)
  }

  /// Decodes one chunk of a song with a crossfade, and delivers what is not held back.
  private func fillHoldingBack(_ storage: consuming [UInt8]) {
    guard var fade = crossfade.take(), let current else { return queue.recycle(storage) }
    if fade.stop == nil {
      let (count, stop) = current.read(into: &storage)
      self.current?.frame += count
      storage.withUnsafeBytes {
        fade.append(.init(rebasing: $0[..<(count * fade.format.frameByteCount)]))
      }
      if case .endOfFile? = stop { fade.finishMix() }
      fade.stop = stop
    }
    let first = fade.firstFrame
    let count = fade.take(into: &storage)
    deliver(storage, count, of: segmentIndex, from: first, fade.format, current.gain)
    guard fade.isDelivered, let stop = fade.stop else {
      crossfade = fade
      return
    }
    switch stop {
    case .endOfFile:
      guard self.current?.frame != 0, let tail = fade.tail(of: segmentIndex, current.gain) else {
        return end(endOfFile)
      }
      tails.append(tail)
      queue.hold(serial)
    case .damage(let damage):
      do throws(SongDecodingError) {
        try skipDamage(damage)
        fade.resume(at: self.current?.frame ?? 0)
        crossfade = fade
      } catch {
        end(.damage(error))
      }
    }
  }

  // MARK: Songs

  /// Makes the file at `path` the source; reuses it if it is still open.
  private func open(_ path: FilePath?) throws(SongDecodingError) {
    if let path, source?.path == path { return }
    swap(&source, &earlier)
    if let path, source?.path == path { return }
    source = nil
    guard let path else { throw SongDecodingError("there is no such song") }
    let last = (earlier?.decoder as? ConvertedDecoder)?.base ?? earlier?.decoder
    source = SegmentSource(path: path, decoder: try decoders.openPlayable(path, after: last))
  }

  /// Finds the gain of the song, which keeps it while its file stays open and the level unchanged.
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
      // A source may know nothing about a song.
      if decibels != nil || !isCancelled { break }
      // Cancelled: the job is no longer wanted, or wanted at another level.
      guard let other = queue.level(for: job.serial) else { return }
      level = other
    }
    guard source?.gain.level != level else { return }
    source?.gain = SongGain(
      level: level, decibels: decibels, refusal: gains?.takeRefusal(of: path))
  }

  /// Begins silence in the format of the song at `next`, opened early, or else of the one before.
  ///
  /// If that song cannot be opened, its own job reports it.
  private func begin(silence length: Duration?, before next: FilePath?) {
    if let next { try? open(next) }
    let format = (source ?? earlier)?.decoder.format ?? SilenceDecoder.plainFormat
    silence = SegmentSource(path: nil, decoder: SilenceDecoder(length: length, format: format))
  }

  /// The source to decode: silence, or else the open song.
  private var current: SegmentSource? {
    get { silence ?? source }
    set { if silence == nil { source = newValue } else { silence = newValue } }
  }

  /// Seeks to where the job starts, or behind damage there.
  private func seek() throws(SongDecodingError) {
    guard let current else { return }
    let count = start.frameCount(at: current.decoder.format.sampleRate)
    // Behind the end of any file, but small enough that counting on does not overflow.
    let wanted = min(max(count, 0), 1 << 48)
    let frame = min(wanted, current.decoder.frameCount ?? wanted)
    guard frame != current.frame else { return }
    self.current?.frame = frame
    do throws(SongDecodingError) {
      try current.decoder.seek(to: frame)
    } catch {
      try skipDamage(error)
    }
  }

  private func fill(_ storage: consuming [UInt8]) {
    guard let current else { return queue.recycle(storage) }
    let (count, stop) = current.read(into: &storage)
    self.current?.frame += count
    deliver(
      storage, count, of: segmentIndex, from: current.frame, current.decoder.format, current.gain)
    guard let stop else { return }
    guard case .damage(let damage) = stop else { return end(endOfFile) }
    do throws(SongDecodingError) { try skipDamage(damage) } catch { end(.damage(error)) }
  }

  /// How the current file ends: with damage if it has no frame, which may only be known now.
  private var endOfFile: Chunk.Ending {
    guard let path = current?.path, current?.frame == 0 else { return .endOfFile }
    return .damage(.nothing(in: path))
  }

  /// Skips `damage`, and delivers a marker of what is lost. Throws it if nothing more decodes.
  private func skipDamage(_ damage: SongDecodingError) throws(SongDecodingError) {
    guard var source = current else { throw damage }
    let frame = source.frame
    // The search may take long; the frames before the damage are played meanwhile.
    queue.playerWake.signal()
    guard let next = try? source.recovery.resume(source.decoder, after: frame) else {
      throw damage
    }
    source.frame = next
    current = source
    let marker = Chunk(
      segmentIndex: segmentIndex, format: source.decoder.format, firstFrame: frame,
      lostFrameCount: next - frame)
    queue.deliver(marker, serial: serial)
  }

  /// Ends the segment. The file stays open unless it is damaged.
  private func end(_ ending: Chunk.Ending) {
    let marker = Chunk(
      segmentIndex: segmentIndex, format: current?.decoder.format,
      firstFrame: current?.frame ?? 0, ending: ending, start: start)
    if ending.isDamage { current = nil }
    queue.deliver(marker, serial: serial)
  }
}

/// An open file or silence, and the frame that is decoded next.
struct SegmentSource {
  /// Of the file.
  let path: FilePath?
  var decoder: any SongDecoder
  var frame = 0
  /// The gain with which it began.
  var gain = SongGain.off
  var recovery = DamageRecovery()

  /// Fills `storage` with whole frames; `stop` is why it is not full. May block on the disk.
  func read(into storage: inout [UInt8]) -> (count: Int, stop: Chunk.Ending?) {
    let frameByteCount = decoder.format.frameByteCount
    let capacity = storage.count / frameByteCount
    var count = 0
    let stop = storage.withUnsafeMutableBytes { bytes -> Chunk.Ending? in
      do throws(SongDecodingError) {
        while count < capacity {
          let read = try decoder.readFinite(
            into: UnsafeMutableRawBufferPointer(
              rebasing: bytes[(count * frameByteCount)..<(capacity * frameByteCount)]))
          guard read > 0 else { return .endOfFile }
          count += read
        }
        return nil
      } catch {
        return .damage(error)
      }
    }
    return (count, stop)
  }
}

/// The thread that decodes ahead.
///
/// It opens files, reads disks and decodes, and so may block for long. It never touches a device,
/// never reports to the session, and holds no lock while it works.
struct DecodingThread {
  let queue: DecodeQueue
  let decoders: any DecoderOpener
  let converters: any RateConverterMaker
  let gains: (any GainSource)?

  /// Starts the thread. It exits when `queue` shuts down or has appointed another prefetcher.
  func start() { SystemThread.start("decoding") { run(0) } }

  /// Starts a thread that takes over from one that is stuck in an unwanted file. Does nothing if
  /// the system is out of threads: the stuck one goes on when it can.
  func replaceStalled() {
    _ = SystemThread.startAtOnce("decoding") {
      if let id = queue.replaceStalledDecoder() { run(id) }
    }
  }

  private func run(_ id: Int) {
    let prefetcher = Prefetcher(
      id, queue: queue, decoders: decoders, converters: converters, gains: gains)
    while true {
      switch prefetcher.step() {
      case .worked: continue
      case .rested: queue.decoderWake.wait()
      case .exited: return
      }
    }
  }
}
