import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationText
import Testing

/// Lines about what lies under a session, who speaks over it, and the file of a guide.
struct LaneParserTests {
  @Test(
    "each valid line is its change, and is written so that it parses as the same",
    arguments: [
      ("under rain", .layer(Layer(.rain))), ("under rain 40%", .layer(Layer(.rain, volume: 40))),
      ("un pink 0", nil), ("under ra 7", .layer(Layer(.rain, volume: 7))),
      (
        "under drone a2 20 from settling",
        .layer(Layer(.drone(pitch("A2")), volume: 20, beginsWithSettling: true))
      ),
      ("under rain 40 at 5m for 10 minutes", .layer(layer(at: 300, for: 600))),
      ("under rain 40% for 1:30", .layer(layer(at: 0, for: 90))),
      ("under rain 40 at 5m", .layer(layer(at: 300))),
      ("under drone Bb1", .layer(Layer(.drone(pitch("A#1"))))),
      ("under ./sea.flac 30", .layer(Layer(.file("./sea.flac"), volume: 30))),
      ("under \"my sea.flac\"", .layer(Layer(.file("my sea.flac")))),
      ("under rain +5", .layerVolume(.rain, by: 5)),
      ("under drone A2 -10", .layerVolume(.drone(pitch("A2")), by: -10)),
      ("under rain off", .removeLayer(.rain)), ("under off", .under([])),
      ("voice ./scan.mp3", .voice(Voice("./scan.mp3"))),
      ("voice ./scan.mp3 at 5m", .voice(Voice("./scan.mp3", at: .seconds(300)))),
      ("voice \"body scan.mp3\" at 1:30", .voice(Voice("body scan.mp3", at: .seconds(90)))),
      ("voice +30s", .moveVoice(.seconds(30))), ("voice -1m", .moveVoice(.seconds(-60))),
      ("voice volume 80", .voiceVolume(80)), ("voice off", .voices([])),
      ("guide ./scan.txt", .guide(Guide("./scan.txt"))), ("guide off", .guide(nil)),
    ] as [(String, PlanChange?)])
  func valid(line: String, change: PlanChange?) throws {
    guard let change else {
      #expect(throws: LineError.self) { try CommandParser.parse(line) }
      return
    }
    let steps = [PlanStep.change(change)]
    #expect(try CommandParser.parse(line) == .plan(steps))
    #expect(try CommandParser.parse(PlanText.line(of: steps)) == .plan(steps))
  }

  private static func layer(at time: Int, for length: Int? = nil) -> Layer {
    var layer = Layer(.rain, volume: 40)
    (layer.time, layer.length) = (.seconds(time), length.map { .seconds($0) })
    return layer
  }

  private static func pitch(_ name: String) -> Pitch { Pitch(name) ?? Pitch(number: 69) ?? .a4 }

  @Test("a plan with all of it is one line, which makes the same plan")
  func notation() throws {
    let line =
      "for 20m, under rain 40%, under drone A2 20% from settling, voice ./a.mp3, voice ./b.mp3 at 5m, "
      + "voice volume 80, guide ./g.txt"
    let plan = try Plan(PlanText.parse(line).map(\.exampleChange))
    #expect(PlanText.line(of: plan) == line)
    #expect(plan.under.count == 2 && plan.voices.map(\.begin) == [.zero, .seconds(300)])
  }

  @Test(
    "a layer that an older program stored sounds as it did: its volume has no '%'",
    arguments: [
      ("for 20m, under rain 40, closing 3", "for 20m, under rain 74%, closing 3"),
      ("under drone A2 20 from settling", "under drone A2 58% from settling"),
      ("under \"a 7, 8.flac\" 100, under ./30 0", "under \"a 7, 8.flac\" 100%, under ./30 0%"),
      ("under waves 1; 25m Sit", "under waves 22%; 25m Sit"),
      ("under rain 40%, bell volume 40, opening 1 40%", nil), ("under rain, for 40", nil),
      ("under rain +5, under wind off", nil), ("under \"rain 40", nil), ("", nil),
    ] as [(String, String?)])
  func stored(line: String, present: String?) {
    #expect(StoredPlan.onPresentScale(line).line == present ?? line)
    #expect(StoredPlan.onPresentScale(present ?? line).line == present ?? line)
  }

