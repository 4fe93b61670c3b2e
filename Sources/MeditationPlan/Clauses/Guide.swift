import MeditationText

/// Sentences at times, which are printed and may be spoken.
public struct Guide: Hashable, Sendable {
  /// A sentence, and when it comes.
  public struct Line: Hashable, Sendable {
    /// From where a time is counted.
    public enum Origin: Hashable, Sendable {
      /// The beginning of the session or of a part.
      case beginning
      /// The end of the session or of a part.
      case end
    }

    /// The title of the part that it belongs to; `nil` is the whole session.
    public var part: String?
    /// From where its time is counted.
    public var origin: Origin
    /// The time from there; negative is before it.
    public var time: Duration
    /// The sentence, with its pauses: `Breathe in. [pause 3s] And out.`
    public var text: String
    /// The audio file in which it is spoken; `nil` if it is not.
    public var speech: String?

    /// Creates a line.
    public init(
      _ text: String, at time: Duration, from origin: Origin = .beginning, part: String? = nil,
      speech: String? = nil
    ) {
      (self.part, self.origin, self.time) = (part, origin, time)
      (self.text, self.speech) = (text, speech)
    }
  }

  /// The text file.
  public var path: String
  /// The lines of the file; empty before it has been read.
  public var lines: [Line]

  /// Creates a guide.
  public init(_ path: String, lines: [Line] = []) {
    self.path = path
    self.lines = lines
  }
}

extension Score {
  /// The score with these files for the sentences of its guide that are their keys.
  package func speaking(_ files: [String: String]) -> Score {
    guard var guide = plan.guide else { return self }
    for index in guide.lines.indices { guide.lines[index].speech = files[guide.lines[index].text] }
    var score = self
    score.plan.guide = guide
    return score
  }
}

extension Plan {
  /// All that is spoken, in ascending order, in a session that ends at `end`, if that is known.
  package func speeches(end: Duration?) -> [Speech] {
    (voices
      + guideLines(end: end).compactMap { time, _, line in
        line.speech.map { Speech(path: $0, begin: time, length: nil) }
      }).sorted { $0.begin < $1.begin }
  }

  /// The lines of the guide that fall into their part or the session, by time, with the part's index.
  package func guideLines(end: Duration?) -> [(time: Duration, part: Int, line: Guide.Line)] {
    guard let guide else { return [] }
    return guide.lines.flatMap { line in
      guard let title = line.part else {
        return [time(of: line, from: .zero, to: end).map { ($0, part(at: $0), line) }]
          .compactMap { $0 }
      }
      return parts.indices.filter { parts[$0].title == title }.compactMap { index in
        let last = index == parts.count - 1 ? end : self.end(ofPart: index)
        return time(of: line, from: begin(ofPart: index), to: last).map { ($0, index, line) }
      }
    }.sorted { $0.0 < $1.0 }
  }

  private func time(of line: Guide.Line, from begin: Duration, to end: Duration?) -> Duration? {
    guard let origin = line.origin == .beginning ? begin : end else { return nil }
    let time = origin + line.time.clampedSessionTime
    return time >= begin && time < end ?? .max ? time : nil
  }
}

extension Guide: CustomStringConvertible {
  /// The path of the file.
  public var description: String { path }
}

// MARK: - The clause

/// `guide ./body-scan.txt`: sentences at times.
struct GuideClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "guide", arguments: "[FILE | off]", brief: "[FILE]",
    summary: "Prints the lines of a text file at their times.",
    example: "guide ./body-scan.txt", hints: ["instructions", "script", "prompts"], words: ["off"],
    parse: { arguments throws(LineError) in
      let word = try arguments.takeOnly(
        takes: "one file", needs: "a text file, such as 'guide ./body-scan.txt'")
      if let name = try FileName.parse(word, of: "guide", needs: "a file") {
        return .change(.guide(Guide(name)))
      }
      guard PlanTime.isOff(word) else {
        throw .notAChoice(
          QuotedInput(word), command: "guide", nearest: nil,
          choices: ["a text file such as ./body-scan.txt", "off"])
      }
      return .change(.guide(nil))
    })
  static var property: WritableKeyPath<Plan, Guide?> { \.guide }
  let value: Guide?

  var arguments: String { value.map { FileName.spell($0.path) } ?? "off" }
  var change: PlanChange { .guide(value) }
  var limit: PlanLimit? { value?.lines.count ?? 0 <= GuideText.mostLines ? nil : .lines }

  func answer(_ wording: Wording) -> String? {
    value.map { "Guide \(Speech.name(ofFile: $0.path)), \(counted($0.lines.count, "line"))" }
      ?? "Guide off"
  }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? {
    guard let value else { return nil }
    return .guide(Guide(rename(value.path, .guide) ?? value.path, lines: value.lines))
  }

  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    guard let guide = outlook.plan.guide else { return nil }
    let lines = outlook.plan.guideLines(end: outlook.end)
    return TimelineStep(
      .guide, from: lines.first?.time, to: lines.last?.time,
      "guide: \(Speech.name(ofFile: guide.path)), \(counted(lines.count, "line"))",
      command: PlanChange.guide(guide).line)
  }

  /// Warns of lines that never come, or that nobody speaks.
  static func notes(on outlook: PlanOutlook, _ wording: Wording) -> [PlanNote] {
    guard let guide = outlook.plan.guide else { return [] }
    let lost = guide.lines.count - outlook.plan.guideLines(end: outlook.end).count
    var notes: [PlanNote] = []
    if lost > 0 {
      let verb = lost == 1 ? "comes" : "come"
      notes.append(
        PlanNote(.lostLines, "\(counted(lost, "line")) of the guide never \(verb)."))
    }
    if outlook.lacksSpeech {
      notes.append(
        PlanNote(
          .silentGuide,
          "No speech program: the guide is printed only. The setting 'speak' names one."))
    }
    return notes
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("guide", plan.guide)] }
}

