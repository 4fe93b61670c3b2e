import Glibc
import MeditationPlan
import SystemPackage

/// The gain that brings songs to one loudness.
package enum LevelGain {
  /// The most by which a song is raised, in dB: more would raise its noise.
  package static let limit = 9.0
  /// The highest peak allowed, in dBTP. Source: EBU R 128, "Maximum True Peak Level".
  package static let ceiling = -1.0

  /// The gain in dB for sound of this loudness. Silence is not raised.
  package static func gain(for loudness: Loudness) -> Double {
    let room = ceiling - loudness.truePeak
    guard loudness.integrated.isFinite else { return min(0, room) }
    return min(Level.target - loudness.integrated, limit, room)
  }

  /// The gain in dB for `song`, which is not raised if its loudest part may be unmeasured.
  package static func gain(of song: SongMeasurement) -> Double {
    let gain = gain(for: song.loudness)
    return song.isComplete ? gain : min(gain, 0)
  }

  /// The gain in dB for `songs` as one, with the same rule.
  package static func gain(of songs: [SongMeasurement]) -> Double {
    let gain = gain(for: loudness(of: songs))
    return songs.allSatisfy(\.isComplete) ? gain : min(gain, 0)
  }

  /// The loudness of `songs` together: the mean of their energies, weighted by their lengths, and
  /// their highest peak.
  ///
  /// It differs from a measurement of all songs in a row only by the gate, which would be set for
  /// all together.
  package static func loudness(of songs: [SongMeasurement]) -> Loudness {
    var energy = 0.0
    var seconds = 0.0
    for song in songs where song.loudness.integrated.isFinite {
      let length = song.length.inSeconds
      energy += length * pow(10, song.loudness.integrated / 10)
      seconds += length
    }
    return Loudness(
      integrated: seconds > 0 ? 10 * log10(energy / seconds) : -.infinity,
      truePeak: songs.map(\.loudness.truePeak).max() ?? -.infinity)
  }

  /// The factor of `decibels`, exactly 1 for 0.
  static func factor(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }
}

struct SongGain: Equatable, Sendable {
  /// The level off: samples pass unchanged.
  static let off = SongGain(level: .off, decibels: nil)

  let level: Level
  /// `nil` with the level off.
  let decibels: Double?
  /// Why the gain in the song's tags is not used, as a clause.
  var refusal: String?

  /// The factor for the samples; 1 where `decibels` is `nil`.
  var factor: Float { decibels.map(LevelGain.factor) ?? 1 }
}

/// Gives the gains of songs. An engine asks for that of a song before its first frame.
package protocol GainSource: Sendable {
  /// Adds songs to the list. Never blocks.
  func append(_ tracks: [Track])

  /// The gain in dB of the song at `path`, which was appended. It may come from the song's tags,
  /// and then holds until the engine asks again. Called on the decoding thread; may block until the
  /// song or, at `.album`, all songs of the list in its folder are measured.
  ///
  /// - Parameters:
  ///   - level: Not `.off`.
  ///   - isCancelled: Asked often; `true` cancels.
  /// - Returns: `nil` if it was cancelled, or if nothing is known: the song then plays unchanged.
  func gain(of path: FilePath, at level: Level, isCancelled: () -> Bool) -> Double?

  /// Why the latest `gain` of the song at `path` is not the one in its tags, as a clause; only
  /// once. `nil` if it is, or if there are none. Never blocks.
  func takeRefusal(of path: FilePath) -> String?

  /// The measured part of the song at `path`, 0 to 1; `nil` if it is not being measured, or its
  /// length is unknown. Never blocks; on any thread.
  func measuredPart(of path: FilePath) -> Double?
}
