/// A limit that no plan can exceed.
public enum PlanLimit: String, CaseIterable, Error, Hashable, Sendable {
  /// A session is longer than 0, and at most 24 hours long. So are the times of its bells.
  case length
  /// Settling takes at most an hour.
  case settling
  /// A bell is struck at most 9 times on one occasion.
  case strokes
  /// Strokes of one occasion are 0.2 s to a minute apart.
  case apart
  /// A roll takes 3 s to 5 minutes.
  case roll
  /// Bells are at least 5 s apart.
  case interval
  /// At most 10,000 times are given to bells.
  case bellCount
  /// At most 20 rules say when bells are struck.
  case rules
  /// At most 8 different files are bells.
  case files
  /// A volume is 0 to 100.
  case volume
  /// A fade takes at most 10 minutes.
  case fade
  /// A phase of a breath takes at most a minute; breathing in and breathing out at least a second.
  case breath
  /// A crossfade takes at most 30 seconds.
  case crossfade
  /// At most 8 layers lie under a session at once.
  case layers
  /// At most 20 voices are in a part.
  case voices
  /// A guide has at most 1,000 lines.
  case lines
  /// A plan has at most 99 parts.
  case parts
  /// The plan has no part of this number.
  case part
  /// All parts but the last have a time for a length.
  case partLength
  /// A title has at most 60 characters.
  case title

  /// The longest session.
  public static let longest = Duration.seconds(24 * 3600)

  /// The limit that `change` exceeds; `nil` if it exceeds none.
  public static func exceeded(by change: PlanChange) -> PlanLimit? {
    guard case .then(let length, let title) = change else { return change.edit?.limit }
    return title.count > 60 ? .title : LengthClause(value: length).limit
  }
}

extension PlanLimit: CustomStringConvertible {
  /// The limit in one sentence.
  public var description: String {
    switch self {
    case .length: "A time is longer than 0 and at most 24 hours."
    case .settling: "Settling takes at most an hour."
    case .strokes: "A bell is struck 1 to 9 times."
    case .apart: "Strokes are 0.2 to 60 seconds apart."
    case .roll: "A roll takes 3 seconds to 5 minutes."
    case .interval: "Bells are at least 5 seconds apart."
    case .bellCount: "There are 1 to 10,000 bells."
    case .rules: "'also' adds at most 19 rules to 'bells'."
    case .files: "At most 8 different files sound as bells."
    case .volume: "A volume is 0 to 100."
    case .fade: "A fade takes at most 10 minutes."
    case .breath:
      "Breathing in and out take 0.5 to 60 seconds each, holding at most 60, at most x999."
    case .crossfade: "A crossfade takes at most 30 seconds."
    case .layers: "At most 8 sounds lie under a session at once."
    case .voices: "At most 20 voices are in a part."
    case .lines: "A guide has at most 1,000 lines."
    case .parts: "A plan has at most 99 parts."
    case .part: "The plan has no such part."
    case .partLength: "Only the last part can end with the songs or be open."
    case .title: "A title has at most 60 characters."
    }
  }
}

extension Duration {
  /// True if a session can be this long, and a bell be struck at this time.
  var isSessionTime: Bool { self > .zero && self <= PlanLimit.longest }

  func isUpTo(_ limit: Duration) -> Bool { .zero...limit ~= self }
}

extension Int {
  var limitAsVolume: PlanLimit? { 0...100 ~= self ? nil : .volume }
}

extension Plan {
  /// The limit of several clauses together that the plan exceeds.
  package var exceededLimit: PlanLimit? {
    // Skipped time returns in the next session.
    let whole = unskipped
    if whole != self, let limit = whole.exceededLimit { return limit }
    if parts.count > 99 { return .parts }
    if parts.dropLast().contains(where: { $0.duration == nil }) { return .partLength }
    if parts.contains(where: { $0.duration.map { $0 <= .zero } ?? false }) { return .length }
    // If only the songs or the clock end the last part, its beginning is within the limit.
    if (end ?? begin(ofPart: parts.count - 1)) > PlanLimit.longest { return .length }
    return parts.lazy.compactMap { [under] part in
      part.bells.exceededLimit ?? part.voices.exceededLimit ?? (under + part.under).exceededLimit
    }.first
      ?? (sounds.count { $0.path != nil } > 8 ? .files : nil)
  }
}
