import MeditationAudio
import MeditationEngine
import SystemPackage
import Testing

/// A thousand songs, a thousand pauses and a thousand seeks leak nothing.
///
/// Each in a process of its own, so that what other tests hold is not counted.
struct EnduranceTests {
  @Test("out of memory: no descriptor, thread or memory more than before")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let songs = (0..<4).map { FilePath("song-\($0)") }
      var lengths: [FilePath: Duration?] = ["long": .seconds(90)]
      for song in songs { lengths[song] = .seconds(1) }
      try await Endurance(
        decoders: SilenceOpener(lengths: lengths), songs: songs, long: "long", rate: 44_100
      ).run(1_000)
    }
  }

  @Test("out of real files: no descriptor, thread or memory more than before")
  func files() async {
    await #expect(processExitsWith: .success) {
      let shop = try Workshop()
      try shop.run(
        "sox -D -n -r 8000 -c 1 -b 16 s.wav synth 1 pinknoise vol 0.3; sox -D s.wav s.flac; "
          + "oggenc -Q s.wav -o s.ogg; sox -D s.wav s.aiff; "
          + "sox -D -n -r 8000 -c 1 -b 16 long.flac synth 90 pinknoise vol 0.3")
      try await Endurance(
        decoders: SystemDecoders(programs: nil),
        songs: ["wav", "flac", "ogg", "aiff"].map { shop.path("s.\($0)") },
        long: shop.path("long.flac"), rate: 8_000
      ).run(1_000)
    }
  }
}
