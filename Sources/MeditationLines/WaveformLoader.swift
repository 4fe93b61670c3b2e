/// Loads the waveform of the current song, and of no other.
@MainActor final class WaveformLoader {
  typealias Source = @Sendable (_ song: Int) async -> [UInt8]?

  private let source: Source
  private var song: Int?
  private var task: Task<Void, Never>?

  init(_ source: @escaping Source) { self.source = source }

  deinit { task?.cancel() }

  /// Switches from the previous song to `song`, if any; calls `deliver` once its waveform is there.
  func follow(_ song: Int?, _ deliver: @escaping @MainActor (Int, [UInt8]) -> Void) {
    guard song != self.song else { return }
    self.song = song
    task?.cancel()
    task = song.map { song in
      Task { [weak self, source] in
        guard let peaks = await source(song), !Task.isCancelled, self?.song == song else { return }
        deliver(song, peaks)
      }
    }
  }
}
