import Foundation
import MeditationAudio
import MeditationEngine
import MeditationTestSupport
import SystemPackage
import Testing

/// Files with changed bytes, as a hostile or a broken disk has them.
struct SoundFuzzTests {
  /// Each makes a file of this name from `s.wav`, 0.3 s of mono noise at 8 kHz.
  private static let kinds = [
    "lame --quiet -V 4 s.wav 0.mp3",
    "lame --quiet -V 4 -t s.wav b; printf 'TAG%125s' > t; cat b t > 1.mp3",
    "flac -s s.wav -o 2.flac",
    "printf 'TAG%125s' > t; flac -s s.wav -o c.flac; cat c.flac t > 3.flac",
    "oggenc -Q -s 1 s.wav -o d; oggenc -Q -s 2 s.wav -o e; cat d e > 4.ogg",
    "opusenc --quiet --serial 1 s.wav f; opusenc --quiet --serial 2 s.wav g; cat f g > 5.opus",
    "cp s.wav 6.wav", "ffmpeg -v error -i s.wav -c:a libmp3lame 7.wav",
    "ffmpeg -v error -i s.wav -c:a adpcm_ima_wav 8.wav", "sox -D s.wav 9.aiff",
    "sox -D s.wav 10.au",
    "ffmpeg -v error -i s.wav 11.caf", "ffmpeg -v error -i s.wav 12.aac",
    "flac -s --ogg s.wav -o 13.oga",
  ]

  @Test("changed bytes neither stop the program nor take long")
  func mutations() async throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 8000 -c 1 -b 16 s.wav synth 0.3 pinknoise vol 0.4")
    for make in Self.kinds { try shop.run(make) }
    let files = try Self.kinds.map { make in
      let name = String(make[(make.lastIndex(of: " ") ?? make.startIndex)...].dropFirst())
      return try Data(contentsOf: shop.folder.appendingPathComponent(name))
    }
    // ffmpeg takes too long to be started each time, and reads what libsndfile refuses.
    let decoders = SystemDecoders(programs: nil)
    try await Fuzzing.repeatedly(1_000) { seed in
      var random = SeededGenerator(seed: seed)
      var changed = files[Int.random(in: 0..<files.count, using: &random)]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let isHeader = Bool.random(using: &random)
        let place = Int.random(
          in: 0..<(isHeader ? min(200, changed.count) : changed.count), using: &random)
        changed[place] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        changed = changed.prefix(Int.random(in: 0...changed.count, using: &random))
      }
      try changed.write(to: shop.folder.appendingPathComponent("m"))
      let start = ContinuousClock.now
      _ = try? decoders.properties(of: shop.path("m"))
      if let decoder = try? decoders.open(shop.path("m")) {
        _ = try? Recovered(decoder, limit: 2_000_000)
      }
      let time = ContinuousClock.now - start
      #expect(time < .seconds(30), "seed \(seed): \(time)")
    }
  }
}
