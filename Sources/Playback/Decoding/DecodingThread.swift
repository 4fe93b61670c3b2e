/// The thread that decodes ahead.
///
/// It opens files, reads disks and decodes, and so may block for long. It never touches a device,
/// never reports to the session, and holds no lock while it works.
enum DecodingThread {
  /// Starts the thread, which exits when `queue` shuts down or has appointed another prefetcher.
  static func start(
    _ id: Int = 0, queue: DecodeQueue, decoders: any DecoderOpener,
    converters: (any RateConverterMaker)?, gains: (any GainSource)?
  ) {
    SystemThread.start("decoding") {
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
}
