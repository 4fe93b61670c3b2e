import Glibc

/// How long a fuzz test goes on: for as many seconds as `MEDITATION_FUZZ` says, or for a few runs.
package enum Fuzzing {
  private static var seconds: Double? {
    getenv("MEDITATION_FUZZ").flatMap { Double(String(cString: $0)) }
  }

  /// True with `MEDITATION_FUZZ`.
  package static var isLong: Bool { seconds != nil }

  /// Calls `run` with the seed of each run. Without `MEDITATION_FUZZ` the seeds are the same each
  /// time; with it they differ, and a run that fails names its seed, which `MEDITATION_SEEDS` takes.
  ///
  /// - Parameter count: The number of runs without `MEDITATION_FUZZ`.
  package static func repeatedly(
    _ count: Int, isolation: isolated (any Actor)? = #isolation,
    _ run: (_ seed: UInt64) async throws -> Void
  ) async rethrows {
    if let seeds = getenv("MEDITATION_SEEDS") {
      for seed in String(cString: seeds).split(separator: ",") {
        if let seed = UInt64(seed) { try await run(seed) }
      }
      return
    }
    guard let seconds else {
      for seed in 0..<UInt64(count) { try await run(seed) }
      return
    }
    let end = ContinuousClock.now + .seconds(seconds)
    repeat { try await run(.random(in: .min ... .max)) } while ContinuousClock.now < end
  }
}
