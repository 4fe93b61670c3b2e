import MeditationCore
import MeditationPlan
import MeditationText
import Testing

@testable import MeditationLanguage

/// Lines of the prompt that change or show the plan.
struct PlanParserTests {
  @Test("each valid line is its changes", arguments: validLines)
  func valid(line: String, changes: [PlanChange]) throws {
    #expect(try CommandParser.parse(line) == .plan(changes.map(PlanStep.change)))
  }

  @Test("changes are written so that they parse as the same", arguments: validLines.map(\.changes))
  func roundTrip(changes: [PlanChange]) throws {
    let steps = changes.map(PlanStep.change)
    #expect(try CommandParser.parse(PlanText.line(of: steps)) == .plan(steps))
  }

  @Test("a clause about a part of a part, however often")
  func partsOfParts() throws {
    let steps = try PlanText.parse(String(repeating: "part 1 ", count: 100_000) + "bells off")
    #expect(steps.count == 100_001)
  }

  @Test("each invalid line gives its message", arguments: invalidLines)
  func invalid(line: String, message: String) {
    #expect {
      try CommandParser.parse(line)
    } throws: {
      "\($0)" == message
    }
  }

  @Test(
    "each command alone shows what the plan has of it",
    arguments: ["for", "settle", "opening", "closing", "bells", "bell", "fade", "breath"])
  func alone(line: String) throws {
    #expect(try CommandParser.parse(line) == .show(.clause(line)))
  }

  @Test("the plan alone shows all of it", arguments: ["plan", "PLAN,"])
  func plan(line: String) throws {
    #expect(try CommandParser.parse(line) == .show(.plan))
  }

  @Test("random bells without a seed get one when they are performed")
  func randomBells() throws {
    let step = PlanStep.randomBells(count: 4)
    #expect(try CommandParser.parse("bells random 4") == .plan([step]))
    #expect(PlanText.line(of: [step]) == "bells random 4")
    #expect(step.change(at: .midnight) { 7 } == .bells([.random(count: 4, seed: 7)]))
  }

  @Test("a beginning after a time is reckoned when it is performed, also past midnight")
  func beginAfter() throws {
    let step = PlanStep.beginAfter(.seconds(90))
    #expect(try CommandParser.parse("begin +1m30s") == .plan([step]))
    #expect(try CommandParser.parse(PlanText.line(of: [step])) == .plan([step]))
    let now = try #require(TimeOfDay(second: 86_399))
    #expect(step.change(at: now) { 7 } == .begin(TimeOfDay(second: 89)))
  }

  @Test(
    "a prefix means a command that is not of the plan first",
    arguments: [
      (nil, "b", "back"), (.picking, "f", "find"), (.listening, "b", "back"),
      (.listening, "pl", "play"), (.picking, "pl", "plan"), (.listening, "se 1", "seek"),
      (.picking, "se 1", "settle"), (nil, "fo 1", "for"), (nil, "fa 1", "fade"),
      (nil, "o 1", "opening"), (nil, "c 1", "closing"), (nil, "br box", "breath"),
    ] as [(Phase?, String, String)])
  func prefixes(phase: Phase?, line: String, name: String) throws {
    let word = try #require(line.split(separator: " ").first)
    #expect(try CommandParser.row(named: word, in: phase).name == name)
    _ = try CommandParser.parse(line, in: phase)
  }

  @Test("in a line of the plan, a prefix means a part of the plan")
  func prefixesInPlan() throws {
    #expect(
      try PlanText.parse("fo 20m, o 1, c 3") == [
        .change(.length(.time(.seconds(1200)))), .change(.opening(1)), .change(.closing(3)),
      ])
  }

  @Test("10,000 times are a line, and no more, with commas or without", arguments: [" ", ", "])
  func manyTimes(separator: String) throws {
    let times = (1...10_000).map { "\($0)" }
    let whole = times.joined(separator: separator)
    #expect(
      try CommandParser.parse("bells at \(whole)")
        == .plan([.change(.bells([.at((1...10_000).map { .seconds($0) })]))]))
    #expect(
      throws: LineError.beyondLimit(
        sentence: "\(PlanLimit.bellCount)", example: "bells random 4")
    ) {
      try CommandParser.parse("bells at 1 \(whole)")
    }
  }
}

