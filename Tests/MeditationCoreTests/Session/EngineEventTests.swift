import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("News from the engine") @MainActor struct EngineEventTests {
  private let session = MeditationViewModel(count: 3)

  init() {
    session.perform(.pick([0, 1, 2]))
    session.perform(.start)
  }

  @Test("a crossed boundary makes the next song current without a jump")
  func crossed() {
    let before = session.score
    #expect(session.report(.crossed, at: 100) == .changed)
    #expect(session.modes == [.playable, .playing, .playable])
    #expect(session.score.generation == Generation(jump: before.generation.jump, segment: 1))
    #expect(session.sound == Sound(1, from: .zero, then: 2))
    #expect(session.state.summary.listened == .seconds(100))
  }

  @Test("damage skips a part of the song, which was not listened to, and changes no mode")
  func damaged() {
    let modes = session.modes
    session.report(.damaged(lost: .seconds(5)), at: 20)
    #expect(session.state.position == .seconds(25))
    session.report(.position, at: 30)
    #expect(session.state.position == .seconds(30))
    #expect(session.state.summary.listened == .seconds(25))
    #expect(session.state.summary.failedCount == 0)
    #expect(session.modes == modes)
  }

  @Test("an older event of the same generation turns nothing back")
  func older() {
    for seconds in [30.0, 20] {
      session.report(.position, at: seconds, elapsed: seconds)
      #expect(session.position == .seconds(30))
      #expect(session.state.elapsed == .seconds(30))
    }
    #expect(session.state.summary.listened == .seconds(30))
  }

  @Test("an underrun of an earlier session is not counted")
  func earlierUnderrun() {
    let old = session.score.generation
    session.perform(.back)
    session.perform(.start)
    func tell(_ generation: Generation) -> Outcome {
      session.receive(
        EngineEvent(
          generation: generation, position: .zero, kind: .underrun(lost: .seconds(1))))
    }
    #expect(tell(old) == .dropped)
    #expect(session.state.summary.underrunCount == 0)
    #expect(tell(session.score.generation) == .changed)
    #expect(session.state.summary.underrunCount == 1)
    #expect(session.state.summary.underrunTime == .seconds(1))
  }

  @Test("'next' typed as a song ends never skips two")
  func staleCrossing() {
    let old = session.score.generation
    session.perform(.next)
    let late = EngineEvent(generation: old, position: .seconds(100), kind: .crossed)
    #expect(session.receive(late) == .dropped)
    #expect(session.modes == [.playable, .playing, .playable])
  }

  @Test(
    "an event about the output as a whole is never dropped",
    arguments: [
      EngineEvent.Kind.noDevice(reason: "none"), .mixedDown(from: 6, to: 2),
      .laneFailed(path: "/rain.flac", reason: "cut"), .outputFailed(reason: "full"),
    ])
  func output(kind: EngineEvent.Kind) {
    let event = EngineEvent(generation: Generation(jump: -1), position: .zero, kind: kind)
    let ends = kind == .outputFailed(reason: "full")
    let isNews = ends || kind == .noDevice(reason: "none")
    #expect(session.receive(event) == (isNews ? .changed : .unchanged))
    #expect(session.phase == (ends ? .finished : .listening))
    session.perform(.back)
    #expect(session.receive(event) == .unchanged)
    #expect(session.phase == .picking)
  }

  @Test(
    "a song that is waited for is the current one",
    arguments: [EngineEvent.Kind.stalled, .measuring(percent: 4)])
  func waiting(kind: EngineEvent.Kind) {
    let old = session.score.generation
    session.perform(.next)
    func tell(_ generation: Generation) -> Outcome {
      session.receive(EngineEvent(generation: generation, position: .zero, kind: kind))
    }
    #expect(tell(old) == .dropped)
    #expect(session.state.measured == nil)
    #expect(tell(session.score.generation) == (kind == .stalled ? .unchanged : .changed))
    session.perform(.back)
    #expect(tell(session.score.generation) == .dropped)
    // In silence nothing is measured.
    let silent = MeditationViewModel(count: 0)
    silent.perform(.plan([.length(.open)]))
    silent.perform(.start)
    silent.report(.measuring(percent: 4))
    #expect(silent.state.measured == nil)
  }

  @Test("the gain of a song is known from its first event, and forgotten with the song")
  func gain() {
    session.perform(.level(.on))
    #expect(session.score.level == .on)
    #expect(session.state.gain == nil)
    func play(to seconds: Int, _ kind: EngineEvent.Kind = .position, gain: Double?) {
      session.receive(
        EngineEvent(
          generation: session.score.generation, position: .seconds(seconds), gain: gain, kind: kind)
      )
    }
    play(to: 1, gain: -3)
    #expect(session.state.gain == -3)
    // Events that know nothing of it change nothing.
    play(to: 2, gain: nil)
    #expect(session.state.gain == -3)
    play(to: 100, .crossed, gain: -3)
    #expect(session.state.gain == nil)
    play(to: 1, gain: 0)
    #expect(session.state.gain == 0)
    session.perform(.back)
    #expect(session.state.gain == nil)
    #expect(session.level == .on)
  }

  @Test("the last song's end finishes the session, once")
  func ended() {
    var phases: [Phase] = []
    let subscription = session.observe(\.phase) { _, new in phases.append(new) }
    for _ in 0..<3 { session.report(.ended, at: 100) }
    let late = EngineEvent(
      generation: session.score.generation, position: .seconds(100), kind: .ended)
    #expect(session.receive(late) == .dropped)
    #expect(phases == [.finished])
    #expect(session.modes == [.playable, .playable, .playable])
    #expect(session.state.summary.heardCount == 3)
    #expect(session.state.summary.listened == .seconds(300))
    withExtendedLifetime(subscription) {}
  }

  @Test("a failed song keeps its reason, and the next one starts")
  func failed() {
    session.report(.failed(reason: "the file is damaged"), at: 12)
    #expect(session.songs[0].failure == "the file is damaged")
    #expect(session.modes == [.playable, .playing, .playable])
    #expect(session.state.summary.failedCount == 1)

    session.perform(.select(0))
    #expect(session.songs[0].failure == nil)
    #expect(session.state.summary.failedCount == 0)
  }

  @Test("when all songs fail the session finishes, with that end")
  func allFailed() {
    for _ in 0..<3 { session.report(.failed(reason: "gone")) }
    #expect(session.phase == .finished)
    #expect(session.state.summary.failedCount == session.state.summary.songCount)
    #expect(session.state.summary.heardCount == 0)

    session.perform(.start)
    #expect(session.state.summary.failedCount == 0)
    #expect(session.songs.allSatisfy { $0.failure == nil })
  }

  @Test("a lost device pauses, and resumes by itself what it paused")
  func deviceLost() {
    session.report(.deviceLost(reason: "unplugged"), at: 7)
    #expect(session.transport == .paused)
    #expect(session.state.pauseCause == .device(reason: "unplugged"))
    #expect(session.position == .seconds(7))
    session.report(.deviceRestored)
    #expect(session.transport == .playing)
    #expect(session.position == .seconds(7))
  }

  @Test("sound that moves to other speakers pauses until the user plays on, and is not heard there")
  func soundMoved() {
    let reason = "the headphones are gone"
    #expect(session.report(.soundMoved(reason: reason), at: 7) == .changed)
    #expect(session.state.pauseCause == .device(reason: reason))
    #expect(session.state.sound == .fine)
    #expect(session.score.dropsHeld)
    #expect(session.report(.soundMoved(reason: reason)) == .dropped)
    session.report(.position, at: 8)
    #expect(session.transport == .paused && session.position == .seconds(8))
    // A server that ends meanwhile, and is back.
    session.report(.deviceLost(reason: "unplugged"))
    session.report(.deviceRestored)
    #expect(session.state.pauseCause == .device(reason: reason))
    session.perform(.play)
    #expect(session.transport == .playing && !session.score.dropsHeld)
  }

  @Test("a pause by the user stays one where the sound moves, and is ramped down")
  func soundMovedDuringPause() {
    session.perform(.pause)
    #expect(session.report(.soundMoved(reason: "the headphones are gone")) == .dropped)
    #expect(session.state.pauseCause == .user && !session.score.dropsHeld)
  }

  @Test(
    "bells go on where they are heard by others, but nothing else does",
    arguments: [
      ([], true), ([.under([Layer(.rain)])], false), ([.breath(.box)], false),
    ] as [([PlanChange], Bool)])
  func soundMovedInSilence(changes: [PlanChange], goesOn: Bool) {
    session.perform(.back)
    session.perform(.unpick([0, 1, 2]))
    session.perform(.plan([.length(.time(.seconds(60))), .opening(1), .settling(.seconds(5))]))
    session.perform(.plan(changes))
    session.perform(.start)
    session.report(.soundMoved(reason: "the headphones are gone"))
    #expect((session.transport == .playing) == goesOn)
  }

  @Test("a device that is lost while a jump is on its way pauses where the jump led")
  func deviceLostBeforeJump() {
    let old = session.score.generation
    session.perform(.next)
    let position = session.position
    let lost = EngineEvent(
      generation: old, position: .seconds(9), elapsed: .seconds(9),
      kind: .deviceLost(reason: "unplugged"))
    #expect(session.receive(lost) == .changed)
    #expect(session.transport == .paused && session.position == position)
  }

  @Test("a stroke whose gain is no number leaves a state that is equal to itself")
  func strokeWithoutGain() {
    session.report(.cue(Cue(.bell, stroke: 1, at: .seconds(1), gain: .nan)))
    #expect(session.state == session.state)
  }

  @Test("the state says whether there is a device, in every phase")
  func sound() {
    session.report(.deviceLost(reason: "unplugged"), at: 7)
    #expect(session.state.sound == .lost(reason: "unplugged"))
    // A pause that fades out is reported after the loss.
    session.report(.position, at: 8)
    #expect(session.state.sound == .lost(reason: "unplugged"))
    session.perform(.play)
    #expect(session.state.sound == .lost(reason: "unplugged"))
    session.report(.position, at: 9)
    #expect(session.state.sound == .fine)
    session.report(.noDevice(reason: "none"), at: 9)
    session.report(.position, at: 10)
    #expect(session.state.sound == .absent(reason: "none"))
    session.perform(.back)
    #expect(session.report(.deviceRestored) == .changed)
    #expect(session.state.sound == .fine)
  }

  @Test(
    "bells ring after the end until the engine says so, or nobody can hear them",
    arguments: [
      EngineEvent.Kind.rangOut, .deviceLost(reason: "gone"), .noDevice(reason: "none"),
      .outputFailed(reason: "the disk is full"),
    ])
  func ringing(last: EngineEvent.Kind) {
    #expect(!session.state.isRinging)
    session.perform(.finish)
    // Without bells, nothing rings.
    #expect(!session.state.isRinging)
    session.perform(.plan([.closing(2)]))
    for _ in 1...2 {
      session.report(.deviceRestored)
      session.perform(.start)
      #expect(!session.state.isRinging)
      session.perform(.finish)
      #expect(session.state.isRinging && session.state.nextStroke != nil)
      #expect(session.report(last) == .changed)
      #expect(!session.state.isRinging && session.state.nextStroke == nil)
    }
    session.perform(.start)
    session.report(.outputFailed(reason: "the disk is full"))
    #expect(session.state.end == .failed && !session.state.isRinging)
  }

  @Test("bells of a session that ends without a device do not ring")
  func endWithoutDevice() {
    session.perform(.finish)
    session.perform(.plan([.closing(2)]))
    session.perform(.start)
    session.report(.deviceLost(reason: "gone"))
    session.perform(.finish)
    #expect(session.state.end != nil && !session.state.isRinging)
  }

  @Test("a restored device does not end a user's pause")
  func deviceBackDuringPause() {
    session.report(.deviceLost(reason: "unplugged"))
    #expect(session.perform(.pause) == .changed)
    #expect(session.report(.deviceRestored) == .changed)
    #expect(session.transport == .paused)

    session.perform(.play)
    session.perform(.pause)
    session.report(.deviceLost(reason: "unplugged"))
    #expect(session.state.pauseCause == .user)
  }

  @Test("a position goes backwards only by a jump")
  func position() {
    session.report(.position, at: 10)
    session.report(.position, at: 9)
    #expect(session.position == .seconds(10))
    session.perform(.seek(.to(.seconds(4))))
    #expect(session.position == .seconds(4))
    session.report(.position, at: 5)
    #expect(session.state.summary.listened == .seconds(11))
  }
}
