import MeditationSystem
import SystemPackage

/// The sound of a file that is decoded while it plays, on a thread of its own: a voice, or a layer.
///
/// It holds some seconds, whatever the length of the file. If the disk is late, only this sound is
/// late: it is silent, and resumes where it was. Everything but its thread's work happens on the
/// playing thread.
final class StreamedSound: LaneSound {
  struct Source: Sendable {
    var decoders: any DecoderOpener
    var converters: any RateConverterMaker
    /// True to make the playing thread wait for the disk, for a file that nobody hears yet.
    var waits: Bool
  }

  /// How much is decoded ahead: enough to know that a voice goes on before the music comes back.
  private static let lookahead = Duration.seconds(5)
  /// How much is kept of what was heard, for a pause, which plays it again.
  private static let history = Duration.milliseconds(500)

  private let feed: Feed

  /// The frames that were read, and those wanted next.
  private struct State {
    /// Counts the readings; the thread of an older one ends.
    var reading = 0
    /// In hertz; 0 before the first reading.
    var sampleRate = 0
    /// Interleaved stereo. Its first frame is number `first` of the file.
    var samples: [Float] = []
    var first = 0
    /// The next frame to be mixed.
    var next = 0
    /// How many frames it is late.
    var late = 0
    var isComplete = false
    var failure: SongDecodingError?
    var activity = SpeechActivity()
    var peaks = PeakTrack()

    /// The frame after the last one read.
    var end: Int { first + samples.count / 2 }
    /// How many frames still have to be decoded ahead.
    func missing(ahead: Int) -> Int { isComplete ? 0 : next + ahead - end }
  }

  /// The sound of the file at `path`. Does not block.
  init(_ path: String, loops: Bool, from source: Source) {
    feed = Feed(path: FilePath(path), loops: loops, source: source)
  }

  deinit {
    feed.state.withLock { $0.reading += 1 }
    feed.wake.signal()
  }

  var hasFailed: Bool { feed.state.withLock { $0.failure != nil } }

  /// Why it cannot be played any further; only once.
  func takeFailure() -> SongDecodingError? { feed.state.withLock { $0.failure.take() } }

  /// Starts to read from frame `first` on, unless that has started.
  func prepare(from first: Int, sampleRate: Int) {
    let begun: Int? = feed.state.withLock { state in
      guard state.sampleRate != sampleRate else { return nil }
      state = State(
        reading: state.reading + 1, sampleRate: sampleRate, first: first, next: first)
      state.peaks.first = first
      state.activity.begin(at: first, sampleRate: sampleRate)
      return state.reading
    }
    guard let begun else { return }
    guard !SystemThread.startAtOnce("lane", { [feed] in feed.run(begun) }) else { return }
    feed.state.withLock { state in
      state.isComplete = true
      state.failure = SongDecodingError(
        "the system allows no more threads ('ulimit -u')", concernsFile: false)
    }
  }

  // MARK: LaneSound

  /// Known once the file has been read to its end.
  var length: Duration {
    feed.state.withLock { state in
      state.isComplete
        ? Duration(frames: state.end + state.late, sampleRate: max(state.sampleRate, 1))
        : .seconds(1_000_000_000)
    }
  }

  func level(at time: Double) -> Float {
    feed.state.withLock { state in
      state.peaks.level(at: time * Double(state.sampleRate) - Double(state.late))
    }
  }

  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
  ) {
    prepare(from: first, sampleRate: sampleRate)
    let count = frames.count / 2
    let isLow: Bool = feed.state.withLock { state in
      let begin = first - state.late
      let skipped = min(max(state.first - begin, 0), count)
      let available = min(max(state.end - begin, 0), count)
      if skipped < available {
        state.samples.withUnsafeBufferPointer { samples in
          let offset = 2 * (begin - state.first)
          for index in (2 * skipped)..<(2 * available) {
            frames[index] += samples[offset + index] * gain
          }
        }
      }
      state.next = max(state.next, begin + available)
      if !state.isComplete { state.late += count - available }
      let kept = Self.history.frameCount(at: sampleRate)
      let surplus = min(state.next - kept, state.end) - state.first
      if surplus > 2 * kept {
        state.samples.removeFirst(2 * surplus)
        state.first += surplus
        state.peaks.forget(before: state.first)
        state.activity.forget(before: state.first)
      }
      return state.missing(ahead: Self.lookahead.frameCount(at: sampleRate)) > 0
    }
    if isLow { feed.wake.signal() }
  }

  /// If nobody hears it yet, blocks until `count` frames from `first` on have been read, and what
  /// must be known beyond them.
  func wait(for count: Int, from first: Int) {
    while feed.source.waits {
      let isThere = feed.state.withLock { state in
        let begin = first - state.late
        let ahead = Self.lookahead.frameCount(at: state.sampleRate) * 9 / 10
        state.next = max(state.next, begin)
        return state.sampleRate == 0 || state.isComplete || begin + count + ahead <= state.end
      }
      if isThere { return }
      feed.wake.signal()
      feed.arrival.wait()
    }
  }

  // MARK: What gives way to it

  /// When there is speech, in seconds since the sound began, including pauses of up to 3 s.
  var speech: [Range<Double>] {
    feed.state.withLock { state in
      let rate = Double(max(state.sampleRate, 1))
      return state.activity.stretches.map {
        Double($0.lowerBound + state.late) / rate..<Double($0.upperBound + state.late) / rate
      }
    }
  }

  /// The thread's data. The thread does not keep the sound alive.
  private struct Feed: Sendable {
    let path: FilePath
    let loops: Bool
    let source: Source
    /// Shared with the thread, owned by its lock.
    let state = Locked(State())
    /// Wakes the thread that reads.
    let wake = WakeSignal()
    /// Wakes the playing thread, if it waits.
    let arrival = WakeSignal()

    /// Reads ahead of the playing thread, while this is the latest `reading`.
    func run(_ reading: Int) {
      /// The state, while this thread is the one that reads.
      func own(_ state: State) -> State? { state.reading == reading ? state : nil }

      defer { arrival.signal() }
      guard let (rate, start) = state.withLock({ own($0).map { ($0.sampleRate, $0.first) } }) else {
        return
      }
      let ahead = StreamedSound.lookahead.frameCount(at: rate)
      do throws(SongDecodingError) {
        let reader = try LoopReader(
          path, decoders: source.decoders, converters: source.converters, sampleRate: rate,
          start: start, loops: loops)
        var samples: [Float] = []
        while true {
          guard let missing = state.withLock({ own($0)?.missing(ahead: ahead) }) else { return }
          guard missing > 0 else {
            wake.wait()
            continue
          }
          samples.removeAll(keepingCapacity: true)
          let isMore = try reader.read(into: &samples)
          state.withLock { state in
            guard state.reading == reading else { return }
            state.samples += samples
            state.peaks.append(samples)
            state.activity.append(samples)
            if !isMore { state.isComplete = true }
          }
          arrival.signal()
          if !isMore { return }
        }
      } catch {
        state.withLock { state in
          guard state.reading == reading else { return }
          (state.isComplete, state.failure) = (true, error)
        }
      }
    }
  }
}

