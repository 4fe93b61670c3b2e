import MeditationEngine
import Testing

struct AudioFormatsTests {
  @Test(
    "what an ending promises",
    arguments: [
      ("flac", .supported), ("opus", .supported), ("wav", .supported),
      ("m4a", .unsupported(reason: "MP4 (.m4a) needs ffmpeg: install the package 'ffmpeg'")),
      ("ofr", .unsupported(reason: "OptimFROG (.ofr) is not supported")),
      ("jpg", .other), ("m3u", .other), ("cue", .other), ("txt", .other), ("mov", .other),
      (nil, .other),
    ] as [(String?, AudioFormats.Verdict)])
  func verdict(ending: String?, verdict: AudioFormats.Verdict) {
    #expect(AudioFormats(hasFFmpeg: false).verdict(onEnding: ending) == verdict)
  }

  @Test("with ffmpeg, other sound and films are supported, but nothing that it does not decode")
  func withFFmpeg() {
    let formats = AudioFormats(hasFFmpeg: true)
    for ending in ["flac", "m4a", "wma", "mp4", "mkv", "mov"] {
      #expect(formats.verdict(onEnding: ending) == .supported)
    }
    #expect(
      formats.verdict(onEnding: "mid") == .unsupported(reason: "MIDI (.mid) is not supported"))
    #expect(formats.verdict(onEnding: "jpg") == .other)
  }

  @Test("without ffmpeg, the reason names it, and films are left out, but for mkv and webm")
  func withoutFFmpeg() {
    let formats = AudioFormats(hasFFmpeg: false)
    #expect(
      formats.verdict(onEnding: "m4a")
        == .unsupported(reason: "MP4 (.m4a) needs ffmpeg: install the package 'ffmpeg'"))
    #expect(
      formats.verdict(onEnding: "aax") == .unsupported(reason: "Audible (.aax) is not supported"))
    #expect(
      formats.verdict(onEnding: "mkv")
        == .unsupported(reason: "Matroska (.mkv) needs ffmpeg: install the package 'ffmpeg'"))
    #expect(
      formats.verdict(onEnding: "webm")
        == .unsupported(reason: "WebM (.webm) needs ffmpeg: install the package 'ffmpeg'"))
    #expect(formats.verdict(onEnding: "avi") == .other)
  }
}
