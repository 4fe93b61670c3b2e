import Glibc
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import Testing

@testable import MeditationEngine

/// Speech over music: it begins on its frame, and the music gives way as long as somebody speaks.
@MainActor struct VoiceTests {
  private static let rate = 8_000
  /// The gain of a voice at 100 %.
  private static let gain = 0.707

  private func frames(_ seconds: Double) -> Int { Int((seconds * Double(Self.rate)).rounded()) }

  /// Speech where it is not silent, at `level` of full scale.
  private func speech(_ seconds: Double, _ spoken: [ClosedRange<Double>], level: Float = 0.1)
    -> MemoryTrack
  {
    MemoryTrack(
      (0..<frames(seconds)).map { frame -> Float in
        let time = Double(frame) / Double(Self.rate)
        return spoken.contains { $0.contains(time) } ? level : 0
      }, rate: Self.rate)
  }

  /// A session of `plan` over a song of half full scale, rendered in slices that fit nothing.
  private func render(
    _ plan: Plan, _ voices: [MemoryTrack], seconds: Double, song: Int32 = 1 << 30,
    pausingAt pause: Int? = nil
  ) -> (Rig, [Double]) {
    let music = MemoryTrack(
      [Int32](repeating: song, count: frames(seconds + 2)), rate: Self.rate)
    let rig = Rig([music], sounds: .files(MemoryOpener(voices)))
    rig.sit(plan)
    var left = frames(seconds)
    if let pause {
      rig.advance(frames: pause, rate: Self.rate)
      rig.pause()
      rig.advance(frames: 3_000, rate: Self.rate)
      rig.resume()
      left -= pause
    }
    while left > 0 {
      rig.advance(frames: min(left, 777), rate: Self.rate)
      left -= 777
    }
    return (rig, rig.tape.int24().map { Double($0) / 8_388_608 })
  }

  private func plan(_ voices: [Voice]) -> Plan {
    .of {
      $0.length = .time(.seconds(60))
      $0.parts[0].voices = voices
    }
  }

  @Test("its first frame is at its time, to the frame, and it is as loud as its file says")
  func exact() {
    let tone = (0..<frames(2)).map { Float($0 % 50 + 1) / 100 }
    let voice = MemoryTrack(tone, rate: Self.rate)
    let (_, heard) = render(
      plan([Voice("track-0", at: .milliseconds(1_234))]), [voice], seconds: 4, song: 0)
    let first = frames(1.234)
    #expect(heard[..<first].allSatisfy { $0 == 0 })
    for (frame, sample) in tone.enumerated() where !frame.isMultiple(of: 97) {
      #expect(abs(heard[first + frame] - Double(sample) * Self.gain) < 1e-6, "\(frame)")
    }
    #expect(heard[(first + tone.count)...].allSatisfy { $0 == 0 })
  }

  @Test("the music gives way by 12 dB, 0.3 s before, and is back 2 s after")
  func ducking() {
    let (_, heard) = render(
      plan([Voice("track-0", at: .seconds(3))]), [speech(6, [1...3], level: 0.01)], seconds: 12)
    func music(_ second: Double) -> Double { heard[frames(second)] / 0.5 }
    #expect(music(3.6) == 1)
    #expect(music(3.85) < 0.9)
    let low = pow(10, -12.0 / 20)
    for second in stride(from: 4.01, to: 6, by: 0.05) {
      #expect(abs(music(second) - low - 0.01 * Self.gain / 0.5) < 1e-3, "\(second)")
    }
    #expect(music(6.5) > low && music(6.5) < 0.7)
    #expect(music(8.1) == 1)
  }

  @Test("a pause of the speaker keeps it down up to 3 s; in a longer one, it comes back")
  func pauses() {
    func lowest(gap: Double) -> Double {
      let voice = speech(gap + 4, [0...1, (1 + gap)...(2 + gap)], level: 0.01)
      let (_, heard) = render(
        plan([Voice("track-0", at: .seconds(1))]), [voice], seconds: gap + 6)
      return (heard[frames(2.2)..<frames(1.8 + gap)].max() ?? 0) / 0.5
    }
    #expect(lowest(gap: 2.9) < 0.26)
    #expect(lowest(gap: 5) == 1)
  }

