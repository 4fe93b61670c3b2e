import Testing

@testable import MeditationTerminal

@Suite("The bar of a song's progress") struct WaveBarTests {
  private func text(_ cells: Int, _ fraction: Double, _ peaks: [UInt8] = []) -> String {
    let bar = WaveBar(cells: cells, fraction: fraction, peaks: peaks)
    return bar.heard + bar.head + bar.rest
  }

  @Test(
    "the head stands where the song is",
    arguments: [
      (0.0, "┃─────────"), (0.1, "━┃────────"), (0.55, "━━━━━┃────"), (0.999, "━━━━━━━━━┃"),
      (1.0, "━━━━━━━━━┃"), (1.5, "━━━━━━━━━┃"), (-1.0, "┃─────────"),
    ])
  func head(fraction: Double, bar: String) {
    #expect(text(10, fraction) == bar)
  }

  @Test("its height follows the peaks, the loudest being the highest")
  func height() {
    let ramp = (0..<8).map { UInt8($0 * 10) }
    #expect(text(9, 0, [0] + ramp) == "┃▁▂▃▄▅▆▇█")
    #expect(text(5, 0, [9, 0, 0, 255, 255, 0, 0, 255, 0, 0]) == "┃███▁")
    #expect(text(8, 0.5, [200]) == "████┃███")
    #expect(text(4, 0, [0, 0, 0]) == "┃▁▁▁")
  }

  @Test("is as wide as asked for, whatever the peaks", arguments: [1, 2, 7, 120])
  func width(cells: Int) {
    for count in [0, 1, 5, 1000] {
      #expect(text(cells, 0.3, Array(repeating: 7, count: count)).count == cells)
    }
    #expect(text(0, 0.5).count == 1)
  }
}