extension Guide: JSONRecord {
  package var members: [String: any JSONValue] { ["file": path, "lines": lines.count] }
}

// MARK: - The file

/// The file of a guide: a time and a sentence in each line, and the titles of parts.
///
///     0:30 Let the breath settle.
///     +1:00 Notice the hands.
///     at end -2:00 Slowly come back.
///     # Walk
///     0:10 One step, one breath.
///
/// A time counts from the beginning of the session, or of the part whose title is above; `+1:00`
/// from the last line that does not count from the end. Empty lines are left out.
public enum GuideText {
  /// Why a text is not a guide.
  public struct Problem: Error, Equatable, Sendable {
    /// A clause, with the number of the line.
    public var reason: String

    /// Creates a problem.
    public init(reason: String) { self.reason = reason }
  }

  private static let longestLine = 500
  static let mostLines = 1_000

  /// The lines of `text`.
  public static func parse(_ text: String) throws(Problem) -> [Guide.Line] {
    var lines: [Guide.Line] = []
    var part: String?
    var last = Duration.zero
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      // A byte order mark is no text.
      let line = CleanText.clean(String(raw)).drop { $0 == " " || $0 == "\u{FEFF}" }
      guard let first = line.first else { continue }
      if first == "#" {
        (part, last) = (CleanText.clean(String(line.drop { $0 == "#" || $0 == " " })), .zero)
        continue
      }
      do throws(Problem) {
        if raw.count > longestLine {
          throw Problem(reason: "it is longer than \(longestLine) characters")
        }
        let new = try parse(line, in: part, after: last)
        if new.origin == .beginning { last = new.time }
        lines.append(new)
      } catch {
        throw Problem(reason: "line \(index + 1): \(error.reason)")
      }
      if lines.count > mostLines { throw Problem(reason: "it has more than \(mostLines) lines") }
    }
    if lines.isEmpty {
      throw Problem(reason: "it has no line with a time, such as '0:30 Breathe.'")
    }
    return lines
  }

  private static func parse(
    _ line: Substring, in part: String?, after last: Duration
  ) throws(Problem) -> Guide.Line {
    var words = line.split(separator: " ")[...]
    let isAtEnd = words.prefix(2).map { $0.lowercased() } == ["at", "end"]
    if isAtEnd { words = words.dropFirst(2) }
    guard let word = words.popFirst() else { throw Problem(reason: "a time is missing") }
    let sign = word.leadingSign
    guard let time = try? TimeText.parse(word.dropFirst(sign.count)), sign != "-" || isAtEnd,
      sign != "+" || !isAtEnd
    else {
      throw Problem(
        reason: "\(QuotedInput(word)) is not a time; write 0:30, +1:00 or 'at end -2:00'")
    }
    let text = words.joined(separator: " ")
    if try SentencePiece.pieces(of: text).allSatisfy(\.isPause) {
      throw Problem(reason: "the sentence is missing")
    }
    return isAtEnd
      ? Guide.Line(text, at: .zero - time, from: .end, part: part)
      : Guide.Line(text, at: sign == "+" ? last + time : time, part: part)
  }
}

/// The words between two pauses of a sentence, or a pause.
package enum SentencePiece: Hashable, Sendable {
  case words(String)
  case pause(Duration)

  private static let longestPause = Duration.seconds(60)

  fileprivate var isPause: Bool { if case .pause = self { true } else { false } }

  /// The pieces of a sentence, in which a wrong pause is words: reading a file would have refused it.
  package static func pieces(ofRead sentence: String) -> [SentencePiece] {
    (try? pieces(of: sentence)) ?? [.words(sentence)]
  }

  /// The pieces of `sentence`, in which `[pause 3s]` is a pause.
  fileprivate static func pieces(
    of sentence: String
  ) throws(GuideText.Problem) -> [SentencePiece] {
    var pieces: [SentencePiece] = []
    var words = ""
    func endWords() {
      let trimmed = words.split(separator: " ").joined(separator: " ")
      if !trimmed.isEmpty { pieces.append(.words(trimmed)) }
      words = ""
    }
    var rest = sentence[...]
    while let open = rest.firstIndex(of: "[") {
      let inner = rest[open...].dropFirst()
      guard inner.prefix(6).lowercased() == "pause ", let close = inner.firstIndex(of: "]") else {
        words += rest[...open]
        rest = inner
        continue
      }
      let time = inner[..<close].dropFirst(6)
      guard let pause = try? TimeText.parse(time), pause <= longestPause else {
        throw GuideText.Problem(
          reason: "\(QuotedInput(time)) is not a pause; write [pause 3s], up to a minute")
      }
      words += rest[..<open]
      endWords()
      pieces.append(.pause(pause))
      rest = inner[close...].dropFirst()
    }
    words += rest
    endWords()
    return pieces
  }
}

extension Guide.Line {
  /// The sentence as it is printed, without its pauses.
  package var printed: String {
    SentencePiece.pieces(ofRead: text)
      .compactMap { if case .words(let words) = $0 { words } else { nil } }
      .joined(separator: " ")
  }
}