  @Test("a pause goes on at the very frame of music and voice")
  func paused() {
    let tone = MemoryTrack((0..<frames(6)).map { Float($0 % 50 + 1) / 100 }, rate: Self.rate)
    let plan = plan([Voice("track-0", at: .seconds(1))])
    let (_, whole) = render(plan, [tone], seconds: 5)
    let at = 17_003
    let (_, paused) = render(plan, [tone], seconds: 5, pausingAt: at)
    let isSameBefore = paused[..<(at - 100)] == whole[..<(at - 100)]
    #expect(isSameBefore)
    let resumed = at + 3_000 + 200
    let isSameAfter = paused[resumed...].prefix(10_000).elementsEqual(
      whole[(at + 200)...].prefix(10_000))
    #expect(isSameAfter)
  }

  @Test("a jump of the music does not move it")
  func jump() {
    let tone = MemoryTrack((0..<frames(6)).map { Float($0 % 50 + 1) / 100 }, rate: Self.rate)
    let silence = MemoryTrack([Int32](repeating: 0, count: frames(20)), rate: Self.rate)
    let rig = Rig([silence, silence], sounds: .files(MemoryOpener([tone])))
    rig.sit(plan([Voice("track-0", at: .seconds(1))]))
    rig.advance(frames: frames(2), rate: Self.rate)
    rig.play(1)
    rig.advance(frames: frames(2), rate: Self.rate)
    let heard = rig.tape.int24().map { Double($0) / 8_388_608 }
    for frame in stride(from: frames(1), to: frames(4), by: 101) {
      let expected = Double((frame - frames(1)) % 50 + 1) / 100 * Self.gain
      #expect(abs(heard[frame] - expected) < 1e-6, "\(frame)")
    }
  }

  @Test("it goes ahead by 2 s on request, without a step")
  func moved() {
    let rise = MemoryTrack((0..<frames(9)).map { Float($0) / 100_000 }, rate: Self.rate)
    let silence = MemoryTrack([Int32](repeating: 0, count: frames(20)), rate: Self.rate)
    let rig = Rig([silence], sounds: .files(MemoryOpener([rise])))
    rig.sit(plan([Voice("track-0", at: .seconds(1))]))
    rig.advance(frames: frames(3), rate: Self.rate)
    rig.change { $0.plan.parts[0].voices[0].time = .seconds(-1) }
    rig.advance(frames: frames(2), rate: Self.rate)
    let heard = rig.tape.int24().map { Double($0) / 8_388_608 }
    // 4 s after the beginning of the session, 5 s of it.
    #expect(abs(heard[frames(4)] - Double(frames(5)) / 100_000 * Self.gain) < 1e-5)
    #expect(Signal.largestStep(heard) < 1e-3)
  }

  @Test("moved so that it speaks already, it has the music give way within 0.3 s, without a step")
  func movedToNow() {
    let music = MemoryTrack([Int32](repeating: 1 << 30, count: frames(12)), rate: Self.rate)
    let rig = Rig(
      [music], sounds: .files(MemoryOpener([speech(20, [0...20], level: 0.01)])))
    rig.sit(plan([Voice("track-0", at: .seconds(50))]))
    rig.advance(frames: frames(3), rate: Self.rate)
    rig.change { $0.plan.parts[0].voices[0].time = .seconds(1) }
    rig.advance(frames: frames(2), rate: Self.rate)
    let heard = rig.tape.int24().map { Double($0) / 8_388_608 / 0.5 }
    #expect(heard[frames(3) - 1] == 1)
    #expect(abs(heard[frames(3.7)] - pow(10, -12.0 / 20) - 0.01 * Self.gain / 0.5) < 1e-3)
    #expect(Signal.largestStep(heard) < 2e-3)
  }

