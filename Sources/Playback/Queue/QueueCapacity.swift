/// How much the queue holds, and in which pieces.
struct QueueCapacity: Sendable {
  /// Bytes of one chunk.
  let chunkByteCount: Int
  /// Chunks in all, in the queue and in both threads.
  let chunkLimit: Int
  /// How many chunks wake the playing thread.
  let batch: Int

  /// For a device, which is due sound at any time: chunks of 93 ms in 16-bit stereo at 44.1 kHz,
  /// 3.75 MiB in all. That is less than two seconds only above ten times the data rate of a CD: 0.6 s
  /// of 8 channels at 192 kHz.
  static let device = QueueCapacity(chunkByteCount: 16 * 1024, chunkLimit: 240, batch: 1)
  /// For a file, which nothing paces: few changes of threads, and a batch that stays in a core's
  /// cache. 2 MiB in all hold a third of a second of 8 channels at 192 kHz: more than a rate
  /// converter holds back and a ramp takes.
  static let file = QueueCapacity(chunkByteCount: 64 * 1024, chunkLimit: 32, batch: 8)
}
