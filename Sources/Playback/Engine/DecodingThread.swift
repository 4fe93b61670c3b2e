import Foundation

/// The thread that decodes ahead.
///
/// It opens files, reads disks and decodes, and so may block for long. It never touches a device,
/// never tells anything to the session, and holds no lock while it works.
enum DecodingThread {
  /// Starts the thread, which ends when `supply` is told to quit.
  static func start(_ supply: Supply, decoders: any DecoderOpener) {
    let thread = Thread {
      let feeder = Feeder(supply: supply, decoders: decoders)
      while !supply.isQuitting {
        switch feeder.step() {
        case .worked: continue
        case .rested: supply.decoding.wait()
        }
      }
    }
    thread.name = "decoding"
    thread.start()
  }
}
