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

/// Ends a stream when nobody holds it any more.
private final class Release: Sendable {
  private let continuation: AsyncStream<Void>.Continuation

  init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}

@Suite("Loading waveforms") @MainActor struct WaveformLoaderTests {
  @Test("one that comes when another song plays is not delivered")
  func late() async {
    let (disk, key) = AsyncStream.makeStream(of: Void.self)
    let loader = WaveformLoader { song in
      // A disk that takes its time, whoever still wants what it reads.
      if song == 0 { await Task { for await _ in disk { break } }.value }
      return [UInt8(song)]
    }
    var delivered: [Int] = []
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    // The request is over when it lets go of its handler.
    loader.follow(0) { [release = Release(continuation)] song, _ in
      delivered.append(song)
      withExtendedLifetime(release) {}
    }
    loader.follow(1) { song, _ in delivered.append(song) }
    while delivered.isEmpty { await Task.yield() }
    key.finish()
    for await _ in end {}
    #expect(delivered == [1])
  }
}
