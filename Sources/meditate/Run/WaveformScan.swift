import Dispatch
import MeditationAudio
import MeditationEngine
import MeditationPlan
import MeditationSystem
import SystemPackage

/// Finds the waveforms of songs, one at a time, in the background: stored ones, those measured with
/// the loudness, and others from samples of the file.
struct WaveformScan {
  /// The cells of the widest bar.
  private static let stepCount = 200

  let levels: SongLevels
  /// Returns the file of the song at an index, and the session's level.
  let song: @MainActor @Sendable (_ index: Int) -> (path: FilePath, level: Level)
  private let queue = DispatchQueue(label: "waveform", qos: .utility)

  /// The waveform of the song at `index`; `nil` if it cannot be read, or the task was cancelled.
  @Sendable func peaks(of index: Int) async -> [UInt8]? {
    let isCancelled = Locked(false)
    let (path, level) = await song(index)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async {
          let isCancelled = { isCancelled.withLock { $0 } }
          let measured = levels.peaks(of: path, at: level, isCancelled: isCancelled)
          continuation.resume(
            returning: measured
              ?? Waveform.peaks(
                of: path, stepCount: Self.stepCount, decoders: SystemDecoders(),
                isCancelled: isCancelled))
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }
}
