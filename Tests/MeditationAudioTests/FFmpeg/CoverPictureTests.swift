import Foundation
import SystemPackage
import Testing

@testable import MeditationAudio

@Suite struct CoverPictureTests {
  @Test(
    "the picture in a file is copied as it is",
    arguments: ["-c:a libmp3lame a.mp3", "-c:a flac a.flac", "-c:a aac a.m4a"])
  func attached(encoding: String) throws {
    let shop = try Workshop()
    let name = try #require(encoding.split(separator: " ").last.map(String.init))
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 a.wav synth 1 sine 440")
    try shop.run("ffmpeg -v error -f lavfi -i color=red:s=16x16 -frames:v 1 a.png")
    #expect(CoverPicture(of: shop.path("a.wav")) == nil)
    try shop.run(
      "ffmpeg -v error -i a.wav -i a.png -map 0 -map 1 -c:v copy -disposition:v attached_pic \(encoding)"
    )
    let picture = try #require(CoverPicture(of: shop.path(name)))
    #expect(picture.ending == "png")
    #expect(Data(picture.bytes) == (try Data(contentsOf: URL(filePath: shop.path("a.png").string))))
  }

  @Test("a film, a text and what is not there have none")
  func none() throws {
    let shop = try Workshop()
    try shop.run(
      "ffmpeg -v error -f lavfi -i testsrc=s=64x64:d=1 -f lavfi -i sine=d=1 -c:v mjpeg a.mkv")
    try shop.run("echo x >a.mp3")
    for name in ["a.mkv", "a.mp3", "gone.mp3"] { #expect(CoverPicture(of: shop.path(name)) == nil) }
  }
}
