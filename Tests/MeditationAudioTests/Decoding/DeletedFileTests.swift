import Foundation
import MeditationAudio
import MeditationEngine
import MeditationPlan
import SystemPackage
import Testing

/// Real files that are deleted or changed while they play.
@MainActor struct DeletedFileTests {
  nonisolated static let kinds: [(String, String)] = [
    ("wav", "cp s.wav a.wav"), ("flac", "sox -D s.wav a.flac"),
    ("ogg", "oggenc -Q s.wav -o a.ogg"), ("opus", "opusenc --quiet s.wav a.opus"),
    ("mp3", "lame --quiet s.wav a.mp3"),
  ]

  @Test("a file that was unlinked, or replaced by another, still seeks", arguments: kinds)
  func seeks(kind: String, make: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 48000 -c 2 -b 16 s.wav synth 9 pinknoise vol 0.3; \(make)")
    var news: [EngineEvent] = []
    let engine = RenderingEngine(
      decoders: SystemDecoders(programs: nil), outputs: DiscardingOpener(),
      converters: SoxrConverters()
    ) { event in
      if event.kind != .position { news.append(event) }
    }
    engine.append([Track(path: shop.path("a.\(kind)"))])
    func seek(_ generation: Int, _ start: Duration, _ time: Duration) {
      engine.follow(
        Score(generation: Generation(jump: generation), segment: .song(id: 0), start: start))
      engine.advance(by: time)
    }
    seek(1, .zero, .seconds(1))
    try shop.run("rm a.\(kind)")
    seek(2, .seconds(8), .milliseconds(500))
    try shop.run("echo replaced > a.\(kind)")
    seek(3, .zero, .seconds(1))
    seek(4, .seconds(7), .seconds(3))
    #expect(news.map(\.kind) == [.ended])
    #expect(news.first?.position == .seconds(9))
    #expect(news.first?.generation == Generation(jump: 4))
  }

  @Test("a file truncated while playing fails at its new end", arguments: kinds)
  func truncated(kind: String, make: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 48000 -c 2 -b 16 s.wav synth 16 pinknoise vol 0.3; \(make)")
    let news = try play(shop.path("a.\(kind)")) {
      try shop.run("truncate -s $(($(stat -c %s a.\(kind)) / 2)) a.\(kind)")
    }
    guard case .failed(let reason)? = news.last?.kind else {
      Issue.record("\(news)")
      return
    }
    #expect(["the file is damaged", "the file is cut off here"].contains(reason))
    #expect(news.count == 1)
    let place = news[0].position
    #expect(place > .seconds(5) && place < .seconds(11), "\(place)")
  }

  @Test("a file that is overwritten while it plays does no harm", arguments: kinds)
  func overwritten(kind: String, make: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 48000 -c 2 -b 16 s.wav synth 16 pinknoise vol 0.3; \(make)")
    let news = try play(shop.path("a.\(kind)")) {
      try shop.run("head -c $(stat -c %s a.\(kind)) /dev/urandom | dd of=a.\(kind) conv=notrunc")
    }
    // As noise to its end, or as damage.
    try #require(news.count == 1)
    #expect(news[0].position > .seconds(1))
  }

  /// Plays the song at `path`, and does `harm` after a second; returns the events other than positions.
  private func play(_ path: FilePath, harm: () throws -> Void) rethrows -> [EngineEvent] {
    var news: [EngineEvent] = []
    let engine = RenderingEngine(
      decoders: SystemDecoders(programs: nil), outputs: DiscardingOpener(),
      converters: SoxrConverters()
    ) { event in
      if event.kind != .position { news.append(event) }
    }
    engine.append([Track(path: path)])
    engine.follow(Score(generation: Generation(jump: 1), segment: .song(id: 0)))
    engine.advance(by: .seconds(1))
    try harm()
    engine.advance(by: .seconds(20))
    return news
  }

  @Test("a decoder that is back at its start delivers what it did at first", arguments: kinds)
  func rewinds(kind: String, make: String) throws {
    let shop = try Workshop()
    try shop.run("sox -D -n -r 48000 -c 2 -b 16 s.wav synth 3 pinknoise vol 0.3; \(make)")
    let decoder = try SystemDecoders(programs: nil).open(shop.path("a.\(kind)"))
    let first = try Decoded(decoder).bytes
    try decoder.seek(to: 0)
    let second = try Decoded(decoder).bytes
    #expect(first.count == 3 * 48_000 * decoder.format.frameByteCount)
    #expect(first.elementsEqual(second))
  }
}
