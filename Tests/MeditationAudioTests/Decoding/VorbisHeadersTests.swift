import MeditationEngine
import SystemPackage
import Testing

@testable import MeditationAudio

/// The headers of real files, compared with what opening the files finds.
struct VorbisHeadersTests {
  static let whole: [String] = [
    "oggenc -Q s.wav -o a.ogg",
    "oggenc -Q -t Waves -a 'A B' -l Sea s.wav -o a.ogg",
    "oggenc -Q -c title=First -c TITLE=Second -c Artist=Ünï s.wav -o a.ogg",
    "oggenc -Q -q -1 -t '' s.wav -o a.ogg",
    "oggenc -Q -N 3/12 -d 2019-05-01 s.wav -o a.ogg",
    "oggenc -Q -c PICTURE=$(head -c 90000 /dev/zero | tr '\\0' x) -t Long s.wav -o a.ogg",
    "sox -n -r 8000 -c 1 -b 16 o.wav synth 0.1 sine; oggenc -Q -t One o.wav -o a.ogg",
    "sox -n -r 96000 -c 6 -b 16 o.wav synth 2 sine; oggenc -Q -t Six o.wav -o a.ogg",
  ]

  static let others: [String] = [
    "cp s.wav a.ogg", "sox s.wav a.flac; mv a.flac a.ogg", ": >a.ogg", "printf OggS >a.ogg",
    "opusenc --quiet s.wav a.opus; mv a.opus a.ogg", "flac -s --ogg s.wav -o a.ogg",
    "oggenc -Q s.wav -o b.ogg; head -c 40 b.ogg >a.ogg",
    "oggenc -Q s.wav -o b.ogg; head -c 3000 b.ogg >a.ogg",
    "oggenc -Q s.wav -o b.ogg; head -c 5000 b.ogg >a.ogg",
    "oggenc -Q s.wav -o b.ogg; head -c -1 b.ogg >a.ogg",
    "oggenc -Q s.wav -o a.ogg; head -c 128 /dev/zero >>a.ogg",
    "oggenc -Q s.wav -o a.ogg; printf XX | dd of=a.ogg bs=1 seek=2000 conv=notrunc",
    "oggenc -Q -s 1 s.wav -o b.ogg; oggenc -Q -s 2 s.wav -o c.ogg; cat b.ogg c.ogg >a.ogg",
    "oggenc -Q s.wav -o b.ogg; ffmpeg -v error -ss 1 -copyts -i b.ogg -c copy a.ogg",
  ]

  @Test("the headers match the opened file", arguments: whole)
  func wholeStreams(make: String) throws {
    let file = try made(make)
    let properties = try #require(try headers(of: file)?.properties)
    #expect(properties.frameCount.map { $0 > 0 } == true)
    #expect(properties == AudioProperties(try SystemDecoders(programs: nil).open(file.path)))
  }

  @Test(
    "what is not one whole Vorbis stream is opened, and told as that tells it", arguments: others)
  func otherFiles(make: String) throws {
    let file = try made(make)
    #expect(try headers(of: file) == nil)
    let opener = SystemDecoders(programs: nil)
    let properties = Result { () throws(SongDecodingError) in try opener.properties(of: file.path) }
    let opened = Result { () throws(SongDecodingError) in
      AudioProperties(try opener.open(file.path))
    }
    #expect(properties == opened)
  }

  @Test("an end that is none is no length", arguments: [0, -1, Int64.min])
  func noEnd(position: Int64) throws {
    let file = try made("oggenc -Q s.wav -o a.ogg")
    try file.shop.changeEnd(of: "a.ogg") { _ in position }
    #expect(try headers(of: file) == nil)
  }

  /// A file made by a shell command out of two seconds of noise, and the folder that holds it.
  private func made(_ make: String) throws -> (shop: Workshop, path: FilePath) {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 2 pinknoise vol 0.3; \(make)")
    return (shop, shop.path("a.ogg"))
  }

  private func headers(of file: (shop: Workshop, path: FilePath)) throws -> VorbisHeaders? {
    VorbisHeaders(try SongFile(file.path))
  }
}
