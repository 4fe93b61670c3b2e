import Foundation
import Playback
import SystemAudio
import SystemPackage
import Testing

/// Plays into a real PulseAudio server, and finds in the recording what was played.
///
/// The only suite that opens a sound device. Its time is the server's, so that a machine that is too
/// slow to play (a sanitizer on a busy one) fails it.
@Suite(
  .enabled(if: PulseServer.isInstalled, "PulseAudio is not installed"), .serialized)
@MainActor struct PulseAudioTests {
  @Test("the song, the pause and the resume are in the recording, to the frame")
  func pauseAndResume() async throws {
    let server = try PulseServer()
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 3 pinknoise vol 0.5")
    let song: [UInt32] = try Decoded(shop.path("s.wav")).samples(UInt32.self)
    let engine = AudioEngine(
      decoders: SndfileOpener(),
      outputs: AoLiveOpener(driver: "pulse", options: [("server", server.address)])
    ) { _ in }
    let recorder = try server.record()
    var heard = await recorder.next(seconds: 0.2)
    var intent = PlaybackIntent(
      stamp: Stamp(generation: 1), track: Track(song: 0, path: shop.path("s.wav")))
    engine.follow(intent)
    heard += await recorder.next(seconds: 1)
    intent.isPlaying = false
    engine.follow(intent)
    let paused = heard.count
    heard += await recorder.next(seconds: 1)
    intent.isPlaying = true
    engine.follow(intent)
    heard += await recorder.next(seconds: 3)
    await engine.shutDown()

    let start = find(song[0..<200], in: heard)
    try #require(start != nil)
    let beginning = start ?? 0
    let first = zip(heard[beginning...], song).prefix { $0 == $1 }.count
    #expect(first > 22_050)
    let silence = beginning + first + 441
    let next = heard[silence...].firstIndex { $0 != 0 }
    try #require(next != nil)
    let end = next ?? 0
    #expect(end - silence > 22_050)
    print("PulseAudio: silent \((silence - paused) * 1000 / 44_100) ms after the pause")
    // Resumed at the very frame, and untouched behind the ramp up.
    let match = find(song[(first + 441)..<(first + 641)], in: heard, from: end)
    try #require(match != nil)
    let resumed = match ?? 0
    #expect(abs(resumed - 441 - end) <= 20)
    let rest = song.count - first - 441
    let isWhole = heard[resumed..<(resumed + rest)].elementsEqual(song.suffix(rest))
    #expect(isWhole)
  }

  @Test("a server that dies is a lost device; when another one comes, it goes on")
  func serverDies() async throws {
    let server = try PulseServer()
    let shop = try Workshop()
    try shop.run("sox -D -n -r 44100 -c 2 -b 16 s.wav synth 60 pinknoise vol 0.5")
    let (events, continuation) = AsyncStream<PlaybackEvent>.makeStream()
    let engine = AudioEngine(
      decoders: SndfileOpener(),
      outputs: AoLiveOpener(driver: "pulse", options: [("server", server.address)])
    ) { continuation.yield($0) }
    engine.follow(
      PlaybackIntent(
        stamp: Stamp(generation: 1), track: Track(song: 0, path: shop.path("s.wav"))))
    var lost: PlaybackEvent?
    for await event in events {
      if event.position > .milliseconds(300), event.kind == .position { server.kill() }
      if case .deviceLost = event.kind { lost = event }
      if lost != nil { break }
    }
    #expect(lost?.kind == .deviceLost(reason: "the sound device is gone (pulse)"))
    #expect(lost.map { $0.position > .milliseconds(300) } == true)
    await engine.shutDown()
  }

  @Test("the drivers are listed, and a named one that is not there is refused with a hint")
  func drivers() throws {
    let drivers = AudioDrivers.list()
    #expect(drivers.contains { $0.name == "null" && $0.failure == nil })
    #expect(drivers.count { $0.isDefault } <= 1)
    #expect(
      AudioDrivers.check(driver: "nonsense")
        == "there is no sound driver 'nonsense'; 'meditate drivers' lists those that there are")
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