  @Test("in parts, a voice belongs to its part")
  func parts() throws {
    let line = "under waves 30%; 25m Sit, voice ./a.mp3 at 1m; 10m Walk, voice ./b.mp3"
    let plan = try Plan(PlanText.parse(line).map(\.exampleChange))
    #expect(PlanText.line(of: plan) == line)
    #expect(plan.voices.map(\.begin) == [.seconds(60), .seconds(1500)])
  }

  @Test(
    "what is not valid says what to type",
    arguments: [
      (
        "under fog",
        "'under' takes white, pink, brown, rain, waves, wind, stream, fire, fan, drone A2, "
          + "a file such as ./sea.flac or off, not 'fog'."
      ),
      ("under drone", "'under' needs a tone after 'drone', such as 'under drone A2'."),
      ("under drone H2", "'H2' is not a tone. Write A2, C#3 or Bb1, from A0 to A5."),
      ("under rain 101", "A volume is 0 to 100. Example: 'under rain 60'."),
      ("under rain 60 at", "'under' needs a time after 'at', such as 'at 5m'."),
      (
        "under rain at 5m from settling",
        "Unexpected 'from': 'under' takes a sound, a volume, and 'from settling' or 'at 5m for 10m'."
      ),
      ("voice", nil),
      ("voice ./a.mp3 5m", "Unexpected '5m': 'voice' takes a file, and 'at' a time."),
      ("voice \"\"", "'voice' needs a file."),
      ("guide 3", "'guide' takes a text file such as ./body-scan.txt or off, not '3'."),
    ] as [(String, String?)])
  func invalid(line: String, message: String?) throws {
    guard let message else {
      #expect(try CommandParser.parse(line) == .show(.clause(line)))
      return
    }
    #expect {
      try CommandParser.parse(line)
    } throws: {
      "\($0)" == message
    }
  }
}

extension Pitch {
  /// 440 Hz.
  fileprivate static let a4 = Pitch("A4").unsafelyUnwrapped
}

/// The text file of a guide.
struct GuideTextTests {
  @Test("times count from the beginning, the line before, the end, and from a part")
  func times() throws {
    let lines = try GuideText.parse(
      """
      0:30 Let the breath settle.

      +1:00  Notice the  hands.
      at end -2:00 Slowly come back.
      # Walk
      0:10 One step, one breath.
      +5s Another.
      At End -10s Stand still.
      """)
    #expect(
      lines == [
        Guide.Line("Let the breath settle.", at: .seconds(30)),
        Guide.Line("Notice the hands.", at: .seconds(90)),
        Guide.Line("Slowly come back.", at: .seconds(-120), from: .end),
        Guide.Line("One step, one breath.", at: .seconds(10), part: "Walk"),
        Guide.Line("Another.", at: .seconds(15), part: "Walk"),
        Guide.Line("Stand still.", at: .seconds(-10), from: .end, part: "Walk"),
      ])
  }

  @Test(
    "what is no guide is named with its line",
    arguments: [
      ("", "it has no line with a time, such as '0:30 Breathe.'"),
      ("0:30 a\nBreathe.", "line 2: 'Breathe.' is not a time; write 0:30, +1:00 or 'at end -2:00'"),
      ("0:30", "line 1: the sentence is missing"),
      ("-0:30 a", "line 1: '-0:30' is not a time; write 0:30, +1:00 or 'at end -2:00'"),
      ("at end", "line 1: a time is missing"),
      (
        "0:30 a\n0:40 " + String(repeating: "a", count: 496),
        "line 2: it is longer than 500 characters"
      ),
    ])
  func problems(text: String, reason: String) {
    #expect(throws: GuideText.Problem(reason: reason)) { try GuideText.parse(text) }
  }

  @Test("it has at most 1,000 lines")
  func mostLines() throws {
    let most = String(repeating: "0:30 a\n", count: 1_000)
    #expect(try GuideText.parse(most).count == 1_000)
    #expect(throws: GuideText.Problem.self) { try GuideText.parse(most + "0:30 a") }
  }

  @Test("control characters do not reach the terminal")
  func hostile() throws {
    let line = try GuideText.parse("0:10 a\u{1B}[2Jb\u{202E}c")[0]
    #expect(!line.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }
}
