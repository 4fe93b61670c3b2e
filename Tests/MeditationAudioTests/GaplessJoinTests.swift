import Foundation
import MeditationEngine
import MeditationPlan
import SystemPackage
import Testing

/// One continuous sine, cut in three, encoded, and joined again by the engine.
@MainActor struct GaplessJoinTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var kind: String
    var encode: String
    var rate: Int
    /// How far the codec's own sound may be from the sine at a seam, of full scale.
    var tolerance: Double
    var testDescription: String { "\(kind) \(rate)" }
  }

  nonisolated static let rows: [Row] = [
    Row(kind: "wav", encode: "cp $1.wav $1.x.wav", rate: 44_100, tolerance: 0.0001),
    Row(kind: "flac", encode: "sox -D $1.wav -b 24 $1.x.flac", rate: 96_000, tolerance: 0.0001),
    Row(kind: "flac", encode: "sox -D $1.wav $1.x.flac", rate: 48_000, tolerance: 0.0001),
    Row(kind: "mp3", encode: "lame --quiet -b 256 $1.wav $1.x.mp3", rate: 44_100, tolerance: 0.005),
    Row(kind: "ogg", encode: "oggenc -Q -q 8 $1.wav -o $1.x.ogg", rate: 44_100, tolerance: 0.03),
    Row(
      kind: "opus", encode: "opusenc --quiet --bitrate 256 $1.wav $1.x.opus", rate: 48_000,
      tolerance: 0.08),
  ]

  @Test("no frame too many or too few, and no jump at the seam", arguments: rows)
  func join(row: Row) throws {
    let shop = try Workshop()
    let cuts = [0, 50_001, 90_000, 150_000]
    let sine = (0..<150_000).map { frame in
      Int16((16_384 * sin(2 * .pi * 441 * Double(frame) / Double(row.rate))).rounded()).littleEndian
    }
    try sine.withUnsafeBytes { Data($0) }.write(to: shop.folder.appendingPathComponent("s.raw"))
    try shop.run("sox -D -t raw -r \(row.rate) -c 1 -b 16 -e signed -L s.raw s.wav")
    for index in 0..<3 {
      try shop.run(
        "sox -D s.wav \(index).wav trim \(cuts[index])s \(cuts[index + 1] - cuts[index])s")
      try shop.run("set -- \(index); \(row.encode)")
    }
    let news = try shop.render(
      (0..<3).map { "\($0).x.\(row.kind)" }, for: Duration(frames: 150_000, sampleRate: row.rate))
    #expect(news.map(\.kind) == [.crossed, .crossed, .ended])
    #expect(
      news.map(\.position)
        == (0..<3).map { Duration(frames: cuts[$0 + 1] - cuts[$0], sampleRate: row.rate) })
    let joined = try Decoded(shop.path("out.wav"))
    #expect(joined.readCount == 150_000)
    let values =
      joined.format.sample == .int16
      ? joined.samples(Int16.self).map { Double($0) / 32_768 }
      : joined.samples(Int32.self).map { Double($0) / 2_147_483_648 }
    let worst = values.enumerated().map { frame, value in
      abs(value - 0.5 * sin(2 * .pi * 441 * Double(frame) / Double(row.rate)))
    }
    #expect((worst.max() ?? 1) <= row.tolerance)
    print("join \(row.testDescription): largest error \(worst.max() ?? 1)")
  }
}