// MARK: - Lines

extension PlanParserTests {
  static let validLines: [(line: String, changes: [PlanChange])] = [
    // Lengths.
    ("for 20m", [.length(.time(.seconds(1200)))]),
    ("for 1:10:00", [.length(.time(.seconds(4200)))]),
    ("for 24h", [.length(.time(.seconds(86_400)))]),
    ("for 0.000000001s", [.length(.time(.nanoseconds(1)))]),
    // A number alone is minutes in a length, seconds elsewhere.
    ("for 20", [.length(.time(.seconds(1200)))]),
    ("for 1.5", [.length(.time(.seconds(90)))]),
    ("for +5", [.lengthen(.seconds(300))]),
    ("for -5", [.lengthen(.seconds(-300))]),
    ("settle 10", [.settling(.seconds(10))]),
    ("fade 5, for 20", [.fade(.seconds(5)), .length(.time(.seconds(1200)))]),
    ("for 5 min", [.length(.time(.seconds(300)))]),
    ("for 20 minutes, closing 3", [.length(.time(.seconds(1200))), .closing(3)]),
    ("for +5 min", [.lengthen(.seconds(300))]),
    ("for 1h30", [.length(.time(.seconds(5400)))]),
    ("for 1h 30m", [.length(.time(.seconds(5400)))]),
    ("for 1 h 30 min 10 s", [.length(.time(.seconds(5410)))]),
    ("settle 1 min", [.settling(.seconds(60))]),
    ("bells every 5 min", [.bells([.every(.seconds(300))])]),
    (
      "bells at 5 min 10 min, 1h 30m",
      [.bells([.at([.seconds(300), .seconds(600), .seconds(3600), .seconds(1800)])])]
    ),
    ("for songs", [.length(.songs)]),
    ("FOR Open", [.length(.open)]),
    ("for o", [.length(.open)]),
    ("for +5m", [.lengthen(.seconds(300))]),
    ("for -5m", [.lengthen(.seconds(-300))]),
    // Settling, opening, closing, fading.
    ("settle 10s", [.settling(.seconds(10))]),
    ("settle 1h", [.settling(.seconds(3600))]),
    ("settle off", [.settling(.zero)]),
    ("settle 0", [.settling(.zero)]),
    ("begin 19:00", [.begin(TimeOfDay(second: 68_400))]),
    ("begin 6:45:30", [.begin(TimeOfDay(second: 24_330))]),
    ("begin 06:05", [.begin(TimeOfDay(second: 21_900))]),
    ("begin 6:05am", [.begin(TimeOfDay(second: 21_900))]),
    ("until noon", [.until(TimeOfDay(second: 43_200))]),
    ("until midnight", [.until(.midnight)]), ("until 12am", [.until(.midnight)]),
    ("until 12:30PM", [.until(TimeOfDay(second: 45_000))]),
    ("until 7pm", [.until(TimeOfDay(second: 68_400))]),
    ("begin off", [.begin(nil)]),
    ("opening 1", [.opening(1)]),
    ("opening off", [.opening(0)]),
    ("closing 9", [.closing(9)]),
    ("closing 0", [.closing(0)]),
    ("fade 5s", [.fade(.seconds(5))]),
    ("fade 2.5", [.fade(.seconds(2.5))]),
    ("fade of", [.fade(.off)]),
    ("fade in 5s out 1m", [.fade(Fade(in: .seconds(5), out: .seconds(60)))]),
    ("fade out 60 in 5", [.fade(Fade(in: .seconds(5), out: .seconds(60)))]),
    (
      "fade in 5s, out 60s, for open",
      [.fade(Fade(in: .seconds(5), out: .seconds(60))), .length(.open)]
    ),
    ("fade out 5 min", [.fadeOut(.seconds(300))]),
    ("fade in off", [.fadeIn(.zero)]),
    // Bells.
    ("bells every 5m", [.bells([.every(.seconds(300))])]),
    ("bells every 5", [.bells([.every(.seconds(5))])]),
    ("bells at 5m 12:30", [.bells([.at([.seconds(300), .seconds(750)])])]),
    ("bells at 12:30 5m", [.bells([.at([.seconds(750), .seconds(300)])])]),
    ("bells at 5m, 12:30", [.bells([.at([.seconds(300), .seconds(750)])])]),
    (
      "bells at 5m,12:30 20m ,25m, closing 3",
      [
        .bells([.at([.seconds(300), .seconds(750), .seconds(1200), .seconds(1500)])]), .closing(3),
      ]
    ),
    ("bells random 4 7", [.bells([.random(count: 4, seed: 7)])]),
    ("bells r 4 0", [.bells([.random(count: 4, seed: 0)])]),
    ("bells off", [.bells([])]),
    // Strokes.
    ("opening 3 gong", [.opening(Strokes(3, .gong))]),
    ("opening gong", [.opening(Strokes(1, .gong))]),
    ("opening 2 strokes", [.opening(2)]),
    (
      "closing 2 wood 60% 1.5s apart",
      [.closing(Strokes(2, apart: .milliseconds(1500), .wood, volume: 60))]
    ),
    ("closing 2 6s apart wo", [.closing(Strokes(2, apart: .seconds(6), .wood))]),
    ("closing 60%", [.closing(Strokes(1, volume: 60))]),
    ("closing 3 ./ting.wav", [.closing(Strokes(3, .file("./ting.wav")))]),
    ("closing 3 \"my bell.wav\" 50%", [.closing(Strokes(3, .file("my bell.wav"), volume: 50))]),
    ("opening roll", [.opening(.roll())]),
    ("opening roll 30s", [.opening(.roll(.seconds(30)))]),
    ("opening roll gong 20s", [.opening(.roll(.seconds(20), .gong))]),
    ("opening roll 1 min clap 80%", [.opening(.roll(.seconds(60), .clap, volume: 80))]),
    ("opening clap", [.opening(Strokes(1, .clap))]),
    ("bells every 5m 2 gong", [.bells([.every(.seconds(300), Strokes(2, .gong))])]),
    ("bells every 5 min roll", [.bells([.every(.seconds(300), .roll())])]),
    (
      "bells at 5m 12:30 60%",
      [.bells([.at([.seconds(300), .seconds(750)], Strokes(1, volume: 60))])]
    ),
    ("bells at 5m 2 strokes", [.bells([.at([.seconds(300)], 2)])]),
    ("bells at 5m 2 6s apart", [.bells([.at([.seconds(300)], Strokes(2, apart: .seconds(6)))])]),
    (
      "then 25m Sit, opening 3; 10m Walk, opening 1 clap",
      [
        .then(.time(.seconds(1500)), title: "Sit"), .opening(3),
        .then(.time(.seconds(600)), title: "Walk"), .opening(Strokes(1, .clap)),
      ]
    ),
    ("then 5 min \"Tea, green\"", [.then(.time(.seconds(300)), title: "Tea, green")]),
    ("then 20", [.then(.time(.seconds(1200)), title: "")]),
    ("then open Rest", [.then(.open, title: "Rest")]),
    ("then songs", [.then(.songs, title: "")]),
    ("for 20m; 5m", [.length(.time(.seconds(1200))), .then(.time(.seconds(300)), title: "")]),
    ("part 2 bells every 5m, closing 1", [.part(2), .bells([.every(.seconds(300))]), .closing(1)]),
    (
      "part 2 bells at 5m, 12:30",
      [.part(2), .bells([.at([.seconds(300), .seconds(750)])])]
    ),
    ("part 2 off", [.removePart(2)]),
    ("part 3 to 1", [.movePart(3, to: 1)]),
    ("part 2 for +5m", [.part(2), .lengthen(.seconds(300))]),
    ("bells random 4 7 2", [.bells([.random(count: 4, seed: 7, 2)])]),
    ("bells random 4 7 2 gong", [.bells([.random(count: 4, seed: 7, Strokes(2, .gong))])]),
    ("bells 1m before the end", [.bells([.beforeEnd([.seconds(60)])])]),
    (
      "bells 1m 30s before end gong",
      [.bells([.beforeEnd([.seconds(60), .seconds(30)], Strokes(1, .gong))])]
    ),
    ("also at 12:30 2 gong", [.also(.at([.seconds(750)], Strokes(2, .gong)))]),
    (
      "bells every 5m, also at 12:30 2 gong, also 1m before the end",
      [
        .bells([.every(.seconds(300))]), .also(.at([.seconds(750)], Strokes(2, .gong))),
        .also(.beforeEnd([.seconds(60)])),
      ]
    ),
    // The bell.
    ("bell bowl", [.bell(.bowl)]),
    ("bell GONG", [.bell(.gong)]),
    ("bell ch", [.bell(.chime)]),
    ("bell wood", [.bell(.wood)]),
    ("bell clap", [.bell(.clap)]),
    ("bell ting.wav", [.bell(.file("ting.wav"))]),
    ("bell ./gong", [.bell(.file("./gong"))]),
    ("bell ~/Bells/ting.flac", [.bell(.file("~/Bells/ting.flac"))]),
    ("bell \"my bell, the old one.wav\"", [.bell(.file("my bell, the old one.wav"))]),
    ("bell \"gong\"", [.bell(.file("gong"))]),
    ("bell \"a \\\"b\\\" \\\\c\", fade 5s", [.bell(.file("a \"b\" \\c")), .fade(.seconds(5))]),
    ("bell ü.wav,closing 3", [.bell(.file("ü.wav")), .closing(3)]),
    ("bell \"#1.wav\"", [.bell(.file("#1.wav"))]),
    ("bell volume 60", [.bellVolume(60)]),
    ("bell v 0%", [.bellVolume(0)]),
    // Breath.
    (
      "breath 4-7-8",
      [
        .breath(
          Breath(inhale: .seconds(4), holdFull: .seconds(7), exhale: .seconds(8)))
      ]
    ),
    ("breath 5.5-6", [.breath(Breath(inhale: .milliseconds(5500), exhale: .seconds(6)))]),
    (
      "breath 0.5-1 x8",
      [.breath(Breath(inhale: .milliseconds(500), exhale: .seconds(1), count: 8))]
    ),
    ("breath 5-5 ×1", [.breath(Breath(inhale: .seconds(5), exhale: .seconds(5), count: 1))]),
    ("breath box", [.breath(.box)]),
    ("breath 4-4-4-4", [.breath(.box)]),
    ("breath coherent", [.breath(.coherent)]),
    ("breath sigh, breath 3+1-8", [.breath(.sigh), .breath(.sigh)]),
    (
      "breath 2+0.5-1-4-3",
      [
        .breath(
          Breath(
            inhale: .seconds(2), topUp: .milliseconds(500), holdFull: .seconds(1),
            exhale: .seconds(4),
            holdEmpty: .seconds(3)))
      ]
    ),
    (
      "breath 4-0-6-2",
      [
        .breath(
          Breath(inhale: .seconds(4), exhale: .seconds(6), holdEmpty: .seconds(2)))
      ]
    ),
    ("breath off", [.breath(nil)]),
    ("breath volume 40", [.breathVolume(40)]),
    ("breath v 40%, breath box", [.breathVolume(40), .breath(.box)]),
    // The plan.
    ("plan off", [.off]),
    (
      "for 20m, settle 10s, bells every 5m, closing 3",
      [
        .length(.time(.seconds(1200))), .settling(.seconds(10)), .bells([.every(.seconds(300))]),
        .closing(3),
      ]
    ),
    ("plan off,for open", [.off, .length(.open)]),
    ("for 20m,, closing 3, ", [.length(.time(.seconds(1200))), .closing(3)]),
    ("fade off, fo 20m", [.fade(.off), .length(.time(.seconds(1200)))]),
  ]

