import MeditationCore
import MeditationPlan
import MeditationTestSupport
import Testing

/// Clients of the core may build its values from any numbers: no public property traps.
@Suite("Public values out of extreme numbers") struct PublicValueFuzzTests {
  private static let longest = Duration.seconds(Int32.max)

  @Test("clauses")
  func clauses() async {
    await Fuzzing.repeatedly(200) { seed in
      var values = ExtremeValues(seed: seed)
      let time = values.time()
      let breath = values.breath()
      #expect(breath.length.map { .zero...Self.longest ~= $0 } ?? true)
      for phase in Breath.Phase.allCases {
        #expect(.zero...Self.longest ~= breath.length(of: phase))
      }
      _ = (breath.cycle, breath.phase(at: time)?.passed, breath.end(before: time), "\(breath)")
      let strokes = values.strokes()
      let bell = Bell(.gong, volume: values.number())
      _ = (strokes.length, strokes.isNone, strokes.count(bell), strokes.bell(bell), "\(strokes)")
      _ = ("\(values.rule())", "\(values.layer())", "\(values.voice())", "\(values.guide())")
      _ = ("\(Fade(in: values.time(), out: values.time()))", "\(Fade.seconds(.nan))")
      let day = TimeOfDay(second: values.number()) ?? .midnight
      #expect(0..<86_400 ~= day.after(time).second)
      _ = (Pitch(number: values.number())?.name, "\(day)")
      let change = values.change()
      _ = ("\(change)", PlanLimit.exceeded(by: change).map { "\($0)" })
    }
  }

  @Test("plans, their times and what follows from them")
  func plans() async {
    await Fuzzing.repeatedly(200) { seed in
      var values = ExtremeValues(seed: seed)
      let (plan, time) = (values.plan, values.time())
      _ = (plan.isEmpty, plan.isOfSongsAlone, plan.hasBells, plan.sounds, plan.outlastsSongs)
      _ = (plan.hasParts, plan.soundingParts, plan.length, plan.end, plan.opening, plan.closing)
      _ = (plan.bells, plan.breath, plan.overlap(of: time, with: values.time()))
      for part in plan.parts.indices {
        _ = (plan.begin(ofPart: part), plan.end(ofPart: part), plan.opening(ofPart: part))
        _ = plan.parts[part].duration
      }
      _ = (plan.part(at: time), plan.voice(at: time), plan.voices.map(\.end))
      var other = plan
      other.length = .time(time)
      _ = other.end
      for timetable in [
        Timetable(plan), Timetable(plan, endedAt: time), Timetable(plan, songsEnd: time),
      ] {
        _ = (timetable.stroke(from: time), timetable.stroke(after: time), timetable.end)
        _ = (timetable.strokes(at: time), timetable.moment(from: time), timetable.moments(at: time))
        let rehearsal = Rehearsal(of: timetable)
        _ = (rehearsal.stretches, rehearsal.step(at: time))
      }
    }
  }

  @Test("scores and events")
  func scores() async {
    await Fuzzing.repeatedly(200) { seed in
      var values = ExtremeValues(seed: seed)
      let generation = Generation(jump: values.number(), segment: values.number())
      let event = values.event(in: generation)
      _ = ("\(event)", "\(event.kind)", generation.following, "\(generation)")
      let id = SongID(rawValue: values.number())
      var score = Score(
        generation: generation, segment: .song(id: id), start: values.time(),
        volume: values.number(), session: values.number(), beginning: values.time(),
        zero: values.time(), plan: values.plan)
      score.cross(next: .silence(length: values.time()))
      _ = (score.segment?.songID, id < 0, "\(score)", "\(id)")
      let format = SoundFormat(sampleRate: values.number(), channelCount: values.number())
      #expect(1...8 ~= SoundFormat(covering: [format]).channelCount && format.sampleRate >= 0)
      let length = SongLength(values.length)
      _ = (length.exact, length.estimate, length.mapped { $0 })
      _ = "\(Cue(.bell, stroke: values.number(), of: values.number(), at: values.time()))"
    }
  }

  @Test("the state of a session")
  func states() async {
    await Fuzzing.repeatedly(200) { seed in
      var values = ExtremeValues(seed: seed)
      var state = SessionState()
      state.phase = values.pick(Phase.allCases)
      state.current = values.pick([nil, values.number()])
      (state.position, state.start) = (values.time(), values.time())
      (state.elapsed, state.beginning) = (values.time(), values.time())
      (state.ownVolume, state.plan) = (values.number(), values.plan)
      (state.jumped, state.measured) = (values.length, values.number())
      state.segment = values.pick([nil, .silence(length: values.length), .song(id: 0)])
      state.generation = Generation(jump: values.number(), segment: values.number())
      state.latestStroke = values.pick([
        nil, Cue(.bell, stroke: values.number(), at: values.time()),
      ])
      _ = (
        state.volume, state.level, state.isRepeating, state.sat, state.isSettling, state.isSilent
      )
      _ = (state.music, state.isSpokenTo, state.transport, state.isLevelAhead, state.score)
      _ = state.nextStroke
      let change = ModeChange(
        song: values.number(), from: .picking(.selected), to: .listening(.playing))
      _ = ("\(change)", "\(values.action)", PauseCause.device(reason: "gone").reason)
      for refusal in [
        Refusal.noSuchSong(number: values.number(), count: values.number()),
        .notInSession(number: values.number()), .notPicked(number: values.number()),
        .noSuchPlace(number: values.number(), count: values.number()),
        .alreadyHeard(number: values.number()), .partPassed(values.number()),
        .beyondEnd(values.time()),
      ] {
        #expect(!refusal.description.isEmpty && !refusal.word.isEmpty)
      }
    }
  }
}

extension ExtremeValues {
  fileprivate var plan: Plan {
    mutating get {
      var plan = Plan()
      plan.parts = (0..<pick([1, 2, 4])).map { index in
        var part = Part(pick(["", "Sit"]), planLength())
        (part.opening, part.closing) = (strokes(), strokes())
        part.bells = [rule(), rule()]
        (part.breath, part.hasMusic) = (pick([nil, breath()]), pick([true, false]))
        (part.under, part.voices) = ([layer()], [voice()])
        return part
      }
      (plan.sessionOpening, plan.sessionClosing) = (strokes(), strokes())
      (plan.settling, plan.crossfade) = (time(), time())
      (plan.begin, plan.guide) = (TimeOfDay(second: number()), guide())
      (plan.fade, plan.under) = (Fade(in: time(), out: time()), [layer()])
      (plan.breathVolume, plan.voiceVolume, plan.volume) = (number(), number(), number())
      return plan
    }
  }
}
