import Score
import SystemPackage

/// All that the decoding and the playing thread share: the plan, and the sound between them.
///
/// A pure value; `Supply` keeps it behind the one lock.
struct SupplyState: Sendable {
  /// Bytes of one chunk: 93 ms of 16-bit stereo at 44.1 kHz.
  static let chunkByteCount = 16 * 1024
  /// Chunks there may be in all, in the queue and in both threads' hands: 3.75 MiB. That is less than
  /// two seconds only for more than ten times the samples of a CD: 0.6 s of 8 channels at 192 kHz.
  static let chunkLimit = 240
  /// Seconds of sound at which decoding ahead rests, and at which it begins again: in between the
  /// decoding thread sleeps, so that it wakes seldom.
  static let restsAbove = 5.0
  static let wakesBelow = 3.0

  /// What is wanted.
  private(set) var plan = Plan()
  /// The files of the songs, by their ids.
  private var paths: [FilePath] = []
  private var edition = Edition()
  private var cutIndex = 0
  /// Set once, at the end.
  var isQuitting = false

  /// Decoded, not yet taken; oldest first.
  private var queue: [Chunk] = []
  private var queuedSeconds = 0.0
  /// Storage to be used again.
  private var free: [[UInt8]] = []
  private var storageCount = 0
  /// What is being decoded, or was decoded last.
  private var job: Job?
  /// Whether `job` was decoded to its end.
  private var jobIsDone = true
  /// Whether the queue is being filled up.
  private var isFilling = true
  private var lastSerial = 0
  /// Who decodes; an older one that comes back from a stalled disk is told to retire.
  private var feeder = 0
  /// The serial that `feeder` is at work on, perhaps in a read that stalls; `nil`: it is not.
  private var busySerial: Int?
  /// How many older feeders have not come back.
  private var strayCount = 0
  private static let strayLimit = 8

  /// How many chunks there have to be before the playing thread is woken.
  private let batch: Int

  /// An empty supply.
  ///
  /// - Parameter batch: How many chunks are worth waking the playing thread for: one where sound is
  ///   due, more where nobody listens and a change of threads for each chunk would cost the most.
  init(batch: Int) {
    self.batch = batch
    queue.reserveCapacity(Self.chunkLimit * 2)
    free.reserveCapacity(Self.chunkLimit)
  }

  /// What the playing thread is to bring about.
  var control: Control {
    Control(
      edition: edition, cutIndex: cutIndex, generation: plan.generation,
      hasSegment: plan.segment != nil, isPlaying: plan.isPlaying, volume: plan.volume,
      requestCount: plan.requestCount, isQuitting: isQuitting)
  }

  // MARK: For the session

  /// Adds the files of songs.
  mutating func append(_ paths: [FilePath]) { self.paths += paths }

  /// Takes `score`, and throws away what was decoded in vain.
  mutating func follow(_ score: Score) {
    switch plan.follow(score) {
    case .jump:
      edition.jump += 1
      drop { _ in true }
      if let segment = plan.segment {
        begin(segment, index: plan.generation.segment, start: plan.start)
      } else {
        lastSerial += 1
        job = nil
        jobIsDone = true
      }
    case .none:
      if let job, job.segmentIndex == plan.generation.segment + 1 { cutIfUseless(job) }
    }
    goOn()
  }

  /// Throws `job`, which decodes ahead, away if it is no longer what follows.
  private mutating func cutIfUseless(_ job: Job) {
    switch plan.following(plan.generation.segment) {
    case .segment(job.segment), .unknown:
      return
    case .segment, .nothing:
      let index = plan.generation.segment
      edition.cut += 1
      cutIndex = index
      drop { $0.segmentIndex > index }
      lastSerial += 1
      self.job = Job(
        serial: lastSerial, segmentIndex: index, segment: job.segment, path: job.path, start: .zero)
      jobIsDone = true
    }
  }

  /// Goes on to what follows the work that is done, if it is known.
  private mutating func goOn() {
    guard jobIsDone, let job, case .segment(let next) = plan.following(job.segmentIndex) else {
      return
    }
    begin(next, index: job.segmentIndex + 1, start: .zero)
  }

  private mutating func begin(_ segment: Segment, index: Int, start: Duration) {
    lastSerial += 1
    let id = segment.songID
    job = Job(
      serial: lastSerial, segmentIndex: index, segment: segment,
      path: paths.indices.contains(id) ? paths[id] : nil, start: start)
    jobIsDone = false
    isFilling = true
  }