  @Test("taken out while it speaks, it lets the music back over 2 s, without a step")
  func removed() {
    let music = MemoryTrack([Int32](repeating: 1 << 30, count: frames(12)), rate: Self.rate)
    let rig = Rig(
      [music], sounds: .files(MemoryOpener([speech(20, [0...20], level: 0.01)])))
    rig.sit(plan([Voice("track-0", at: .seconds(1))]))
    rig.advance(frames: frames(4), rate: Self.rate)
    rig.change { $0.plan.parts[0].voices = [] }
    rig.advance(frames: frames(4), rate: Self.rate)
    let heard = rig.tape.int24().map { Double($0) / 8_388_608 / 0.5 }
    let low = pow(10, -12.0 / 20)
    // It goes out within 0.3 s.
    #expect(abs(heard[frames(4)] - low - 0.01 * Self.gain / 0.5) < 1e-3)
    #expect((low + 0.02...0.9).contains(heard[frames(5.3)]))
    #expect(heard[frames(6.4)] == 1)
    #expect(Signal.largestStep(Array(heard[frames(2)...])) < 1e-3)
  }

  @Test("full scale of music, voice, eight layers and a gong does not clip")
  func headroom() {
    let plan = Plan.of {
      $0.length = .time(.seconds(20))
      $0.under = [.white, .pink, .brown, .rain, .waves, .wind, .stream].map {
        Layer($0, volume: 100)
      }
      $0.parts[0].voices = [Voice("track-0", at: .seconds(2))]
      $0.parts[0].bells = [.at([.seconds(4)], .roll(.seconds(10), .gong))]
    }
    let loud = MemoryTrack(
      (0..<frames(20)).map { $0 / 200 % 2 == 0 ? Float(1) : -1 }, rate: Self.rate)
    for song in [Int32.max, .min] {
      let (rig, heard) = render(plan, [loud], seconds: 16, song: song)
      #expect(rig.tape.int24().allSatisfy { $0 < 8_388_607 && $0 > -8_388_608 || abs($0) == 0 })
      #expect(heard.map(abs).max() ?? 2 <= 1)
    }
  }

  @Test("a file that is not there is told once, and all else goes on")
  func missing() {
    let plan = plan([Voice("track-7", at: .seconds(1))])
    let (rig, heard) = render(plan, [], seconds: 4)
    let failures = rig.news.filter { if case .laneFailed = $0.kind { true } else { false } }
    #expect(failures.count == 1)
    #expect(heard[frames(3)] == 0.5)
  }

  @Test("where the disk is late, it is late by itself, and loses nothing")
  func late() {
    let gate = Gate()
    gate.close()
    var track = MemoryTrack((0..<frames(4)).map { Float($0 + 1) / 100_000 }, rate: Self.rate)
    (track.gate, track.gateFrame) = (gate, 0)
    let voice = StreamedSound(
      "track-0", loops: false,
      from: StreamedSound.Source(
        decoders: MemoryOpener([track]), converters: LinearConverters(), waits: false))
    func mix(_ first: Int, _ count: Int) -> [Float] {
      var frames = [Float](repeating: 0, count: 2 * count)
      frames.withUnsafeMutableBufferPointer {
        voice.add(to: $0, from: first, sampleRate: Self.rate, gain: 1)
      }
      return stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
    }
    #expect(mix(0, 1_000).allSatisfy { $0 == 0 })
    gate.open()
    // Until its thread has read what follows.
    while voice.length > .seconds(100) { sched_yield() }
    let isWhole = mix(1_000, 1_000) == (0..<1_000).map { Float($0 + 1) / 100_000 }
    #expect(isWhole)
    #expect(voice.length == .seconds(4) + .milliseconds(125))
  }
}

/// When somebody speaks.
struct SpeechActivityTests {
  private func stretches(_ seconds: [(length: Double, level: Float)]) -> [Range<Double>] {
    var activity = SpeechActivity()
    activity.begin(at: 0, sampleRate: 1_000)
    for (length, level) in seconds {
      activity.append([Float](repeating: level, count: 2 * Int(length * 1_000)))
    }
    return activity.stretches.map { Double($0.lowerBound) / 1_000..<Double($0.upperBound) / 1_000 }
  }

  @Test("pauses up to 3 s belong to it, longer ones do not")
  func pauses() {
    #expect(stretches([(1, 0), (2, 0.1), (3, 0), (1, 0.1), (4, 0), (1, 0.1)]) == [1..<7, 11..<12])
  }

  @Test("noise 30 dB below the speech is none; so is what is softer than -50 dBFS")
  func soft() {
    #expect(stretches([(1, 0.2), (5, 0.005), (1, 0.2)]) == [0..<1, 6..<7])
    #expect(stretches([(5, 0.002)]).isEmpty)
  }
}
