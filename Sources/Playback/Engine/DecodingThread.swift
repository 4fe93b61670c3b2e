import Foundation

/// The thread that decodes ahead.
///
/// It opens files, reads disks and decodes, and so may block for long. It never touches a device,
/// never tells anything to the session, and holds no lock while it works.
enum DecodingThread {
  /// Starts the thread, which ends when `supply` is told to quit, or has appointed another feeder.
  static func start(_ id: Int = 0, supply: Supply, decoders: any DecoderOpener) {
    let thread = Thread {
      Thread.nameCurrent("decoding")
      let feeder = Feeder(id, supply: supply, decoders: decoders)
      while true {
        switch feeder.step() {
        case .worked: continue
        case .rested: supply.decoding.wait()
        case .retired: return
        }
      }
    }
    thread.start()
  }
}
