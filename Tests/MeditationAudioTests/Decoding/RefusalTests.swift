import Foundation
import MeditationAudio
import MeditationEngine
import SystemPackage
import Testing

/// Files that neither libsndfile nor ffmpeg decodes: damaged, or not supported.
struct RefusalTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// Makes it from `s.wav`.
    var make: String
    var reason: String
    /// The reason where ffmpeg is not installed; the same if `nil`.
    var without: String?
    var testDescription: String { make }
  }

  private static let damaged = "the file is damaged"
  private static let noSound = "it is not a sound file of a supported format"
  private static let needed = "needs ffmpeg: install the package 'ffmpeg'"

  /// Writes `bytes` at `offset` of a copy of `file`.
  private static func patch(_ file: String, _ offset: Int, _ bytes: String) -> String {
    "cp \(file) a; printf '\(bytes)' | dd of=a bs=1 seek=\(offset) conv=notrunc 2>/dev/null"
  }

  static let rows: [Row] = [
    Row(name: "a.wav", make: "head -c 20 s.wav > a", reason: damaged),
    Row(name: "a.wav", make: "head -c 30 s.wav > a", reason: damaged),
    Row(
      name: "a.wav", make: "head -c 12 s.wav > a; head -c 4000 /dev/zero >> a", reason: damaged),
    Row(name: "a.wav", make: patch("s.wav", 22, "\\0\\0"), reason: damaged),
    // A format tag that no program knows.
    Row(
      name: "a.wav", make: patch("s.wav", 20, "\\315\\253"),
      reason: "its encoding is not supported by ffmpeg",
      without: "its encoding (0xabcd) \(needed)"),
    Row(name: "a.flac", make: "printf fLaC > a; head -c 4000 /dev/zero >> a", reason: damaged),
    Row(name: "a.ogg", make: "printf OggS > a; head -c 4000 /dev/zero >> a", reason: damaged),
    Row(
      name: "a.mp3", make: "printf 'ID3\\3\\0\\0\\0\\0\\0\\0' > a; head -c 4000 /dev/zero >> a",
      reason: damaged),
    Row(name: "a.mp3", make: "printf 'This is a text.' > a", reason: noSound),
    Row(name: "a.wav", make: "printf 'This is a text.' > a", reason: noSound),
    Row(name: "a.wav", make: "printf 'RIFF\\4\\0\\0\\0ACON' > a", reason: noSound),
    Row(name: "a.aiff", make: "printf 'FORM\\0\\0\\0\\4ILBM' > a", reason: noSound),
    Row(
      name: "a.m4a", make: "ffmpeg -v error -i s.wav a.m4a; head -c 900 a.m4a > a",
      reason: "the file is cut off", without: "MP4 (.m4a) \(needed)"),
  ]

  @Test("which of the two it is, is said", arguments: rows)
  func refusal(row: Row) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 8000 -c 2 -b 16 s.wav synth 1 pinknoise; \(row.make)")
    if row.name != "a" { try shop.run("cp a \(row.name)") }
    #expect(throws: SongDecodingError(row.reason)) {
      try SystemDecoders().open(shop.path(row.name))
    }
    #expect(throws: SongDecodingError(row.without ?? row.reason)) {
      try SystemDecoders(programs: nil).open(shop.path(row.name))
    }
  }

  @Test("FLAC in Ogg is not damaged because ffmpeg is missing")
  func oggFLAC() throws {
    let shop = try Workshop()
    try shop.run(
      "sox -D -n -r 8000 -c 2 -b 16 s.wav synth 1 pinknoise; flac -s --ogg s.wav -o a.oga")
    #expect(throws: SongDecodingError("its encoding (FLAC in Ogg) \(Self.needed)")) {
      try SystemDecoders(programs: nil).open(shop.path("a.oga"))
    }
    #expect(try SystemDecoders().open(shop.path("a.oga")).frameCount == 8_000)
  }
}
