import GaplessAudio
import Testing
import TwoFiles

/// A decoder that claims to have read more than there was room for.
private final class GreedyDecoder: SongDecoder {
  let format = StreamFormat(sampleRate: 48_000, channelCount: 1, sample: .int16)
  let tags = Tags()
  let frameCount: Int? = 48_000

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SongDecodingError) -> Int {
    buffer.count
  }

  func seek(to frame: Int) throws(SongDecodingError) {}
}

private struct GreedyOpener: DecoderOpener {
  func open(_ path: FilePath) throws(SongDecodingError) -> any SongDecoder { GreedyDecoder() }
}

/// An output without channels.
private final class FlatOutput: Output {
  let format = OutputFormat(sampleRate: 48_000, channelCount: 0, bits: 16)
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {}
}

private struct FlatOpener: OutputOpener {
  func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output {
    FlatOutput()
  }
}

@Suite("A decoder or an output of one's own that breaks its contract") struct BrokenContractTests {
  private static func play(_ decoders: any DecoderOpener, _ outputs: any OutputOpener) async {
    let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
    let engine = AudioEngine(decoders: decoders, outputs: outputs, events: continuation)
    engine.append([Track(path: "440")])
    engine.follow(Score(segment: .song(id: 0)))
    for await event in events where event.kind != .position { break }
    await engine.shutDown()
  }

  private func message(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test("stops the program where a decoder returns more than fits, and is named")
  func decoder() async throws {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await BrokenContractTests.play(GreedyOpener(), Recording())
    }
    #expect(try message(end).contains("GreedyDecoder.read(into:) returned"))
  }

  @Test("stops the program where an output has no channels, and its opener is named")
  func output() async throws {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await BrokenContractTests.play(SineOpener(frameCount: 48_000), FlatOpener())
    }
    #expect(
      try message(end).contains("FlatOpener opened an output of 48000 Hz, 0 channels and 16 bits"))
  }
}
