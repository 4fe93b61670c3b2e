import MeditationCore
import MeditationPlan
import MeditationText

// MARK: - under

/// Parses the arguments of `under`: `rain 60`, `drone A2 50% from settling`, `./sea.flac 60`, `rain +5`,
/// `rain off`, `off`.
enum UnderParser {
  static let words = Layer.Sound.builtIn.compactMap(\.name) + ["drone", "off"]
  private static let vocabulary = Vocabulary(
    words, hints: ["noise": "white", "ocean": "waves", "sea": "waves", "river": "stream"])

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    let word = try arguments.take(needs: "a sound, such as 'under rain 60'")
    if PlanTime.isOff(word) {
      try arguments.end(takes: "nothing after 'off'")
      return .change(.under([]))
    }
    let sound = try sound(word, &arguments)
    guard let next = arguments.next else { return .change(.layer(Layer(sound))) }
    if PlanTime.isOff(next) {
      _ = arguments.takeFirst()
      try arguments.end(takes: "nothing after 'off'")
      return .change(.removeLayer(sound))
    }
    if let sign = next.first, sign == "+" || sign == "-" {
      _ = arguments.takeFirst()
      let count = try Arguments.count(in: next.dropFirst(), example: "under rain \(sign)5")
      try arguments.end(takes: "one sound and one volume")
      return .change(.layerVolume(sound, by: sign == "+" ? count : -count))
    }
    var layer = Layer(sound)
    if next.utf8.first.map(ASCII.isDigit) ?? false {
      _ = arguments.takeFirst()
      let digits = next.utf8.last == UInt8(ascii: "%") ? Substring(next.utf8.dropLast()) : next
      layer.volume = try Arguments.count(in: digits, example: "under rain 60")
    }
    if let word = arguments.next {
      guard arguments.takeAll().map({ $0.lowercased() }) == ["from", "settling"] else {
        throw .unexpected(
          QuotedInput(word), command: "under",
          takes: "a sound, a volume, 'from settling': 'under rain 60 from settling'")
      }
      layer.beginsWithSettling = true
    }
    return .change(.layer(layer))
  }

  private static func sound(
    _ word: Substring, _ arguments: inout Arguments
  ) throws(CommandError) -> Layer.Sound {
    if let name = try BellParser.fileName(word) { return .file(name) }
    guard case .found(let name) = vocabulary.match(word) else {
      throw .notAChoice(
        QuotedInput(word), command: "under",
        nearest: vocabulary.nearest(to: word).map { "under \($0)" },
        choices: words.dropLast(2) + ["drone A2", "a file such as ./sea.flac", "off"])
    }
    guard name == "drone" else {
      return Layer.Sound.builtIn.first { $0.name == name } ?? .rain
    }
    let tone = try arguments.take(needs: "a tone after 'drone', such as 'under drone A2'")
    guard let pitch = Pitch(tone) else { throw .notAPitch(QuotedInput(tone)) }
    return .drone(pitch)
  }
}

extension Layer.Sound {
  /// The sound as it is typed: `rain`, `drone A2`, `./sea.flac`.
  package var spelled: String {
    switch self {
    case .white, .pink, .brown, .rain, .waves, .wind, .stream: name ?? ""
    case .drone(let pitch): "drone \(pitch.name)"
    case .file(let path): BellParser.isFile(path) ? path : QuotedText.quote(path)
    }
  }
}

extension Layer {
  /// The arguments of the command that adds it. The `%` tells stored plans from those of older
  /// programs: see `PlanText.onPresentScale`.
  var spelled: String {
    "\(sound.spelled) \(volume)%" + (beginsWithSettling ? " from settling" : "")
  }
}

// MARK: - voice and guide

/// Parses the arguments of `voice`: `./body-scan.mp3`, `./body-scan.mp3 at 5m`, `+30s`, `-30s`,
/// `volume 80`, `off`.
enum VoiceParser {
  static let words = ["volume", "off"]
  private static let vocabulary = Vocabulary(words)

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    let word = try arguments.take(needs: "a file, such as 'voice ./body-scan.mp3 at 5m'")
    if let sign = word.first, sign == "+" || sign == "-" {
      try arguments.end(takes: "one time")
      let time = try PlanTime.parse(word, sign: String(sign), forms: "+30s or -30s")
      return .change(.moveVoice(sign == "+" ? time : .zero - time))
    }
    if let name = try BellParser.fileName(word) {
      var voice = Voice(name)
      if let next = arguments.next {
        guard next.lowercased() == "at" else {
          throw .unexpected(QuotedInput(next), command: "voice", takes: "a file, and 'at' a time")
        }
        _ = arguments.takeFirst()
        let time = try arguments.takeOnlyTime(
          takes: "one time after 'at'", needs: "a time after 'at', such as 'at 5m'")
        voice.time = try PlanTime.parse(time, forms: "5m or 12:30")
      }
      return .change(.voice(voice))
    }
    switch vocabulary.match(word) {
    case .found("volume"): return .change(.voiceVolume(try arguments.takePercent()))
    case .found:
      try arguments.end(takes: "nothing after 'off'")
      return .change(.voices([]))
    case .ambiguous, .unknown:
      throw .notAChoice(
        QuotedInput(word), command: "voice",
        nearest: vocabulary.nearest(to: word).map { "voice \($0)" },
        choices: ["a file such as ./body-scan.mp3", "+30s"] + words)
    }
  }

  /// The one word after `guide`: a file, or `off`.
  static func guide(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    let word = try arguments.takeOnly(
      takes: "one file", needs: "a text file, such as 'guide ./body-scan.txt'")
    if let name = try BellParser.fileName(word) { return .change(.guide(Guide(name))) }
    guard PlanTime.isOff(word) else {
      throw .notAChoice(
        QuotedInput(word), command: "guide", nearest: nil,
        choices: ["a text file such as ./body-scan.txt", "off"])
    }
    return .change(.guide(nil))
  }

  /// A file name as it is typed.
  static func spell(_ path: String) -> String {
    BellParser.isFile(path) ? path : QuotedText.quote(path)
  }
}

extension Voice {
  /// The arguments of the command that adds it. One that began in an earlier part, or was moved ahead
  /// beyond its part's beginning, is written as if it began with the part.
  var spelled: String {
    VoiceParser.spell(path) + (time > .zero ? " at \(TimeText.brief(time))" : "")
  }
}