  static let invalidLines: [(line: String, message: String)] = [
    // Beyond the limits.
    ("for 0", "A time is longer than 0 and at most 24 hours. Example: 'for 20m'."),
    ("for 25h", "A time is longer than 0 and at most 24 hours. Example: 'for 20m'."),
    ("for 2000h", "A time is longer than 0 and at most 24 hours. Example: 'for 20m'."),
    ("for +25h", "A time is longer than 0 and at most 24 hours. Example: 'for 20m'."),
    ("settle 61m", "Settling takes at most an hour. Example: 'settle 10s'."),
    ("opening 10", "A bell is struck 1 to 9 times. Example: 'opening 1'."),
    (
      "closing 99999999999999999999", "A bell is struck 1 to 9 times. Example: 'closing 3'."
    ),
    ("opening 2 0.1s apart", "Strokes are 0.2 to 60 seconds apart. Example: 'opening 2 6s apart'."),
    ("closing roll 2s", "A roll takes 3 seconds to 5 minutes. Example: 'closing roll 20s'."),
    ("closing 2 101%", "A volume is 0 to 100. Example: 'closing 2 60%'."),
    (
      "opening 3 drum",
      "'opening' takes a number, roll, bowl, gong, chime, wood, clap or a file such as ./bell.wav, not 'drum'."
    ),
    ("opening 3 gonf", "'opening' does not take 'gonf'. Did you mean 'opening gong'?"),
    (
      "opening 3 gong wood",
      "Unexpected 'wood': 'opening' takes strokes such as '2 gong 60% 6s apart'."
    ),
    ("opening 3 5s", "Unexpected '5s': 'opening' takes strokes such as '2 gong 60% 6s apart'."),
    ("opening off gong", "Unexpected 'gong': 'opening' takes nothing after 'off'."),
    ("also 5m", "'also' does not take '5m'. Did you mean 'also every 5m'?"),
    ("also off", "'also' takes every, at or random, not 'off'."),
    ("also 5m before", "'also' does not take '5m'. Did you mean 'also 5m before the end'?"),
    ("bells gong", "'bells' takes every, at, random or off, not 'gong'."),
    ("bells every 4s", "Bells are at least 5 seconds apart. Example: 'bells every 5m'."),
    (
      "bells every 25h",
      "A time is longer than 0 and at most 24 hours. Example: 'bells every 5m'."
    ),
    (
      "bells at 5m 0", "A time is longer than 0 and at most 24 hours. Example: 'bells every 5m'."
    ),
    ("bells random 0", "There are 1 to 10,000 bells. Example: 'bells random 4'."),
    ("bell volume 101", "A volume is 0 to 100. Example: 'bell volume 60'."),
    ("breath volume 101", "A volume is 0 to 100. Example: 'breath volume 60'."),
    (
      "begin 24:00",
      "'24:00' is not a time of day. Write 'begin 19:00', or 'begin +5m' for a time from now."
    ),
    (
      "begin 5m",
      "'5m' is not a time of day. Write 'begin 19:00', or 'begin +5m' for a time from now."
    ),
    (
      "begin 1:2:3:4",
      "'1:2:3:4' is not a time of day. Write 'begin 19:00', or 'begin +5m' for a time from now."
    ),
    ("until 25:00", "'25:00' is not a time of day. Write 'until 7:30'."),
    ("until 13pm", "'13pm' is not a time of day. Write 'until 7:30'."),
    ("sit until am", "'am' is not a time of day. Write 'sit until 7:30'."),
    ("fade 11m", "A fade takes at most 10 minutes. Example: 'fade 5s'."),
    (
      "breath 4-7-61",
      "Breathing in and out take 0.5 to 60 seconds each, holding at most 60, at most x999. "
        + "Example: 'breath 4-7-8'."
    ),
    (
      "breath 0-5",
      "Breathing in and out take 0.5 to 60 seconds each, holding at most 60, at most x999. "
        + "Example: 'breath 4-7-8'."
    ),
    (
      "breath 5-5 x0",
      "Breathing in and out take 0.5 to 60 seconds each, holding at most 60, at most x999. "
        + "Example: 'breath 4-7-8'."
    ),
    (
      "breath 4+1+1-8",
      "'4+1+1-8' is not a breath. Write 4-7-8, 4-7-8 x8, 5-5, box, coherent or sigh."
    ),
    ("breath 5-5 8", "'8' is not a breath. Write 4-7-8, 4-7-8 x8, 5-5, box, coherent or sigh."),
    ("breath 5-5 x8 x9", "Unexpected 'x9': 'breath' takes one pattern."),
    ("breath off x8", "Unexpected 'x8': 'breath' takes one pattern."),
    // Not understood.
    ("for ever", "'ever' is not a time. Write 20m, 1:10:00, songs or open."),
    ("for oepn", "'for' does not take 'oepn'. Did you mean 'for open'?"),
    ("for off", "'for' does not take 'off'. Did you mean 'for songs'?"),
    ("for 1:5", "'1:5' is not a time. Did you mean '1:05'?"),
    ("for +x", "'+x' is not a time. Write +5m."),
    ("for 20 minutes now", "Unexpected 'now': 'for' takes one length."),
    ("for 20 minuts", "Unexpected 'minuts': 'for' takes one length."),
    ("settle soon", "'soon' is not a time. Write 10s or off."),
    (
      "then walk",
      "'walk' is not a length. A part begins with its length, such as '10m Walk'."
    ),
    (
      "for 20m; opening 1",
      "'opening' is not a length. A part begins with its length, such as '10m Walk'."
    ),
    ("then 25h", "A time is longer than 0 and at most 24 hours. Example: 'then 10m Walk'."),
    (
      "then 10m \"Walk\" slowly", "Unexpected 'slowly': 'then' takes one title in quotation marks."
    ),
    ("part x off", "'x' is not a whole number. Write 'part 2 bells every 5m'."),
    ("part 2", "'part 2' needs a clause, such as 'part 2 bells every 5m'."),
    ("part 2 off now", "Unexpected 'now': 'part' takes nothing after 'off'."),
    ("part 2 to x", "'x' is not a whole number. Write 'part 2 to 1'."),
    (
      "part 2 start",
      "'start' does not belong in a plan. Write for, until, whole, settle or one of 19 more."
    ),
    (
      "opening one",
      "'opening' takes a number, roll, bowl, gong, chime, wood, clap or a file such as ./bell.wav, not 'one'."
    ),
    (
      "closing 3 times",
      "'closing' takes a number, roll, bowl, gong, chime, wood, clap or a file such as ./bell.wav, not 'times'."
    ),
    (
      "bells every 5m 0 strokes",
      "A bell is struck 1 to 9 times. Example: 'bells every 5m 3 strokes'."
    ),
    (
      "also at 5m 2 61s apart",
      "Strokes are 0.2 to 60 seconds apart. Example: 'also every 5m 2 6s apart'."
    ),
    ("bells 5m", "'bells' does not take '5m'. Did you mean 'bells every 5m'?"),
    ("bells evry 5m", "'bells' does not take 'evry'. Did you mean 'bells every'?"),
    ("bells often", "'bells' takes every, at, random or off, not 'often'."),
    ("bells every", "'bells every' needs a time, such as 'bells every 5m'."),
    ("bells every 5m 6m", "Unexpected '6m': 'bells' takes one time after 'every'."),
    ("bells at", "'bells at' needs times, such as 'bells at 5m 12:30'."),
    ("bells at noon", "'noon' is not a time. Write 5m or 12:30."),
    ("bells random", "'bells' needs a number of bells, such as 'bells random 4'."),
    ("bells random few", "'few' is not a whole number. Write 'bells random 4'."),
    (
      "bells random 4 x",
      "'bells' takes a number, roll, bowl, gong, chime, wood, clap or a file such as ./bell.wav, not 'x'."
    ),
    ("bells off now", "Unexpected 'now': 'bells' takes nothing after 'off'."),
    ("bell gogn", "'bell' does not take 'gogn'. Did you mean 'bell gong'?"),
    ("bell off", "'bell' does not take 'off'. Did you mean 'bells off'?"),
    ("bell every 5m", "'bell' does not take 'every'. Did you mean 'bells every 5m'?"),
    ("bell 60", "'bell' does not take '60'. Did you mean 'bell volume 60'?"),
    (
      "bell xylophone",
      "'bell' takes bowl, gong, chime, wood, clap or a file such as ./bell.wav, not 'xylophone'."
    ),
    (
      "bell my bell.wav", "A file name with blanks needs quotation marks: 'bell \"my bell.wav\"'."
    ),
    ("bell gong wood", "Unexpected 'wood': 'bell' takes one sound."),
    ("bell \"\"", "'bell' needs a sound or a file."),
    ("bell \"my bell.wav", "The closing quotation mark is missing."),
    (
      "bell \"a\\b\"", "In quotes, write '\\\"' for a quotation mark and '\\\\' for a backslash."
    ),
    ("bell volume", "'bell volume' needs a number, such as 'bell volume 60'."),
    ("bell volume loud", "'loud' is not a whole number. Write 'bell volume 60'."),
    ("breath 4", "'4' is not a breath. Write 4-7-8, 4-7-8 x8, 5-5, box, coherent or sigh."),
    (
      "breath 1-2-3-4-5",
      "'1-2-3-4-5' is not a breath. Write 4-7-8, 4-7-8 x8, 5-5, box, coherent or sigh."
    ),
    ("breath 4+x-5", "'4+x-5' is not a breath. Write 4-7-8, 4-7-8 x8, 5-5, box, coherent or sigh."),
    ("breath 4-x", "'4-x' is not a breath. Write 4-7-8, 4-7-8 x8, 5-5, box, coherent or sigh."),
    ("breath bxo", "'breath' does not take 'bxo'. Did you mean 'breath box'?"),
    ("plan for 20m", "'plan' does not take 'for'. Did you mean 'for 20m'?"),
    ("plan of 9", "Unexpected '9': 'plan' takes one word."),
    ("plan open", "'plan' takes off, not 'open'."),
    // Lines of several parts.
    ("for 20m, settle", "'settle' needs a value, such as 'settle 10s'."),
    ("for, settle 10s", "'for' needs a value, such as 'for 20m'."),
    ("for 20m, setle 10s", "'setle' does not belong in a plan. Did you mean 'settle'?"),
    ("for 20m, 10m", "'10m' does not belong in a plan. Did you mean 'for 10m'?"),
    ("closing 3, 4-7-8", "'4-7-8' does not belong in a plan. Did you mean 'breath 4-7-8'?"),
    (
      "for 20m, start",
      "'start' does not belong in a plan. Write for, until, whole, settle or one of 19 more."
    ),
    ("for 20m, gong", "'gong' does not belong in a plan. Did you mean 'bell gong'?"),
    ("for 20m, b off", "'b' could be bells, bell or breath."),
    // Names.
    ("timer 20m", "No command 'timer'. Did you mean 'for 20m'?"),
    ("gong", "No command 'gong'. Did you mean 'bell gong'?"),
    ("interval 5m", "No command 'interval'. Did you mean 'bells every 5m'?"),
    ("bel", "'bel' could be bells or bell."),
    ("pause, for 20m", "No command 'pause,'. Did you mean 'pause'?"),
  ]
}
