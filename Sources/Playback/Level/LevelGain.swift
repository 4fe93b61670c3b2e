import Glibc

/// The gain that brings songs to one loudness.
public enum LevelGain {
  /// What songs are brought to, in LUFS.
  public static let target = -20.0
  /// The most by which a song is raised, in dB: more would raise its noise.
  public static let limit = 9.0
  /// What no peak may exceed, in dBTP. Source: EBU R 128, "Maximum True Peak Level".
  public static let ceiling = -1.0

  /// The gain in dB for sound of this loudness. Silence is not raised.
  public static func gain(for loudness: Loudness) -> Double {
    let room = ceiling - loudness.truePeak
    guard loudness.integrated.isFinite else { return min(0, room) }
    return min(target - loudness.integrated, limit, room)
  }

  /// The gain in dB for `song`, which is not raised if its loudest part may not have been measured.
  public static func gain(of song: SongMeasurement) -> Double {
    let gain = gain(for: song.loudness)
    return song.isComplete ? gain : min(gain, 0)
  }

  /// The gain in dB for `songs` as one, with the same rule.
  public static func gain(of songs: [SongMeasurement]) -> Double {
    let gain = gain(for: loudness(of: songs))
    return songs.allSatisfy(\.isComplete) ? gain : min(gain, 0)
  }

  /// The loudness of `songs` as one: the mean of their energies, weighted by their lengths, and
  /// their highest peak.
  ///
  /// It differs from a measurement of all songs in a row by the gate alone, which that would set for
  /// all together.
  public static func loudness(of songs: [SongMeasurement]) -> Loudness {
    var energy = 0.0
    var seconds = 0.0
    for song in songs where song.loudness.integrated.isFinite {
      let length = Double(song.length.attoseconds) / 1e18
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
