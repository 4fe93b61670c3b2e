import MeditationEngine
import Testing

@testable import MeditationAudio

/// Disks that cannot be read any more while a song is decoded.
struct DiskErrorTests {
  @Test("an MP3 that does not state its length does not end there")
  func unbounded() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 s.wav synth 20 whitenoise; lame --quiet -b 128 -t s.wav s.mp3")
    let decoder = try #require(
      try SystemDecoders(programs: nil).open(shop.path("s.mp3")) as? SndfileDecoder)
    #expect(decoder.handle.extent.factor > 1)
    try shop.spoil(decoder.handle.file)
    #expect(try Decoded(decoder).error == Workshop.unreadable)
  }
}
