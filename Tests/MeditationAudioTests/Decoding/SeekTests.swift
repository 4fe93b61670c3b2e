import Foundation
import MeditationAudio
import MeditationEngine
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// Where a decoder is after a seek: at the very frame, as if it had come there by decoding.
struct SeekTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    /// Makes a file of this name from `s.wav`: 12 s, first quiet, then loud.
    var make: String
    /// Of full scale. Opus is not exact before it has converged.
    var tolerance: Float = 0
    /// True if it is decoded by ffmpeg, in a process for each seek.
    var isForeign = false
    var name: String { String(make.split(separator: " ").last ?? "") }
    var testDescription: String { make }
  }

  static let kinds: [Kind] =
    [
      // The bit reservoir is used where a frame has room, and so in quiet music and in speech.
      ["lame --quiet -V 2 s.wav", "lame --quiet -V 9 s.wav", "lame --quiet -b 32 s.wav"],
      ["lame --quiet -b 320 s.wav", "lame --quiet --abr 100 s.wav", "lame --quiet -V 4 -t s.wav"],
      ["lame --quiet -b 8 --resample 24 -m m s.wav", "lame --quiet -b 8 --resample 8 -m m s.wav"],
      ["lame --quiet --freeformat -b 200 s.wav", "lame --quiet -m m -V 6 s.wav"],
    ].joined().enumerated().map {
      Kind(make: "\($1) \($0).mp3", tolerance: 1e-6)
    } + [
      Kind(make: "ffmpeg -v error -i s.wav -q:a 6 f.mp3", tolerance: 1e-6),
      Kind(make: "ffmpeg -v error -i s.wav -b:a 96k -write_xing 0 g.mp3", tolerance: 1e-6),
      Kind(make: "ffmpeg -v error -i s.wav -b:a 128k a.mp2", tolerance: 1e-6),
      Kind(make: "ffmpeg -v error -i s.wav -c:a libshine h.mp3", tolerance: 1e-6),
      Kind(make: "ffmpeg -v error -i s.wav -c:a libtwolame b.mp2", tolerance: 1e-6),
      Kind(make: "sox -D s.wav -e u-law d.wav"), Kind(make: "sox -D s.wav -e float -b 32 e.wav"),
      Kind(make: "ffmpeg -v error -i s.wav -c:a pcm_s24le a.w64"),
      Kind(make: "cp s.wav a.wav"), Kind(make: "sox -D s.wav a.aiff"),
      Kind(make: "ffmpeg -v error -i s.wav -c:a adpcm_ima_wav b.wav"),
      Kind(make: "ffmpeg -v error -i s.wav -c:a adpcm_ms c.wav"),
      Kind(make: "ffmpeg -v error -i s.wav a.caf"), Kind(make: "sox -D s.wav a.au"),
      Kind(make: "flac -s s.wav -o a.flac"),
      Kind(make: "ffmpeg -v error -i s.wav b.flac"), Kind(make: "sox -D s.wav -b 24 -C 8 c.flac"),
      Kind(make: "oggenc -Q s.wav -o a.ogg", tolerance: 1e-6),
      Kind(make: "oggenc -Q -q -1 s.wav -o b.ogg", tolerance: 1e-6),
      Kind(make: "ffmpeg -v error -i s.wav -c:a libvorbis c.ogg", tolerance: 1e-6),
      Kind(make: "sox -D s.wav d.ogg", tolerance: 1e-6),
      Kind(
        make: "ffmpeg -v error -i s.wav -strict -2 -c:a vorbis -ac 2 e.ogg", tolerance: 1e-6),
      Kind(make: "opusenc --quiet s.wav a.opus", tolerance: 0.02),
      Kind(make: "opusenc --quiet --hard-cbr --framesize 60 s.wav d.opus", tolerance: 0.05),
      Kind(make: "opusenc --quiet --bitrate 16 s.wav b.opus", tolerance: 0.05),
      Kind(make: "ffmpeg -v error -i s.wav -c:a libopus c.opus", tolerance: 0.02),
    ]
    // Noise that AAC replaces (PNS) is never the same.
    + [
      "aac -aac_pns 0 a.m4a", "alac b.m4a", "aac -aac_pns 0 a.aac", "wavpack a.wv", "tta a.tta",
      "flac a.mka", "libvorbis b.mka", "libopus a.webm", "wmav2 a.wma", "ac3 a.ac3", "flac a.oga",
    ].map { Kind(make: "ffmpeg -v error -i s.wav -c:a \($0)", tolerance: 1e-3, isForeign: true) }

  @Test("what follows a seek is what follows in the whole file", arguments: kinds)
  func seeks(kind: Kind) async throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 q.wav synth 8 sine 220 sine 331 vol 0.02; "
        + "sox -D -n -r 44100 -c 2 -b 16 l.wav synth 4 pinknoise vol 0.3; sox q.wav l.wav s.wav; "
        + kind.make)
    let decoders = kind.isForeign ? SystemDecoders() : SystemDecoders(programs: nil)
    let whole = try Recovered(decoders.open(shop.path(kind.name)))
    let run = try #require(whole.runs.first)
    #expect(whole.runs.count == 1 && whole.failure == nil)
    let decoder = try decoders.open(shop.path(kind.name))
    try await Fuzzing.repeatedly(kind.isForeign ? 4 : 25) { seed in
      var random = SeededGenerator(seed: seed)
      let frame = Int.random(in: 1..<(whole.end - 1), using: &random)
      let heard = try Recovered(decoder, from: frame, limit: Fuzzing.isLong ? 88_200 : 20_000)
      #expect(heard.runs.first?.frame == frame && heard.failure == nil, "seed \(seed)")
      let difference = heard.differenceAtOnce(to: run)
      #expect(difference <= kind.tolerance, "seed \(seed): frame \(frame), \(difference)")
    }
  }

  @Test("the tracks of a quiet MP3 are its frames, whichever of them is played first")
  func tracks() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 44100 -c 2 -b 16 s.wav synth 9 sine 220 sine 331 vol 0.02; lame --quiet -V 2 s.wav a.mp3"
    )
    let decoders = SystemDecoders(programs: nil)
    let whole = try Decoded(shop.path("a.mp3"))
    let tracks = try ["0:00-0:02.5", "0:02.5-0:06.1", "0:06.1-"].map { text in
      try #require(SongRange(text.utf8)).path(in: shop.path("a.mp3"))
    }
    let alone = try tracks.map { try Decoded($0, opener: decoders).bytes }
    #expect(alone.joined().elementsEqual(whole.bytes))
  }
}

extension Recovered {
  /// The largest difference to `whole` from the first frame on.
  fileprivate func differenceAtOnce(to whole: Run) -> Float {
    guard let run = runs.first, whole.samples.count >= run.frame * channelCount + run.samples.count
    else { return .infinity }
    return whole.samples.withUnsafeBufferPointer { whole in
      run.samples.withUnsafeBufferPointer { heard in
        var largest: Float = 0
        let offset = run.frame * channelCount
        for index in 0..<heard.count {
          largest = max(largest, abs(heard[index] - whole[offset + index]))
        }
        return largest
      }
    }
  }
}
