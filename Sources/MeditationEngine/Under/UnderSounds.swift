import Glibc
import MeditationPlan

extension Layer.Sound {
  /// The sound from its beginning, without a fade. Synthesised ones are the same in each session.
  func makeSound(from files: StreamedSound.Source) -> any LaneSound {
    switch self {
    case .white: UnderSound(.white, seed: 1)
    case .pink: UnderSound(.pink, seed: 2)
    case .brown: UnderSound(.brown, seed: 3)
    case .rain: UnderSound(.rain, seed: 4)
    case .waves: UnderSound(.waves, seed: 5)
    case .wind: UnderSound(.wind, seed: 6)
    case .stream: UnderSound(.stream, seed: 7)
    case .fire: UnderSound(.fire, seed: 8)
    case .fan: UnderSound(.fan, seed: 9)
    case .drone(let pitch):
      // A4, number 69 in MIDI, is 440 Hz.
      UnderSound(
        .drone(440 * pow(2, Double(pitch.number - 69) / 12)), seed: UInt64(100 + pitch.number))
    case .file(let path): StreamedSound(path, loops: true, from: files)
    }
  }
}
