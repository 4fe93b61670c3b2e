/// How the plan and the songs of a session fit together, in session time.
package struct PlanOutlook {
  package typealias Songs = (count: Int, length: Duration, unknownCount: Int)

  package let plan: Plan
  package let songs: Songs
  /// The current session time; `nil` unless listening.
  package let elapsed: Duration?
  /// When the songs end, even if the session ends before; `nil` if never or unknown.
  package let musicEnd: Duration?
  /// True if only the beginning of the bell's file is heard.
  package var bellIsCut = false
  /// True if there is no program to speak a guide.
  package var lacksSpeech = false

  package init(_ plan: Plan, _ songs: Songs, elapsed: Duration? = nil, musicEnd: Duration?) {
    (self.plan, self.songs, self.elapsed, self.musicEnd) = (plan, songs, elapsed, musicEnd)
  }

  package var isRepeating: Bool { plan.repeats != .off }

  package var end: Duration? {
    switch plan.length {
    case .time(let end): end
    case .songs: musicEnd
    case .open: nil
    }
  }

  /// When the music ends, by itself or with the session; `nil` if unknown.
  package var musicStop: Duration? {
    guard let musicEnd else { return plan.end.flatMap { isRepeating ? $0 : nil } }
    return min(musicEnd, plan.end ?? musicEnd)
  }

  /// When the silence before the end begins; `nil` if there is none, or unknown.
  package var silenceBegin: Duration? {
    guard songs.count > 0 else { return .zero }
    return musicEnd.flatMap { $0 < plan.end ?? .max ? $0 : nil }
  }

  package func end(ofPart part: Int) -> Duration? {
    part == plan.parts.count - 1 ? end : plan.end(ofPart: part)
  }

  /// How long a part is that ends with the songs; `nil` if it does not, or their end is not known.
  func lengthWithSongs(ofPart part: Int) -> Duration? {
    guard songs.count > 0, plan.parts[part].length == .songs else { return nil }
    return end(ofPart: part).map { $0 - plan.begin(ofPart: part) }
  }

  /// The first `count` times of a rule for bells of a part.
  package func firstBells(_ count: Int, of rule: Int, inPart part: Int) -> [Duration] {
    let (timetable, begin) = (timetable(of: rule, inPart: part), plan.begin(ofPart: part))
    var times: [Duration] = []
    var next = timetable.stroke(from: .zero)
    while let stroke = next, times.count < count {
      times.append(begin + stroke.time)
      next = timetable.stroke(after: stroke.time)
    }
    return times
  }

  /// True if a rule for bells of a part has none to come; `false` unless listening.
  package func bellsAreOver(of rule: Int, inPart part: Int) -> Bool {
    guard let elapsed else { return false }
    let begin = plan.begin(ofPart: part)
    return timetable(of: rule, inPart: part).stroke(after: elapsed - begin) == nil
  }

  /// When a rule for bells strikes, one stroke for each occasion, since the beginning of its part.
  private func timetable(of rule: Int, inPart part: Int) -> Timetable {
    var alone = Plan()
    alone.length = plan.parts[part].length
    alone.bells = [BellRule(plan.parts[part].bells[rule].times)]
    return Timetable(alone, songsEnd: end(ofPart: part).map { $0 - plan.begin(ofPart: part) })
  }
}
