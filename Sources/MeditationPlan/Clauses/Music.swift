import MeditationText

/// `music off`: the music waits in this part.
struct MusicClause: PartClause {
  static let word = Word<PlanStep>(
    name: "music", arguments: "[on | off]",
    summary: "Lets the music wait, or go on: 'part 2 music off'.",
    example: "music off", hints: ["mute"], words: ["on", "off"], prefixRank: .last,
    parse: { arguments throws(LineError) in
      .change(.music(try arguments.takeWord(of: ["on", "off"]) == "on"))
    })
  static let changesCourse = true
  static var property: WritableKeyPath<Part, Bool> { \.hasMusic }
  let value: Bool

  var arguments: String { value ? "on" : "off" }
  var change: PlanChange { .music(value) }
  func answer(_ wording: Wording) -> String? {
    value ? "Music on" : "Music off; it waits at its place"
  }

  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    guard !outlook.plan.parts[part].hasMusic, outlook.songs.count > 0 else { return nil }
    return TimelineStep(
      .rest, from: outlook.plan.begin(ofPart: part), to: outlook.end(ofPart: part),
      "the music waits", command: outlook.command(PlanChange.music(false).line, ofPart: part))
  }

  static func members(of part: Part) -> [JSONMember] { [JSONMember("music", part.hasMusic)] }
}

/// The session times between which the music waits: in ascending order, none touching the next.
package struct MusicRests: Hashable, Sendable {
  /// The end of a rest that only the session ends.
  package static let never = Duration.seconds(Int32.max)

  package var ranges: [Range<Duration>]

  package init(_ ranges: [Range<Duration>]) { self.ranges = ranges }

  /// The rest at session time `time`; `nil` if the music plays.
  package func rest(at time: Duration) -> Range<Duration>? {
    ranges.first { $0.contains(time) }
  }

  /// The next time after `time` at which a rest begins or ends; `nil` if there is none.
  package func edge(after time: Duration) -> Duration? {
    ranges.lazy.flatMap { [$0.lowerBound, $0.upperBound] }.first { $0 > time }
  }

  /// How much music plays from session time 0 until `time`.
  package func music(until time: Duration) -> Duration {
    ranges.reduce(time) { $0 - max(min(time, $1.upperBound) - $1.lowerBound, .zero) }
  }

  /// When music ends that plays for `length` from `time` on, except in rests; `nil` if never.
  package func end(ofMusic length: Duration, from time: Duration) -> Duration? {
    var end = time + length
    for rest in ranges where rest.upperBound > time && rest.lowerBound < end {
      if rest.upperBound == Self.never { return nil }
      end += rest.upperBound - max(rest.lowerBound, time)
    }
    return end
  }
}
