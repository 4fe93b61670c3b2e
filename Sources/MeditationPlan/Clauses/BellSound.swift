import MeditationText

/// The sound that a stroke makes, and how loud.
public struct Bell: Hashable, Sendable {
  /// A built-in sound, or that of an audio file.
  public enum Sound: Hashable, Sendable {
    /// A singing bowl: a few slowly beating partials that ring for more than 10 s.
    case bowl
    /// A gong: low and dense; it blooms after the stroke.
    case gong
    /// A chime: high and short.
    case chime
    /// A hollow wooden block: a damped click.
    case wood
    /// Two blocks of hard wood struck together: dry, bright and shorter than 0.2 s.
    case clap
    /// The audio file at this path, at most its first minute. Music gives way as long as it sounds.
    case file(String)

    /// The sounds that are built in.
    public static let builtIn: [Sound] = [.bowl, .gong, .chime, .wood, .clap]

    /// The name in notation and protocol; `nil` for a file.
    public var name: String? {
      switch self {
      case .bowl: "bowl"
      case .gong: "gong"
      case .chime: "chime"
      case .wood: "wood"
      case .clap: "clap"
      case .file: nil
      }
    }

    /// The path of a file; `nil` for a sound that is built in.
    public var path: String? {
      if case .file(let path) = self { path } else { nil }
    }
  }

  /// The sound of a stroke.
  public var sound = Sound.bowl
  /// In percent, 0 to 100, relative to the session's volume. 100 suits music at -20 LUFS.
  public var volume = 100

  /// Creates a bell.
  public init(_ sound: Sound = .bowl, volume: Int = 100) {
    self.sound = sound
    self.volume = volume
  }
}

extension Bell.Sound: CustomStringConvertible {
  /// The name, or the path of the file.
  public var description: String { name ?? path ?? "" }
}

// MARK: - The clauses

/// `bell gong`: the sound of strokes that name none.
struct BellClause: SessionClause {
  static let word = Word<PlanStep>(
    name: "bell", arguments: "[bowl|gong|chime|wood|clap|FILE|volume]", brief: "[SOUND]",
    summary: "Sets the sound of the bell, or its volume.", example: "bell gong", hints: ["sound"],
    hintedLines: [
      "ring": "bell bowl", "bowl": "bell bowl", "gong": "bell gong", "chime": "bell chime",
      "wood": "bell wood", "clap": "bell clap", "roll": "opening roll",
    ],
    words: BellParser.words, parse: BellParser.parse)
  static var property: WritableKeyPath<Plan, Bell.Sound> { \.bell.sound }
  let value: Bell.Sound

  var arguments: String { value.spelled }
  var change: PlanChange { .bell(value) }
  func answer(_ wording: Wording) -> String? { "Bell \(value.text)" }

  func mappingFiles(_ rename: FileRenaming) -> PlanChange? {
    .bell(value.mappingFile(rename) ?? Bell().sound)
  }

  static func step(of outlook: PlanOutlook, part: Int, _ wording: Wording) -> TimelineStep? {
    let plan = outlook.plan
    guard plan.hasBells || plan.bell != Bell() else { return nil }
    return TimelineStep(
      label: "bell", "\(plan.bell.sound.text), volume \(plan.bell.volume)%",
      command: PlanChange.bell(plan.bell.sound).line)
  }

  static func notes(on outlook: PlanOutlook, _ wording: Wording) -> [PlanNote] {
    outlook.bellIsCut ? [PlanNote(.cutBell, Bell.cutText(of: nil))] : []
  }

  static func members(of plan: Plan) -> [JSONMember] { [JSONMember("bell", plan.bell)] }
}

struct BellVolumeClause: SessionClause {
  static let word = BellClause.word
  static let limitExamples = [PlanLimit.volume: "bell volume 60"]
  static var property: WritableKeyPath<Plan, Int> { \.bell.volume }
  let value: Int

  var arguments: String { "volume \(value)" }
  var change: PlanChange { .bellVolume(value) }
  var limit: PlanLimit? { value.limitAsVolume }
  func answer(_ wording: Wording) -> String? { "Bell volume \(value)%" }
}

extension Bell {
  package static let longest = Duration.seconds(60)

  /// The warning that a bell is cut: of `file`, or of the plan's bell.
  package static func cutText(of file: String?) -> String {
    "The bell\(file.map { " \($0)" } ?? "") is longer than \(longest.components.seconds) seconds: it "
      + "fades out there."
  }
}

extension Bell.Sound {
  func mappingFile(_ rename: FileRenaming) -> Bell.Sound? {
    guard case .file(let name) = self else { return self }
    return rename(name, .bell).map(Bell.Sound.file)
  }

  /// The name of the sound, ready for display; of a file, its path.
  package var text: String { name ?? CleanText.clean(path ?? "") }

  package var jsonWord: String { name ?? "file" }
}

extension Bell: JSONRecord {
  package var members: [String: any JSONValue] {
    ["file": sound.path, "sound": sound.jsonWord, "volume": volume]
  }
}

// MARK: - Typing

/// Parses the arguments of `bell`: `bowl`, `gong`, a file, `volume 60`.
enum BellParser {
  static let words = Bell.Sound.builtIn.compactMap(\.name) + ["volume"]
  private static let vocabulary = Vocabulary(words)

  static func parse(_ arguments: inout Arguments) throws(LineError) -> PlanStep {
    let word = try arguments.take(needs: "a sound, such as 'bell gong'")
    if let file = try file(word, &arguments) { return .change(.bell(.file(file))) }
    guard case .found(let name) = vocabulary.match(word) else {
      throw unknown(word, arguments.takeAll())
    }
    if name == "volume" {
      return .change(.bellVolume(try arguments.takePercent()))
    }
    try arguments.end(takes: "one sound")
    return .change(.bell(Bell.Sound(named: name) ?? .bowl))
  }

  private static func file(
    _ word: Substring, _ arguments: inout Arguments
  ) throws(LineError) -> String? {
    guard let name = try FileName.parse(word, of: "bell") else { return nil }
    guard word.unicodeScalars.first == "\"" || arguments.isEmpty else {
      throw unquoted([word] + arguments.takeAll())
    }
    try arguments.end(takes: "one sound")
    return name
  }

  private static func unknown(_ word: Substring, _ rest: ArraySlice<Substring>) -> LineError {
    if rest.contains(where: FileName.isPlain) { return unquoted([word] + rest) }
    let nearest: String? =
      if PlanTime.isOff(word) {
        "bells off"
      } else if Digits.value(word.utf8) != nil {
        "bell volume \(QuotedInput(word).text)"
      } else if let bells = Vocabulary(BellsClause.words).exact(word) {
        QuotedInput((["bells", bells[...]] + rest).joined(separator: " ")).text
      } else {
        vocabulary.nearest(to: word).map { "bell \($0)" }
      }
    return .notAChoice(
      QuotedInput(word), command: "bell", nearest: nearest,
      choices: words.dropLast() + ["a file such as ./bell.wav"])
  }

  private static func unquoted(_ words: [Substring]) -> LineError {
    let name = QuotedInput(words.joined(separator: " ")).text
    return .mistake(
      "A file name with blanks needs quotation marks: 'bell \(QuotedText.quote(name))'.")
  }
}

extension Bell.Sound {
  init?(named name: String) {
    guard let sound = Self.builtIn.first(where: { $0.name == name }) else { return nil }
    self = sound
  }

  var spelled: String { path.map(FileName.spell) ?? description }
}