/// The peaks of a sound, joined by straight lines that no sample exceeds.
struct PeakTrack {
  /// Frames in a block.
  static let blockLength = 256

  /// The frame at which the first block begins.
  var first = 0
  private var peaks: [Float] = []
  /// The number of frames in the last block.
  private var lastCount = PeakTrack.blockLength

  /// Adds interleaved stereo samples.
  mutating func append(_ samples: [Float]) {
    for frame in 0..<(samples.count / 2) {
      if lastCount == Self.blockLength {
        peaks.append(0)
        lastCount = 0
      }
      lastCount += 1
      let peak = max(abs(samples[2 * frame]), abs(samples[2 * frame + 1]))
      if peak > peaks[peaks.count - 1] { peaks[peaks.count - 1] = peak }
    }
  }

  /// Drops blocks that end before `frame`, except one.
  mutating func forget(before frame: Int) {
    let count = min((frame - first) / Self.blockLength - 1, peaks.count - 1)
    guard count > 0 else { return }
    peaks.removeFirst(count)
    first += count * Self.blockLength
  }

  /// The number of blocks up to the last one above `threshold`; 0 if there is none.
  func end(above threshold: Float) -> Int { (peaks.lastIndex { $0 > threshold } ?? -1) + 1 }

  /// A continuous upper bound of the samples at `frame`. Extends a block beyond the sound.
  func level(at frame: Double) -> Float {
    level(atBlock: (frame - Double(first)) / Double(Self.blockLength))
  }

  /// The same, `position` blocks after the first one's beginning.
  func level(atBlock position: Double) -> Float {
    guard position > -1, position < Double(peaks.count + 1) else { return 0 }
    let index = Int(position.rounded(.down))
    let part = Float(position - position.rounded(.down))
    return corner(index) * (1 - part) + corner(index + 1) * part
  }

  /// The larger peak of the blocks on both sides of the beginning of block `index`.
  private func corner(_ index: Int) -> Float {
    max(
      peaks.indices.contains(index - 1) ? peaks[index - 1] : 0,
      peaks.indices.contains(index) ? peaks[index] : 0)
  }
}

/// Finds when somebody speaks, by the loudness of short blocks.
struct SpeechActivity {
  /// Pauses up to this long are part of the speech.
  static let longestPause = Duration.seconds(3)
  private static let block = Duration.milliseconds(40)
  /// Blocks below this mean power are no speech: -50 dBFS, and 30 dB below the loudest so far.
  private static let (threshold, share) = (1e-5, 1e-3)

  /// The first and last frames of each stretch of speech, in ascending order.
  private(set) var stretches: [Range<Int>] = []
  private var blockLength = 1
  private var pause = 0
  private var frame = 0
  private var (power, count) = (0.0, 0)
  private var loudest = 0.0

  /// Starts with frame `frame`.
  mutating func begin(at frame: Int, sampleRate: Int) {
    self.frame = frame
    blockLength = max(Self.block.frameCount(at: sampleRate), 1)
    pause = Self.longestPause.frameCount(at: sampleRate)
  }

  /// Adds interleaved stereo samples.
  mutating func append(_ samples: [Float]) {
    for index in 0..<(samples.count / 2) {
      let (left, right) = (Double(samples[2 * index]), Double(samples[2 * index + 1]))
      power += (left * left + right * right) / 2
      count += 1
      if count == blockLength { endBlock() }
    }
  }

  private mutating func endBlock() {
    let begin = frame
    frame += count
    let mean = power / Double(count)
    (power, count) = (0, 0)
    loudest = max(loudest, mean)
    guard mean > max(Self.threshold, loudest * Self.share) else { return }
    if let last = stretches.last, begin - last.upperBound <= pause {
      stretches[stretches.count - 1] = last.lowerBound..<frame
    } else {
      stretches.append(begin..<frame)
    }
  }

  /// Drops stretches that ended long before `frame`.
  mutating func forget(before frame: Int) {
    stretches.removeAll { $0.upperBound + pause < frame }
  }
}
