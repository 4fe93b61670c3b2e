import Testing

@testable import SongLibrary

struct AudioFormatsTests {
  @Test(
    "what a name promises",
    arguments: [
      ("a.flac", .supported), ("a.OPUS", .supported), ("a.b.Wav", .supported),
      ("a.m4a", .unsupported(reason: "AAC (.m4a) is not supported")),
      ("a.WMA", .unsupported(reason: "Windows Media Audio (.wma) is not supported")),
      ("a.jpg", .other), ("flac", .other), (".flac", .other), ("a.", .other), ("", .other),
      ("a.flac ", .other), ("a.m3u", .other), ("a.cue", .other), ("a.txt", .other),
    ] as [(String, AudioFormats.Verdict)])
  func verdict(name: String, verdict: AudioFormats.Verdict) {
    #expect(AudioFormats.verdict(onName: Array(name.utf8)) == verdict)
  }
}
