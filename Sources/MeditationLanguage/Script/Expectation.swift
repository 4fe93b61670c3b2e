import MeditationCore
import MeditationPlan
import MeditationText

/// A condition that a script expects the session to meet.
package enum Expectation: Equatable, Sendable {
  /// `expect phase listening`
  case phase(Phase)
  /// The state of each of these songs: `expect 2-4 playable`.
  case songs(SongSelection, ExpectedSong)
  /// `expect transport paused`
  case transport(ExpectedTransport)
  /// The position in the current song: `expect position 1:30`.
  case position(Duration)
  /// In percent, 0 to 100: `expect volume 80`.
  case volume(Int)
  /// `expect level on`
  case level(Level)
  /// The number of picked songs: `expect picked 3`.
  case picked(Int)
  /// The number of songs heard: `expect heard 2`.
  case heard(Int)
  /// The number of songs that `find` found: `expect found 4`.
  case found(Int)
  /// The session's songs in playing order: `expect order 3 1-2`.
  case order([NumberRange])
  /// `expect repeat on`
  case `repeat`(Repeat)
  /// The session time, negative while settling: `expect elapsed 5:00`.
  case elapsed(Duration)
  /// The time left in the session: `expect left 15:00`.
  case left(Duration)
  /// The number of strokes so far, of every kind: `expect bells 2`.
  case bells(Int)
  /// The number of the current part of the plan: `expect part 2`.
  case part(Int)
  /// A voice that speaks, or none: `expect voice speaking`.
  case voice(ExpectedVoice)
  /// `expect segment silence`
  case segment(ExpectedSegment)
  /// How the latest session ended: `expect end completed`.
  case end(SessionEnd)
  /// The refusal of the previous command: `expect refusal nothing-picked`.
  case refusal(String)
}

extension Expectation: CustomStringConvertible {
  /// The expectation as it is written after `expect`.
  package var description: String {
    switch self {
    case .phase(let phase): "phase \(phase.rawValue)"
    case .songs(let songs, let state): "\(songs) \(state.rawValue)"
    case .transport(let transport): "transport \(transport.rawValue)"
    case .position(let time): "position \(TimeText.exact(time))"
    case .volume(let percent): "volume \(percent)"
    case .level(let level): "level \(level.rawValue)"
    case .picked(let count): "picked \(count)"
    case .heard(let count): "heard \(count)"
    case .found(let count): "found \(count)"
    case .order(let ranges): "order \(SongSelection.numbers(ranges))"
    case .repeat(let state): "repeat \(state.rawValue)"
    case .elapsed(let time): "elapsed \(TimeText.exact(time))"
    case .left(let time): "left \(TimeText.exact(time))"
    case .bells(let count): "bells \(count)"
    case .part(let number): "part \(number)"
    case .voice(let voice): "voice \(voice.rawValue)"
    case .segment(let segment): "segment \(segment.rawValue)"
    case .end(let end): "end \(end.rawValue)"
    case .refusal(let word): "refusal \(word)"
    }
  }
}

// MARK: - What a script can expect

/// The state of a song that a script can expect.
package enum ExpectedSong: String, CaseIterable, Sendable {
  /// While picking: part of the session.
  case picked
  /// While picking: not part of the session.
  case unpicked
  /// While listening: in the session, and not the current song.
  case playable
  /// While listening: the current song, sounding or paused.
  case playing
  /// While listening: not part of the session.
  case hidden
  /// Failed while playing.
  case failed
}

/// The transport state that a script can expect.
package enum ExpectedTransport: String, CaseIterable, Sendable {
  /// Sounding.
  case playing
  /// Paused, by the user or by the device.
  case paused
}

/// The kind of segment that a script can expect to play.
package enum ExpectedSegment: String, CaseIterable, Sendable {
  /// A song.
  case song
  /// Silence, while settling or after the last song.
  case silence
}

/// A voice that speaks, or none, as a script can expect it. One of unknown length speaks to the end.
package enum ExpectedVoice: String, CaseIterable, Sendable {
  /// A voice has begun and not ended.
  case speaking
  /// None has.
  case silent
}

// MARK: - Parsing

/// Parses the arguments of `expect`.
enum ExpectationParser {
  private static let vocabulary = Vocabulary([
    "phase", "transport", "position", "volume", "picked", "heard", "found", "order", "repeat",
    "elapsed", "left", "level", "bells", "part", "voice", "segment", "end", "refusal",
  ])
  private static let all = Vocabulary(["all"])
  private static let refusals = Vocabulary(
    Refusal.Word.allCases.map(\.rawValue) + RefusedLine.allCases.map(\.rawValue))

  static func parse(_ rest: inout ScriptTokens) throws(LineError) -> Expectation {
    guard let word = rest.next else {
      throw .missing(
        command: rest.taken, needs: "an expectation, such as 'phase listening' or '1 playing'")
    }
    if SongNumbersParser.isBegun(by: word) {
      let songs = SongSelection.numbers(try rest.takeNumbers())
      return .songs(songs, try rest.take(ExpectedSong.self))
    }
    if all.exact(word) != nil {
      _ = try rest.take(oneOf: all)
      return .songs(.all, try rest.take(ExpectedSong.self))
    }
    switch try rest.take(oneOf: vocabulary) {
    case "phase": return .phase(try rest.take(Phase.self))
    case "transport": return .transport(try rest.take(ExpectedTransport.self))
    case "position": return .position(try rest.takeTime(forms: "1:30 or 12.5"))
    case "volume": return .volume(try volume(&rest))
    case "level": return .level(try rest.take(Level.self))
    case "picked": return .picked(try count(&rest))
    case "heard": return .heard(try count(&rest))
    case "found": return .found(try count(&rest))
    case "order": return .order(try order(&rest))
    case "elapsed": return .elapsed(try sessionTime(&rest))
    case "left": return .left(try rest.takeTime(forms: "15:00"))
    case "bells": return .bells(try count(&rest, of: "bells"))
    case "part": return .part(try count(&rest, of: "parts"))
    case "voice": return .voice(try rest.take(ExpectedVoice.self))
    case "segment": return .segment(try rest.take(ExpectedSegment.self))
    case "end": return .end(try rest.take(SessionEnd.self))
    case "repeat": return .repeat(try rest.take(Repeat.self))
    default: return .refusal(try rest.take(oneOf: refusals))
    }
  }

  private static func volume(_ rest: inout ScriptTokens) throws(LineError) -> Int {
    let word = try rest.take(needs: "a volume from 0 to 100")
    guard case .level(let percent) = try VolumeParser.parse(word) else {
      throw .notAVolume(QuotedInput(word))
    }
    return percent
  }

  private static func order(_ rest: inout ScriptTokens) throws(LineError) -> [NumberRange] {
    guard let word = rest.next, SongNumbersParser.isBegun(by: word) else {
      throw .missing(command: rest.taken, needs: "song numbers, such as '3 1-2'")
    }
    return try rest.takeNumbers()
  }

  /// A session time, which is negative while settling: `-0:05`.
  private static func sessionTime(_ rest: inout ScriptTokens) throws(LineError) -> Duration {
    guard rest.takeSign() else { return try rest.takeTime(forms: "5:00 or -0:05") }
    return .zero - (try rest.takeTime(forms: "-0:05"))
  }

  private static func count(
    _ rest: inout ScriptTokens, of things: String = "songs"
  ) throws(LineError) -> Int {
    let word = try rest.take(needs: "a number of \(things)")
    guard let count = Digits.value(word.utf8), count < Int.max else {
      throw .wrong(QuotedInput(word), "is not a number of songs.")
    }
    return count
  }
}