  private mutating func drop(_ isUseless: (Chunk) -> Bool) {
    for index in queue.indices.reversed() where isUseless(queue[index]) {
      let chunk = queue.remove(at: index)
      queuedSeconds -= chunk.seconds
      recycle(chunk.storage)
    }
  }

  private mutating func recycle(_ storage: [UInt8]) {
    if !storage.isEmpty { free.append(storage) }
  }

  // MARK: For the decoding thread

  /// What the decoder of the work `serial` is to do next.
  mutating func order(for serial: Int, by feeder: Int) -> Order {
    guard feeder == self.feeder, !isQuitting else {
      strayCount -= 1
      return .retire
    }
    let order = order(for: serial)
    switch order {
    case .begin(let job): busySerial = job.serial
    case .fill: busySerial = serial
    case .rest, .retire: busySerial = nil
    }
    return order
  }

  private mutating func order(for serial: Int) -> Order {
    guard let job, !jobIsDone else { return .rest(isSilent: job == nil) }
    if job.serial != serial { return .begin(job) }
    if isFull { isFilling = false }
    guard isFilling else { return .rest(isSilent: false) }
    if let storage = free.popLast() { return .fill(storage) }
    storageCount += 1
    return .fill([UInt8](repeating: 0, count: Self.chunkByteCount))
  }

  /// Whether there is nothing to be decoded until something was played.
  private var isFull: Bool {
    queuedSeconds >= Self.restsAbove || (free.isEmpty && storageCount >= Self.chunkLimit)
  }

  /// Takes what was decoded; drops it if it is no longer wanted.
  ///
  /// - Returns: Whether the playing thread is to be woken.
  mutating func deliver(_ chunk: Chunk, serial: Int) -> Bool {
    guard let job, job.serial == serial, !jobIsDone else {
      recycle(chunk.storage)
      return false
    }
    queuedSeconds += chunk.seconds
    queue.append(chunk)
    if chunk.ending != nil {
      jobIsDone = true
      // Nothing follows damage by itself: the session is told, and jumps.
      if chunk.ending == .end { goOn() }
      return true
    }
    return queue.count >= batch || isFull
  }

  /// Appoints another feeder if the present one is stuck in work that is not wanted any more.
  mutating func relieve() -> Int? {
    guard let busySerial, let job, !jobIsDone, busySerial != job.serial else { return nil }
    guard strayCount < Self.strayLimit, !isQuitting else { return nil }
    strayCount += 1
    feeder += 1
    self.busySerial = nil
    return feeder
  }

  /// Takes storage back that was not used.
  mutating func giveBack(_ storage: [UInt8]) { recycle(storage) }

  // MARK: For the playing thread

  /// Moves chunks into `hand` until it holds `frameCount` frames or the queue is empty, and takes
  /// the storage of what was played back.
  ///
  /// - Parameter seen: What the hand belongs to; if the session jumped since, nothing is moved.
  /// - Returns: Whether the decoding thread is to be woken.
  mutating func take(
    into hand: inout [Chunk], atLeast frameCount: Int, returning spent: inout [[UInt8]],
    seen: Edition
  ) -> Bool {
    free.append(contentsOf: spent)
    spent.removeAll(keepingCapacity: true)
    guard seen == edition else { return false }
    var held = hand.reduce(0) { $0 + $1.frameCount }
    var count = 0
    while held < frameCount, count < queue.count {
      held += queue[count].frameCount
      queuedSeconds -= queue[count].seconds
      hand.append(queue[count])
      count += 1
    }
    queue.removeFirst(count)
    if queue.isEmpty { queuedSeconds = 0 }
    let isLow =
      queuedSeconds < Self.wakesBelow && queue.count < Self.chunkLimit * 3 / 5
    guard isLow, !isFilling else { return false }
    isFilling = true
    return true
  }

  /// Crosses the boundary after the segment of `index`, if it is known what follows.
  mutating func cross(_ index: Int, seen: Edition) -> Plan.Following {
    guard seen == edition, index == plan.generation.segment else { return .unknown }
    let following = plan.following(index)
    if case .segment(let next) = following { plan.cross(to: next) }
    return following
  }
}
