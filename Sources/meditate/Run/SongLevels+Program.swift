import Foundation
import Platform
import Playback
import SongLibrary
import SystemAudio

extension SongLevels {
  /// The levels of a run, which are remembered in the cache. Where sound is `rendered`, nobody waits,
  /// and no tag is taken at its word.
  static func ofProgram(rendered: Bool) -> SongLevels {
    let folder = UserDirectories(environment: ProcessInfo.processInfo.environment).cache
    return SongLevels(
      meter: EBUR128Meter(decoders: SystemDecoders()), store: LoudnessCache(in: folder),
      usesTags: !rendered)
  }
}
