import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage

/// Gains in dB by the number of the track and the level.
struct FixedGains: GainSource {
  var on: [Double]
  var album = 0.0
  /// Waited for before each answer, unless the question is cancelled.
  var gate: Gate?
  /// Opened by the first question, if it was closed.
  let wasAsked = Gate()
  /// The questions, in order.
  let asked = Locked<[String]>([])

  init(_ on: [Double], album: Double = 0) {
    self.on = on
    self.album = album
  }

  func append(_ tracks: [Track]) {}

  func takeRefusal(of path: FilePath) -> String? { nil }

  func measuredPart(of path: FilePath) -> Double? { 0.08 }

  func gain(of path: FilePath, at level: Level, isCancelled: () -> Bool) -> Double? {
    asked.withLock { $0.append("\(path) \(level)") }
    wasAsked.open()
    gate?.pass()
    if isCancelled() { return nil }
    let index = on.indices.first { MemoryOpener.path($0) == path } ?? 0
    return level == .album ? album : on[index]
  }
}
