import Playback
import Testing

struct AudioFormatsTests {
  @Test(
    "what an ending promises",
    arguments: [
      ("flac", .supported), ("opus", .supported), ("wav", .supported),
      ("m4a", .unsupported(reason: "AAC (.m4a) is not supported")),
      ("wma", .unsupported(reason: "Windows Media Audio (.wma) is not supported")),
      ("jpg", .other), ("m3u", .other), ("cue", .other), ("txt", .other), ("mov", .other),
      (nil, .other),
    ] as [(String?, AudioFormats.Verdict)])
  func verdict(ending: String?, verdict: AudioFormats.Verdict) {
    #expect(AudioFormats().verdict(onEnding: ending) == verdict)
  }
}
