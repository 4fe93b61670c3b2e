import MeditationEngine
import Testing

/// The rule by which songs get their gains.
struct LevelGainTests {
  @Test(
    "to -20 LUFS, by at most 9 dB, and no peak above -1 dBTP",
    arguments: [
      (-26.0, -12.0, 6.0), (-14, -3, -6), (-20, -1, 0), (-20, -30, 0),
      // Not raised by more than 9 dB.
      (-29, -20, 9), (-35, -30, 9),
      // Limited by the peak; a peak that is too high is lowered even so.
      (-26, -4, 3), (-20, -0.5, -0.5), (-26, 0.5, -1.5), (-8, 1, -12),
      // Silence, or too short to be measured.
      (-Double.infinity, -Double.infinity, 0), (-.infinity, -60, 0), (-.infinity, 0, -1),
    ] as [(Double, Double, Double)])
  func gain(integrated: Double, truePeak: Double, expected: Double) {
    let loudness = Loudness(integrated: integrated, truePeak: truePeak)
    #expect(LevelGain.gain(for: loudness) == expected)
  }

  @Test("songs as one: the mean energy by length, and the highest peak")
  func album() {
    let songs = [
      measured(-20, -6, seconds: 60), measured(-30, -2, seconds: 60),
      measured(-.infinity, -50, seconds: 600),
    ]
    let loudness = LevelGain.loudness(of: songs)
    // Half of the energy of -20, and a twentieth of it.
    #expect(abs(loudness.integrated - -22.596) < 0.001)
    #expect(loudness.truePeak == -2)
    #expect(LevelGain.gain(for: loudness) == 1)
    #expect(LevelGain.gain(for: LevelGain.loudness(of: [])) == 0)
  }

  @Test("what was not measured to its end is not raised")
  func incomplete() {
    var song = measured(-26, -12, seconds: 60)
    #expect(LevelGain.gain(of: song) == 6)
    song.isComplete = false
    #expect(LevelGain.gain(of: song) == 0)
    #expect(LevelGain.gain(of: [measured(-26, -12, seconds: 60), song]) == 0)
    song.loudness.integrated = -14
    #expect(LevelGain.gain(of: song) == -6)
  }

  private func measured(_ integrated: Double, _ peak: Double, seconds: Int) -> SongMeasurement {
    SongMeasurement(
      loudness: Loudness(integrated: integrated, truePeak: peak), length: .seconds(seconds),
      peaks: [])
  }
}
