import Testing

@testable import MeditationLines

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
      // A slow disk, which reads on even if nobody wants the result any more.
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
