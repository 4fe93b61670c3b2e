import Glibc
import MeditationPlan
import MeditationSystem
import SystemPackage

/// The loudness of songs, measured ahead or on demand, and remembered.
///
/// A thread that needs a measurement makes it itself; for a folder, others help. What will play
/// later is measured by the helpers, threads of low priority that end when there is nothing to do.
/// A song for which an engine waits is taken over from a helper, which stops within its next block;
/// otherwise no song is read twice at once.
package final class SongLevels: GainSource {
  private let meter: any LoudnessMeter
  private let store: (any MeasurementStore)?
  private let helperLimit: Int
  private let waits: Bool
  private let patience: Duration
  /// Its lock is never held while anything is read.
  private let state = Locked(SongLevelState())

  /// Levels without songs.
  ///
  /// - Parameters:
  ///   - meter: Measures songs.
  ///   - store: Remembers measurements; without it, each start measures anew.
  ///   - waits: True to measure each song to its end, however long that takes. Otherwise a song
  ///     that is not measured begins with the gain of its tags, or of what is read of it in
  ///     `patience`.
  ///   - helperLimit: How many threads measure ahead; by default half the processors, at most four.
  package init(
    meter: any LoudnessMeter, store: (any MeasurementStore)? = nil, waits: Bool = false,
    patience: Duration = .seconds(5), helperLimit: Int? = nil
  ) {
    self.meter = meter
    self.store = store
    self.waits = waits
    self.patience = patience
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    self.helperLimit = helperLimit ?? min(max(processors / 2, 1), 4)
  }

  package func append(_ tracks: [Track]) { state.withLock { $0.append(tracks) } }

  package func gain(of path: FilePath, at level: Level, isCancelled: () -> Bool) -> Double? {
    let deadline = waits ? nil : ContinuousClock.now + patience
    var last: (any SongDecoder)?
    var isOver: Bool { deadline.map { .now > $0 } ?? false }
    switch level {
    case .off: return 0
    case .on:
      if let gain = taggedGain(of: path, at: level) { return gain }
      return measurement(of: path, after: &last, by: deadline, isCancelled).map { measured in
        measured.song.map { LevelGain.gain(of: $0) } ?? 0
      }
    case .album:
      if let gain = taggedGain(of: path, at: level) { return gain }
      let folder = state.withLock { $0.prioritizeFolder(of: path) }
      startHelpers()
      defer { state.withLock { $0.endPriority() } }
      // Songs that helpers are measuring come last: they would have to be begun again.
      for path in folder where !state.withLock({ $0.isHelped(path) }) {
        if isOver { break }
        guard measurement(of: path, after: &last, by: deadline, isCancelled) != nil else {
          return nil
        }
      }
      var songs: [SongMeasurement] = []
      for path in folder {
        let stamp = FileStamp(of: path)
        let known = state.withLock { $0.measured(path, stamp) }
        // Songs for which no time was left do not count.
        if known == nil, isOver { continue }
        guard let measured = known ?? measurement(of: path, after: &last, by: deadline, isCancelled)
        else {
          return nil
        }
        if let song = measured.song { songs.append(song) }
      }
      return LevelGain.gain(of: songs)
    }
  }

  package func measuredPart(of path: FilePath) -> Double? {
    state.withLock { $0.measuredPart(of: path) }
  }

  /// The gain in the tags of the song at `path`, so that it begins at once; `nil` if it has none,
  /// or if its measurement is known. It is measured meanwhile, for the next time.
  private func taggedGain(of path: FilePath, at level: Level) -> Double? {
    guard !waits else { return nil }
    let stamp = FileStamp(of: path)
    let isKnown = state.withLock { state in
      level == .album
        ? state.knownGain(of: path, at: level) != nil : state.measured(path, stamp) != nil
    }
    // Reading a stored measurement is as fast as reading tags.
    let isRemembered = level == .on && remembered(path) != nil
    guard !isKnown, !isRemembered else { return nil }
    let tagged = meter.tagged(path, at: level)
    if let reason = tagged?.refusal { state.withLock { $0.refusals[path] = reason } }
    return tagged?.loudness.map(LevelGain.gain)
  }

  package func takeRefusal(of path: FilePath) -> String? {
    state.withLock { $0.refusals.removeValue(forKey: path) }
  }

  /// The loudness in the tags of the song at `path`, if tags are used. Blocks on the disk.
  package func tagged(_ path: FilePath, at level: Level) -> TaggedLoudness? {
    waits ? nil : meter.tagged(path, at: level)
  }

  /// The stored measurement of the song at `path`; `nil` if there is none. Blocks on the disk.
  package func remembered(_ path: FilePath) -> SongMeasurement? {
    FileStamp(of: path).flatMap { store?.measurement(of: path, $0) }
  }

  /// The gain in dB of the song at `path` at `level`; `nil` if not known yet. Never blocks.
  package func knownGain(of path: FilePath, at level: Level) -> Double? {
    state.withLock { $0.knownGain(of: path, at: level) }
  }

  /// The peaks of the song at `path` if they are stored or, at a `level` other than `.off`, once
  /// they are measured; `nil` if they are unknown, or if it was cancelled. Blocks.
  package func peaks(
    of path: FilePath, at level: Level, isCancelled: () -> Bool
  ) -> [UInt8]? {
    var last: (any SongDecoder)?
    if level != .off { _ = measurement(of: path, after: &last, by: nil, isCancelled) }
    guard let stamp = FileStamp(of: path) else { return nil }
    let recent = state.withLock { $0.measured(path, stamp)?.song?.peaks ?? [] }
    let peaks = recent.isEmpty ? store?.measurement(of: path, stamp)?.peaks ?? [] : recent
    return peaks.isEmpty ? nil : peaks
  }

  /// Measures these songs ahead, and no longer those of an earlier call.
  ///
  /// - Parameters:
  ///   - paths: In the order of measuring; the first few hundred will do. An empty list ends the
  ///     measuring.
  ///   - level: At `.album`, each song is followed by the others of its folder.
  package func measureAhead(_ paths: [FilePath], at level: Level = .on) {
    state.withLock { $0.want(level == .off ? [] : paths, at: level) }
    startHelpers()
  }

  // MARK: Measuring

  private func startHelpers() {
    let count = state.withLock { $0.startHelpers(upTo: helperLimit) }
    for _ in 0..<count {
      let isStarted = SystemThread.startAtOnce("loudness") { [self] in
        SystemThread.deprioritizeCurrent()
        var last: (any SongDecoder)?
        while let path = state.withLock({ $0.claimForHelper() }) {
          let measured = read(path, FileStamp(of: path), after: &last) { [state] part in
            state.withLock { state in
              state.setPart(part, of: path)
              return state.isHelperWanted(path) ? .goOn : .cancel
            }
          }
          state.withLock { $0.finish(path, measured, by: .helper) }
        }
      }
      if !isStarted { state.withLock { $0.dropHelper() } }
    }
  }

  /// The measurement of the song at `path`, which is made if necessary. Blocks.
  ///
  /// - Parameters:
  ///   - last: What measured the song before it; then what has measured it.
  ///   - deadline: When the part read by then has to do; `nil` reads all.
  /// - Returns: `nil` if it was cancelled.
  private func measurement(
    of path: FilePath, after last: inout (any SongDecoder)?,
    by deadline: ContinuousClock.Instant?, _ isCancelled: () -> Bool
  ) -> SongLevelState.Measured? {
    let stamp = FileStamp(of: path)
    while !isCancelled() {
      // A caller that waits to the end gains nothing by opening again what a helper has open.
      switch state.withLock({ $0.claim(path, stamp, takesOver: !waits) }) {
      case .known(let measured): return measured
      case .busy: usleep(5_000)
      case .claimed:
        let measured = read(path, stamp, after: &last) { part in
          state.withLock { $0.setPart(part, of: path) }
          if isCancelled() { return .cancel }
          return deadline.map { .now > $0 } ?? false ? .finish : .goOn
        }
        state.withLock { $0.finish(path, measured, by: .waiter) }
        return measured
      }
    }
    return nil
  }

  private func read(
    _ path: FilePath, _ stamp: FileStamp?, after last: inout (any SongDecoder)?,
    _ next: (_ part: Double?) -> MeteringStep
  ) -> SongLevelState.Measured? {
    if let stamp, let song = store?.measurement(of: path, stamp) {
      return SongLevelState.Measured(stamp: stamp, song: song)
    }
    do throws(SongDecodingError) {
      guard let song = try meter.measure(path, after: &last, next: next) else { return nil }
      // An incomplete measurement may be completed another time.
      if let stamp, song.isComplete { store?.store(song, of: path, stamp) }
      return SongLevelState.Measured(stamp: stamp, song: song)
    } catch {
      return SongLevelState.Measured(stamp: stamp, song: nil)
    }
  }
}
