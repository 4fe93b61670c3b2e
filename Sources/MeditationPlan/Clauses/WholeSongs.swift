import MeditationText

/// `for 30m, whole songs`: when the time is up, the song that plays then is heard to its end.
struct WholeSongsClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "whole", arguments: "[songs | off]", brief: "[songs]",
    summary: "Lets the song end that plays when the time is up.", example: "whole songs",
    words: ["songs", "off"], prefixRank: .last,
    parse: { arguments throws(LineError) in
      .change(.wholeSongs(try arguments.takeWord(of: ["songs", "off"]) == "songs"))
    })
  static let changesCourse = true
  static var property: WritableKeyPath<Plan, Bool> { \.playsWholeSongs }
  let value: Bool

  var arguments: String { value ? "songs" : "off" }
  var change: PlanChange { .wholeSongs(value) }

  func answer(_ wording: Wording) -> String? {
    value
      ? "When the time is up, the song that plays then ends the session"
      : "The session ends when its time is up"
  }

  static func members(of plan: Plan) -> [JSONMember] {
    [JSONMember("wholeSongs", plan.playsWholeSongs)]
  }
}

extension Plan {
  /// The end by time, if the song that plays then goes on to its own; `nil` also if the music waits.
  package var endBeforeSong: Duration? {
    guard playsWholeSongs, let end, musicRests.rest(at: end) == nil else { return nil }
    return end
  }

  /// The plan of a session that ends with the current song, which outlasts its time.
  package var endingWithSong: Plan {
    var plan = self
    plan.until = nil
    plan.parts[parts.count - 1].length = .songs
    return plan
  }
}
