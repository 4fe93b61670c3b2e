import Foundation
import MeditationEngine
import MeditationPlan
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationAudio

/// Plays into a real PulseAudio server, and finds in the recording what was played.
///
/// The only suite that opens a sound device. Its time is the server's, so that a machine that is too
/// slow to play (a sanitizer on a busy one) fails it.
@Suite(
  .enabled(if: PulseDaemon.isInstalled, "PulseAudio is not installed"), .serialized,
  .timeLimit(.minutes(20)))
struct PulseAudioTests {
  private let rate = PulseServer.rate
  /// 10 ms.
  private let ramp = PulseServer.rate / 100

  /// Waits for long, with a long buffer, on a machine that runs other tests at the same time.
  private func opener(of server: PulseServer) -> AoLiveOpener {
    AoLiveOpener(
      driver: "pulse", device: nil,
      options: [("server", server.address), ("buffer_time", "250")],
      limits: DriverSearch.Limits(
        all: .seconds(100), write: .seconds(100), close: .seconds(100),
        start: .seconds(100)))
  }

  @Test("the song, the pause and the resume are in the recording, to the frame")
  func pauseAndResume() async throws {
    let server = try PulseServer()
    let shop = try Workshop()
    try shop.run("sox -D -n -r \(rate) -c 2 -b 16 s.wav synth 3 pinknoise vol 0.5")
    let song: [UInt32] = try Decoded(shop.path("s.wav")).samples(UInt32.self)
    let engine = AudioEngine(
      decoders: SystemDecoders(programs: nil), outputs: opener(of: server),
      converters: SoxrConverters()
    ) { _ in }
    let recorder = try server.record()
    engine.append([Track(path: shop.path("s.wav"))])
    let (heard, paused) = try await OwnThreads.run {
      var heard = recorder.next(seconds: 0.2)
      var score = Score(generation: Generation(jump: 1), segment: .song(id: 0))
      engine.follow(score)
      heard += recorder.next(seconds: 1.5)
      score.transport = .paused
      engine.follow(score)
      let paused = heard.count
      heard += recorder.next(seconds: 1.5)
      score.transport = .playing
      engine.follow(score)
      heard += recorder.next(seconds: 4)
      return (heard, paused)
    }
    await engine.shutDown()

    let start = find(song[0..<200], in: heard)
    try #require(start != nil)
    let beginning = start ?? 0
    let first = zip(heard[beginning...], song).prefix { $0 == $1 }.count
    #expect(first > rate / 2)
    let silence = beginning + first + ramp
    let next = heard[silence...].firstIndex { $0 != 0 }
    try #require(next != nil)
    let end = next ?? 0
    #expect(end - silence > rate / 2)
    print("PulseAudio: silent \((silence - paused) * 1000 / rate) ms after the pause")
    // Resumed at the very frame, and untouched behind the ramp up.
    let match = find(song[(first + ramp)..<(first + ramp + 200)], in: heard, from: end)
    try #require(match != nil)
    let resumed = match ?? 0
    #expect(abs(resumed - ramp - end) <= 8)
    let rest = song.count - first - ramp
    let isWhole = heard[resumed..<(resumed + rest)].elementsEqual(song.suffix(rest))
    #expect(isWhole)
  }

  @Test("a device that is released is closed; one that is abandoned is not, which may take long")
  func abandon() throws {
    let server = try PulseServer()
    let shop = try Workshop()
    let opener = opener(of: server)
    let format = OutputFormat(sampleRate: rate, channelCount: 2, bits: 16)
    for isAbandoned in [false, true] {
      var output: (any Output)? = try opener.open(format, buffer: .milliseconds(40))
      try [UInt8](repeating: 0, count: 400).withUnsafeBytes { try output?.write($0) }
      #expect(try streamCount(of: server, in: shop) == 1)
      if isAbandoned { output?.abandon() }
      output = nil
      if isAbandoned {
        #expect(try streamCount(of: server, in: shop) == 1)
      } else {
        // Another thread closes it.
        while try streamCount(of: server, in: shop) > 0 {}
      }
    }
  }

  @Test("it is asked for twice what is wanted: a server lets the sink have half of it")
  func half() throws {
    let server = try PulseServer()
    let opener = AoLiveOpener(driver: "pulse", options: [("server", server.address)])
    let format = OutputFormat(sampleRate: rate, channelCount: 2, bits: 16)
    let output = try opener.open(format, buffer: .milliseconds(250))
    #expect(output.latency == .milliseconds(500))
    output.abandon()
  }

  /// The streams of this process.
  private func streamCount(of server: PulseServer, in shop: Workshop) throws -> Int {
    let mine = "application.process.id = \"\(ProcessInfo.processInfo.processIdentifier)\""
    let list = try shop.run("pactl -s \(server.address) list sink-inputs")
    return String(decoding: list, as: UTF8.self).components(separatedBy: mine).count - 1
  }

  @Test("engines that have shut down, or are released, leave no stream at the server")
  func shutDown() async throws {
    let server = try PulseServer()
    let shop = try Workshop()
    try shop.run("sox -D -n -r \(rate) -c 2 -b 16 s.wav synth 60 pinknoise vol 0.5")
    for isReleased in [false, true] {
      let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
      var engine: AudioEngine? = AudioEngine(
        decoders: SystemDecoders(programs: nil), outputs: opener(of: server),
        converters: SoxrConverters()
      ) { continuation.yield($0) }
      engine?.append([Track(path: shop.path("s.wav"))])
      engine?.follow(Score(generation: Generation(jump: 1), segment: .song(id: 0)))
      for await event in events where event.position > .milliseconds(300) { break }
      #expect(try streamCount(of: server, in: shop) == 1)
      if !isReleased { await engine?.shutDown() }
      engine = nil
      while try streamCount(of: server, in: shop) > 0 {}
    }
  }

  @Test("the drivers are listed, and a named one that is not there is refused with a hint")
  func drivers() throws {
    let drivers = AudioDrivers.list()
    #expect(drivers.contains { $0.name == "null" && $0.failure == nil })
    #expect(drivers.count { $0.isDefault } <= 1)
    #expect(
      AudioDrivers.check(driver: "nonsense")
        == "there is no driver of that name")
    let server = try PulseServer()
    #expect(
      AudioDrivers.check(driver: "pulse", options: [("server", server.address)]) == nil)
  }

  private func find(_ piece: ArraySlice<UInt32>, in sound: [UInt32], from: Int = 0) -> Int? {
    (from..<max(from, sound.count - piece.count)).first { index in
      sound[index] == piece.first && sound[index...].starts(with: piece)
    }
  }
}
