import Foundation
import MeditationEngine
import MeditationPlan
import Testing

/// Songs of three sample rates, rendered into one file.
@MainActor struct MixedRatesTests {
  nonisolated private static let rates = [44_100, 48_000, 96_000, 44_100]

  @Test("each song is its sine, at its frame and for its length", arguments: rates[0...2])
  func render(rate: Int) throws {
    let shop = try Workshop()
    let rates = [rate] + Self.rates
    let counts = [20_000, 50_001, 70_001, 90_001, 30_000]
    for (index, rate) in rates.enumerated() {
      try makeSong(index, rate: rate, frameCount: counts[index], in: shop)
    }
    let news = try shop.render(rates.indices.map { "\($0).wav" }, for: .seconds(5)).map(\.kind)
    #expect(news == Array(repeating: .crossed, count: rates.count - 1) + [.ended])

    let rendered = try Decoded(shop.path("out.wav"))
    #expect(rendered.format.sampleRate == rate)
    let samples = rendered.samples(Int32.self).map { Double($0) / 2_147_483_648 }
    try #require(samples.count == 5 * rate)
    var start = 0
    for (index, songRate) in rates.enumerated() {
      let count = Int((Double(counts[index] * rate) / Double(songRate)).rounded())
      // Without the ringing at the ends, where the sine is cut off.
      let body = samples[(start + 1_000)..<(start + count - 1_000)]
      let fit = SineFit(body, frequency(index), rate: rate, from: 1_000)
      #expect(abs(SineFit.decibels(fit.amplitude * 2)) < 0.01)
      #expect(abs(fit.phase) < 0.0001)
      // 24 bits give -138 dB.
      #expect(fit.residue < -120)
      // No click: a sine that begins at 0 overshoots a little where the band ends.
      let edge = samples[start..<(start + 1_000)].map(abs).max() ?? 1
      #expect(edge < 0.5 * 1.1)
      start += count
    }
    #expect(samples[start...].allSatisfy { $0 == 0 })
  }

  private func frequency(_ index: Int) -> Double { 441 * Double(index + 1) }

  /// Half of full scale, in 24 bits.
  private func makeSong(_ index: Int, rate: Int, frameCount: Int, in shop: Workshop) throws {
    let sine = (0..<frameCount).map { frame in
      Int32(0x1p30 * sin(2 * .pi * frequency(index) * Double(frame) / Double(rate))).littleEndian
    }
    try sine.withUnsafeBytes { Data($0) }.write(to: shop.folder.appendingPathComponent("s.raw"))
    try shop.run("sox -D -t raw -r \(rate) -c 1 -b 32 -e signed -L s.raw -b 24 \(index).wav")
  }
}
