import Dispatch
import NIOConcurrencyHelpers
import Playback
import SystemAudio
import SystemPackage

/// Scans songs for their waveforms, one at a time, in the background.
struct WaveformScan {
  /// The cells of the widest bar.
  private static let stepCount = 200

  private let path: @MainActor @Sendable (_ song: Int) -> FilePath
  private let queue = DispatchQueue(label: "waveform", qos: .utility)

  /// A scan of songs; `path` gives the file of each index.
  init(path: @escaping @MainActor @Sendable (_ song: Int) -> FilePath) { self.path = path }

  /// The waveform of `song`, an index; `nil` if it cannot be read, or the task was cancelled.
  @Sendable func peaks(of song: Int) async -> [UInt8]? {
    let isCancelled = NIOLockedValueBox(false)
    let path = await path(song)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async {
          continuation.resume(
            returning: Waveform.peaks(
              of: path, stepCount: Self.stepCount, decoders: SystemDecoders(),
              isCancelled: { isCancelled.withLockedValue { $0 } }))
        }
      }
    } onCancel: {
      isCancelled.withLockedValue { $0 = true }
    }
  }
}
