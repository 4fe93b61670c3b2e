import MeditationSystem
import Testing

@testable import MeditationEngine

struct FormatNegotiationTests {
  @Test("fewer bits, then fewer channels, then another rate")
  func candidates() {
    let candidates = FormatNegotiation.candidates(
      for: OutputFormat(sampleRate: 96_000, channelCount: 6, bits: 24))
    let names = candidates.map { "\($0.sampleRate)/\($0.channelCount)/\($0.bits)" }
    #expect(
      names.prefix(7) == [
        "96000/6/24", "96000/6/16", "96000/2/24", "96000/2/16", "96000/1/24", "96000/1/16",
        "48000/6/24",
      ])
    #expect(names.count == 18)
  }

  @Test("a missing device is not tried with simpler formats")
  func absent() {
    let outputs = TapeOpener()
    outputs.tape.state.withLock {
      $0.refusal = OutputError("no device", concernsFormat: false)
    }
    let format = OutputFormat(sampleRate: 44_100, channelCount: 2, bits: 24)
    #expect(throws: OutputError("no device", concernsFormat: false)) {
      try FormatNegotiation.open(outputs, format, buffer: .zero)
    }
    #expect(outputs.tape.state.withLock { $0.openingCount } == 1)
  }
}
