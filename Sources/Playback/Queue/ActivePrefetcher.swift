/// Which prefetcher decodes, and whether it may be stuck in a read of the disk.
struct ActivePrefetcher: Sendable {
  /// Prefetchers that may be stuck at once, each with its thread.
  private static let stuckLimit = 8

  /// The prefetcher's number. One with another number is to exit.
  private(set) var id = 0
  /// The serial of the job that it works on; `nil` while it rests.
  private(set) var busySerial: Int?
  /// Replaced prefetchers that have not exited yet.
  private var stuckCount = 0

  /// Records that the prefetcher got `task` and had been working on the job `serial`.
  mutating func began(_ task: DecoderTask, after serial: Int) {
    switch task {
    case .begin(let job): busySerial = job.serial
    case .fill: busySerial = serial
    case .rest, .exit: busySerial = nil
    }
  }

  /// Records that a replaced prefetcher exits.
  mutating func replacedOneExited() { stuckCount -= 1 }

  /// Puts a new prefetcher in this one's place.
  ///
  /// - Returns: Its number; `nil` where too many are stuck.
  mutating func replace() -> Int? {
    guard stuckCount < Self.stuckLimit else { return nil }
    stuckCount += 1
    id += 1
    busySerial = nil
    return id
  }
}
